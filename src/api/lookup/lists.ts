import type { Row } from '../../core/columns';
import { groupBy, lettersOf, RecentMap } from '../../core/basics';
import { packNames } from '../../core/packing';
import { ServiceError } from '../service-error';
import { Ask, signalOf } from './ask';
import { FailedList, isRefusedQuestion, type ListOptions, PART, type SentNames } from './failed-list';

interface ListRules<Question> {
  /** The question's name in the request's list. */
  readonly nameOf: (question: Question) => string;
  /** The list's parameter, by its name in the table of operations. */
  readonly parameter: string | undefined;
  /** Maximum length of a list, in characters. */
  readonly maxLength: number;
  /** Sends one list, which may be a part of one that failed. Resolves to its records. */
  readonly send: (names: readonly string[], signal: AbortSignal, options: ListOptions) => Promise<readonly Row[]>;
  readonly ownerOf: (row: Row) => string;
  /** Whether a name is sent before others, as long as this takes no more lists. @default none is */
  readonly goesFirst?: (name: string) => boolean;
  /** Shared by all lists of an operation. */
  readonly history: ListHistory;
  /** Whether the service is known to be out of order, so that every part of a list would fail. @default it is not */
  readonly isOutOfOrder?: () => boolean;
}

const MAX_SUSPECTS = 2_000;

/** What the lists of one operation have shown so far: about its names, and about the service. */
export class ListHistory {
  readonly #suspects = new RecentMap<string, boolean>(MAX_SUSPECTS);
  /** How many requests the service has answered, or refused as it refuses what it does not know. */
  answerCount = 0;
  /** How often the service was found to answer nothing. */
  outageCount = 0;
  /** Settles when it is known whether the service answers: one list tests this for all others. */
  trial: Promise<void> | undefined;

  /** Whether the name failed alone while others were answered, and has had no answer since. */
  isSuspect(name: string): boolean {
    return this.#suspects.get(name) === true;
  }

  /** Notes that these names were answered, or failed although others were answered. */
  note(names: Iterable<string>, isSuspect: boolean): void {
    for (const name of names) if (this.isSuspect(name) !== isSuspect) this.#suspects.set(name, isSuspect);
  }
}

/**
 * Requests names in packed lists, with one promise of records per question. Records are matched by name, never by
 * position. A list that fails is divided until only the names at fault fail, unless the service answers nothing at all.
 * From then on these names go alone.
 */
export function askInLists<Question>(
  pending: readonly Ask<Question>[],
  rules: ListRules<Question>,
): Promise<readonly Row[]>[] {
  const { nameOf, goesFirst, history, maxLength } = rules;
  const asksOf = new Map(
    groupBy(pending, ({ question }) => nameOf(question)).map((same) => [nameOf(same[0]!.question), same]),
  );
  const names = [...asksOf.keys()];
  /** A name is asked once, whoever waits for it. */
  const answers = new Map(names.map((name) => [name, new Ask<string, readonly Row[]>(name)]));
  const sent: SentListRules = {
    ...rules,
    send(list, options) {
      const askers = list.flatMap((name) => asksOf.get(name)!);
      return rules.send(list, signalOf(askers), { ...options, askers });
    },
    settle(name, records) {
      answers.get(name)!.resolve(records);
    },
  };
  const together = names.filter((name) => !history.isSuspect(name));
  if (goesFirst) together.sort((one, other) => +goesFirst(other) - +goesFirst(one));
  const alone = names.filter((name) => history.isSuspect(name)).map((name) => [name]);
  for (const list of [...packNames(together, maxLength), ...alone]) void new SentList(sent).send(list);
  return pending.map(({ question }) => answers.get(nameOf(question))!.promise);
}

/** The name to which a record belongs, from one of its fields, in upper case like the requested names. */
export const ownerIn =
  (field: string) =>
  ({ [field]: name }: Row): string =>
    typeof name === 'string' ? name.toUpperCase() : '';

/**
 * The records of each name, in the service's order; [] for a name that was left out. A record in another spelling,
 * BRK-B for BRK.B, is the name's if it is the only one left with the same letters and digits. Undefined if another name
 * of the list has the same letters: then the name must be requested alone to see whose record it is.
 */
export function recordsByName(
  names: readonly string[],
  rows: readonly Row[],
  ownerOf: (row: Row) => string,
): ReadonlyMap<string, readonly Row[] | undefined> {
  const byOwner = new Map(groupBy(rows, ownerOf).map((same) => [ownerOf(same[0]!), same]));
  const left = names.filter((name) => !byOwner.has(name));
  if (left.length === 0) return byOwner;
  const [spellings, asked] = [byLetters([...byOwner.keys()]), byLetters(names)];
  const respelled = new Map<string, string>();
  const leftOut: [string, [] | undefined][] = [];
  for (const name of left) {
    const letters = lettersOf(name);
    const [found, another] = letters === '' ? [] : (spellings.get(letters) ?? []);
    const isAlone = asked.get(letters)!.length === 1;
    if (found !== undefined && isAlone && another === undefined) respelled.set(found, name);
    else leftOut.push([name, found === undefined || isAlone ? [] : undefined]);
  }
  return new Map([...[...byOwner].map(([owner, same]) => [respelled.get(owner) ?? owner, same] as const), ...leftOut]);
}

const byLetters = (names: readonly string[]): ReadonlyMap<string, readonly string[]> =>
  new Map(groupBy(names, lettersOf).map((same) => [lettersOf(same[0]!), same]));

interface SentListRules extends Pick<ListRules<never>, 'parameter' | 'ownerOf' | 'history' | 'isOutOfOrder'> {
  readonly send: (names: readonly string[], options: ListOptions) => Promise<readonly Row[]>;
  /** Called once for each name. */
  readonly settle: (name: string, records: readonly Row[] | Promise<never>) => void;
}

/** One list, until each of its names has an answer or an error. */
class SentList implements SentNames {
  readonly history: ListHistory;
  readonly #answersBefore: number;
  readonly #outagesBefore: number;
  readonly #failedAlone = new Set<string>();

  constructor(private readonly rules: SentListRules) {
    this.history = rules.history;
    this.#answersBefore = this.history.answerCount;
    this.#outagesBefore = this.history.outageCount;
  }

  /** Never rejects. */
  async send(names: readonly string[]): Promise<void> {
    const isSuspect = names.length === 1 && this.history.isSuspect(names[0]!);
    const isOnce = names.length > 1 || isSuspect;
    const error = await this.tryNames(names, { priority: 'foreground', isSuspect, isOnce, isUncounted: isOnce });
    if (error !== undefined && names.length > 1 && this.mayBeOfAName(error))
      await new FailedList(this).divideNames(names, error);
    else if (error !== undefined) this.failNames(names, error);
    this.#noteSuspects();
  }

  get isServiceUp(): boolean {
    return this.history.answerCount > this.#answersBefore;
  }

  get isServiceDown(): boolean {
    return this.history.outageCount > this.#outagesBefore;
  }

  async tryNames(names: readonly string[], options: ListOptions): Promise<Error | undefined> {
    const { send, ownerOf, settle } = this.rules;
    try {
      const records = recordsByName(names, await send(names, options), ownerOf);
      this.history.answerCount++;
      this.history.note(names, false);
      const doubtful = names.filter((name) => records.get(name) === undefined);
      for (const name of names) if (!doubtful.includes(name)) settle(name, records.get(name)!);
      await Promise.all(doubtful.map((name) => this.#sendAlone(name)));
      return undefined;
    } catch (error) {
      if (isRefusedQuestion(error)) this.history.answerCount++;
      return error as Error;
    }
  }

  failNames(names: readonly string[], error: Error): void {
    if (names.length === 1 && this.mayBeOfAName(error)) this.#failedAlone.add(names[0]!);
    this.#noteSuspects();
    for (const name of names) this.rules.settle(name, Promise.reject(error));
  }

  mayBeOfAName(error: unknown): boolean {
    if (!(error instanceof ServiceError) || error.isOfService || this.rules.isOutOfOrder?.()) return false;
    return error.parameter === undefined || error.parameter === this.rules.parameter;
  }

  async #sendAlone(name: string): Promise<void> {
    const error = await this.tryNames([name], { ...PART, isSuspect: false });
    if (error !== undefined) this.failNames([name], error);
  }

  #noteSuspects(): void {
    if (this.isServiceUp) this.history.note(this.#failedAlone, true);
  }
}
