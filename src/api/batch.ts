import { packNames } from '../core/packing';
import type { Row } from '../core/columns';
import { groupBy, signalsOf, whenAllAbort } from './group';
import type { Asked } from './lookup';
import { ServiceError } from './service-error';

export interface BatchRules<Question> {
  /** The name that goes into the list of the request. */
  readonly nameOf: (question: Question) => string;
  /** The longest list that the service takes, in characters. */
  readonly maxLength: number;
  /** Sends one list; resolves to its records. */
  readonly send: (names: readonly string[], signal: AbortSignal) => Promise<readonly Row[]>;
  /** The name that a record belongs to. */
  readonly ownerOf: (row: Row) => string;
}

/**
 * Asks for names in packed lists; one promise of records per question. Records find their question by name, never by
 * position. A list that is refused is halved until only the names at fault fail.
 */
export function askInBatches<Question>(asked: readonly Asked<Question>[], rules: BatchRules<Question>): Promise<readonly Row[]>[] {
  const waiting = new Map(groupBy(asked, ({ question }) => rules.nameOf(question)).map((same) => [rules.nameOf((same[0]!).question), same]));
  const answers = new Map<string, Promise<readonly Row[]>>();
  for (const names of packNames([...waiting.keys()], rules.maxLength)) {
    const signal = whenAllAbort(names.flatMap((name) => signalsOf(waiting.get(name) ?? [])));
    const sent = sendHalving(names, rules, signal);
    for (const name of names) answers.set(name, sent.then((results) => settled(results.get(name))));
  }
  return asked.map(({ question }) => answers.get(rules.nameOf(question))!);
}

type Results = ReadonlyMap<string, readonly Row[] | Error>;

async function sendHalving<Question>(names: readonly string[], rules: BatchRules<Question>, signal: AbortSignal): Promise<Results> {
  try {
    const rows = groupBy(await rules.send(names, signal), rules.ownerOf);
    return new Map(rows.map((same) => [rules.ownerOf(same[0]!), same]));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (!error.isRefusal || names.length === 1) return new Map(names.map((name) => [name, error]));
    const middle = Math.ceil(names.length / 2);
    const halves = await Promise.all([names.slice(0, middle), names.slice(middle)].map((half) => sendHalving(half, rules, signal)));
    return new Map(halves.flatMap((half) => [...half]));
  }
}

function settled(result: readonly Row[] | Error | undefined): readonly Row[] {
  if (result instanceof Error) throw result;
  return result ?? [];
}
