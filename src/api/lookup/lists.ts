import type { Row } from '../../core/columns';
import { packNames } from '../../core/packing';
import { ServiceError } from '../service-error';
import type { Asker } from '../spending';
import type { PendingQuestion } from './batch';
import { groupBy } from '../../core/basics';
import type { Cancellation } from '../../core/call';

/** A part of a refused list has waited once. */
type ListPriority = 'foreground' | 'follow-up';

interface ListOptions {
  readonly priority: ListPriority;
  readonly askers: readonly Asker[];
}

interface BatchRules<Question> {
  /** The question's name in the request's list. */
  readonly nameOf: (question: Question) => string;
  /** The list's parameter, by its name in the table of operations. */
  readonly parameter: string | undefined;
  /** Maximum length of a list, in characters. */
  readonly maxLength: number;
  /** Sends one list, which may be a part of a refused one. Resolves to its records. */
  readonly send: (names: readonly string[], signal: AbortSignal, options: ListOptions) => Promise<readonly Row[]>;
  /** The name to which a record belongs. */
  readonly ownerOf: (row: Row) => string;
  /** Whether a name goes before others, as far as the lists stay packed. @default none does */
  readonly goesFirst?: (name: string) => boolean;
}

/** A refused list of that many names is sent name by name: dividing it further takes no fewer requests. */
const SENT_ONE_BY_ONE = 4;

/**
 * Requests names in packed lists, with one promise of records per question. Records are matched by name, never by
 * position. A refused list is divided by three until only the names at fault fail, unless the service says that it
 * refuses something else.
 */
export function askInBatches<Question>(
  pending: readonly PendingQuestion<Question>[],
  rules: BatchRules<Question>,
): Promise<readonly Row[]>[] {
  const waiting = new Map(
    groupBy(pending, ({ question }) => rules.nameOf(question)).map((same) => [rules.nameOf(same[0]!.question), same]),
  );
  const answers = new Map<string, Promise<readonly Row[]>>();
  const send: DividingRules['send'] = (names, priority) => {
    const askers = names.flatMap((name) => waiting.get(name) ?? []);
    return rules.send(names, signalWhenAllCancelled(cancellationsOf(askers)), { priority, askers });
  };
  const { goesFirst = () => false } = rules;
  const inOrder = [...waiting.keys()].sort((one, other) => +goesFirst(other) - +goesFirst(one));
  for (const names of packNames(inOrder, rules.maxLength)) {
    const recordsOf = sendDividing(names, { ...rules, send }, 'foreground');
    for (const name of names) answers.set(name, recordsOf(name));
  }
  return pending.map(({ question }) => answers.get(rules.nameOf(question))!);
}

/** The pending records of a name in a list. A name whose part has returned does not wait for the others. */
type Records = (name: string) => Promise<readonly Row[]>;

interface DividingRules {
  /** Aborts when nobody waits for any of these names. */
  readonly send: (names: readonly string[], priority: ListPriority) => Promise<readonly Row[]>;
  readonly parameter: string | undefined;
  readonly ownerOf: (row: Row) => string;
}

function sendDividing(names: readonly string[], sender: DividingRules, priority: ListPriority): Records {
  const sent = sendList(names, sender, priority);
  return async (name) => (await sent)(name);
}

async function sendList(names: readonly string[], sender: DividingRules, priority: ListPriority): Promise<Records> {
  try {
    const rows = groupBy(await sender.send(names, priority), sender.ownerOf);
    const byName = new Map(rows.map((same) => [sender.ownerOf(same[0]!), same]));
    return (name) => Promise.resolve(byName.get(name) ?? []);
  } catch (error) {
    if (names.length === 1 || !mayBeOfAName(error, sender.parameter)) throw error;
    const length = names.length > SENT_ONE_BY_ONE ? Math.ceil(names.length / 3) : 1;
    const parts: Records[] = [];
    for (let start = 0; start < names.length; start += length)
      parts.push(sendDividing(names.slice(start, start + length), sender, 'follow-up'));
    return (name) => parts[Math.floor(names.indexOf(name) / length)]!(name);
  }
}

/** Whether one of the names may be the reason for the refusal, so that the others could succeed without it. */
const mayBeOfAName = (error: unknown, list: string | undefined): boolean =>
  error instanceof ServiceError && error.isRefusal && (error.parameter === undefined || error.parameter === list);

/** Asks the questions group by group, and returns the answers in the order of the questions. */
export function askByGroup<Question, Value>(
  pending: readonly PendingQuestion<Question>[],
  keyOf: (question: Question) => string,
  askGroup: (group: readonly PendingQuestion<Question>[], first: Question) => readonly Promise<Value>[],
): Promise<Value>[] {
  const answers = new Map<PendingQuestion<Question>, Promise<Value>>();
  for (const group of groupBy(pending, ({ question }) => keyOf(question))) {
    const ofGroup = askGroup(group, group[0]!.question);
    group.forEach((one, index) => answers.set(one, ofGroup[index]!));
  }
  return pending.map((one) => answers.get(one)!);
}

/** A signal that aborts once all are cancelled: a shared request continues while anybody waits for it. */
export function signalWhenAllCancelled(cancellations: readonly Cancellation[]): AbortSignal {
  const controller = new AbortController();
  let waiting = cancellations.length;
  const listener = {
    onCancel(): void {
      waiting--;
      if (waiting === 0) controller.abort();
    },
  };
  for (const cancellation of cancellations) cancellation.add(listener);
  return controller.signal;
}

export const cancellationsOf = (pending: readonly PendingQuestion<unknown>[]): Cancellation[] =>
  pending.map(({ cancellation }) => cancellation);

/** The smallest of the questions' maximum ages. */
export const minMaxAgeMs = (questions: readonly PendingQuestion<unknown>[]): number | undefined =>
  questions.reduce<number | undefined>(
    (min, { maxAgeMs }) => (maxAgeMs === undefined ? min : Math.min(min ?? Infinity, maxAgeMs)),
    undefined,
  );
