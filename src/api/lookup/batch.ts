import { packNames } from '../../core/packing';
import type { Row } from '../../core/columns';
import { groupBy, waitersOf, whenAllAbort } from './group';
import type { PendingQuestion } from './lookup-kind';
import { ServiceError } from '../service-error';

export interface BatchRules<Question> {
  /** The name that goes into the list of the request. */
  readonly nameOf: (question: Question) => string;
  /** The parameter that the list is, as the table of operations calls it. */
  readonly parameter: string | undefined;
  /** The longest list that the service takes, in characters. */
  readonly maxLength: number;
  /** Sends one list; resolves to its records. */
  readonly send: (names: readonly string[], signal: AbortSignal) => Promise<readonly Row[]>;
  /** The name that a record belongs to. */
  readonly ownerOf: (row: Row) => string;
  /** Whether a name is asked for before others, as far as the lists stay packed. @default none is */
  readonly goesFirst?: (name: string) => boolean;
}

/**
 * Asks for names in packed lists; one promise of records per question. Records find their question by name, never by
 * position. A list that is refused is halved until only the names at fault fail; not where the service says that it refuses something else.
 */
export function askInBatches<Question>(
  asked: readonly PendingQuestion<Question>[],
  rules: BatchRules<Question>,
): Promise<readonly Row[]>[] {
  const waiting = new Map(
    groupBy(asked, ({ question }) => rules.nameOf(question)).map((same) => [rules.nameOf(same[0]!.question), same]),
  );
  const answers = new Map<string, Promise<readonly Row[]>>();
  const send = (names: readonly string[]): Promise<readonly Row[]> =>
    rules.send(names, whenAllAbort(names.flatMap((name) => waitersOf(waiting.get(name) ?? []))));
  const { goesFirst = () => false } = rules;
  const inOrder = [...waiting.keys()].sort((one, other) => +goesFirst(other) - +goesFirst(one));
  for (const names of packNames(inOrder, rules.maxLength)) {
    const recordsOf = sendHalving(names, { ...rules, send });
    for (const name of names) answers.set(name, recordsOf(name));
  }
  return asked.map(({ question }) => answers.get(rules.nameOf(question))!);
}

/** The records of one name of a list, on their way. A name whose half is back does not wait for the other half. */
type Records = (name: string) => Promise<readonly Row[]>;

interface ListSender {
  /** Stops when nobody waits for any of these names. */
  readonly send: (names: readonly string[]) => Promise<readonly Row[]>;
  readonly parameter: string | undefined;
  readonly ownerOf: (row: Row) => string;
}

function sendHalving(names: readonly string[], sender: ListSender): Records {
  const sent = sendList(names, sender);
  return async (name) => (await sent)(name);
}

async function sendList(names: readonly string[], sender: ListSender): Promise<Records> {
  try {
    const rows = groupBy(await sender.send(names), sender.ownerOf);
    const byName = new Map(rows.map((same) => [sender.ownerOf(same[0]!), same]));
    return (name) => Promise.resolve(byName.get(name) ?? []);
  } catch (error) {
    if (names.length === 1 || !mayBeOfAName(error, sender.parameter)) throw error;
    const middle = Math.ceil(names.length / 2);
    const [first, second] = [sendHalving(names.slice(0, middle), sender), sendHalving(names.slice(middle), sender)];
    return (name) => (names.indexOf(name) < middle ? first(name) : second(name));
  }
}

/** Whether one of the names may be what the service refuses, so that its neighbours can be had without it. */
const mayBeOfAName = (error: unknown, list: string | undefined): boolean =>
  error instanceof ServiceError && error.isRefusal && (error.parameter === undefined || error.parameter === list);
