import type { Row } from '../../core/columns';
import { groupBy, lettersOf, RecentMap } from '../../core/basics';
import { packNames } from '../../core/packing';
import { ServiceError } from '../service-error';
import { Ask, signalOf } from './ask';
import type { SendOptions } from '../transport/policy';

/** How one list, or a part of it, is sent. */
export interface ListOptions extends SendOptions {
  /** A part of a list that failed has waited once. */
  readonly priority: 'foreground' | 'follow-up';
  /** Whether one of its names is at fault for a failure, because the service answers other requests. */
  readonly isSuspect: boolean;
}

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

/** A part of a list that failed. */
const PART = { priority: 'follow-up', isSuspect: true, isOnce: true, isUncounted: true } as const;

/** A list of that many names is sent name by name if it fails: dividing it further takes no fewer requests. */
const SENT_ONE_BY_ONE = 4;

/** One list, until each of its names has an answer or an error. */
class SentList {
  readonly #history: ListHistory;
  readonly #answersBefore: number;
  readonly #outagesBefore: number;
  readonly #failedAlone = new Set<string>();

  constructor(private readonly rules: SentListRules) {
    this.#history = rules.history;
    this.#answersBefore = this.#history.answerCount;
    this.#outagesBefore = this.#history.outageCount;
  }

  /** Never rejects. */
  async send(names: readonly string[]): Promise<void> {
    const isSuspect = names.length === 1 && this.#history.isSuspect(names[0]!);
    const isOnce = names.length > 1 || isSuspect;
    const error = await this.#tryNames(names, { priority: 'foreground', isSuspect, isOnce, isUncounted: isOnce });
    if (error !== undefined && names.length > 1 && this.#mayBeOfAName(error)) await this.#divide(names, error);
    else if (error !== undefined) this.#failNames(names, error);
    this.#noteSuspects();
  }

  /** Whether the service has answered anything since the list was sent. */
  get #isServiceUp(): boolean {
    return this.#history.answerCount > this.#answersBefore;
  }

  /** Whether another list has found since then that the service is out of order. */
  get #isServiceDown(): boolean {
    return this.#history.outageCount > this.#outagesBefore;
  }

  /** The reason why nothing was answered; undefined once the names have their records. */
  async #tryNames(names: readonly string[], options: ListOptions): Promise<Error | undefined> {
    const { send, ownerOf, settle } = this.rules;
    try {
      const records = recordsByName(names, await send(names, options), ownerOf);
      this.#history.answerCount++;
      this.#history.note(names, false);
      const doubtful = names.filter((name) => records.get(name) === undefined);
      for (const name of names) if (!doubtful.includes(name)) settle(name, records.get(name)!);
      await Promise.all(doubtful.map((name) => this.#sendAlone(name)));
      return undefined;
    } catch (error) {
      if (isRefusedQuestion(error)) this.#history.answerCount++;
      return error as Error;
    }
  }

  #failNames(names: readonly string[], error: Error): void {
    if (names.length === 1 && this.#mayBeOfAName(error)) this.#failedAlone.add(names[0]!);
    this.#noteSuspects();
    for (const name of names) this.rules.settle(name, Promise.reject(error));
  }

  /** Whether one of the names may be the reason for the failure, so that the others could succeed without it. */
  #mayBeOfAName(error: unknown): boolean {
    if (!(error instanceof ServiceError) || error.isOfService || this.rules.isOutOfOrder?.()) return false;
    return error.parameter === undefined || error.parameter === this.rules.parameter;
  }

  async #sendAlone(name: string): Promise<void> {
    const error = await this.#tryNames([name], { ...PART, isSuspect: false });
    if (error !== undefined) this.#failNames([name], error);
  }

  #noteSuspects(): void {
    if (this.#isServiceUp) this.#history.note(this.#failedAlone, true);
  }

  /**
   * Some services refuse a list with one bad name, others fail as if they were out of order. So if a list fails, and no
   * request of its operation was answered meanwhile, three of its names are tried, one before the others and after the
   * pauses of retries. If none of them is answered, the service is out of order; otherwise the list is divided by three
   * until only the names at fault fail.
   */
  async #divide(names: readonly string[], error: Error): Promise<void> {
    if (isRefusedQuestion(error)) return this.#sendParts(names, error);
    while (!this.#isServiceUp && !this.#isServiceDown && this.#history.trial) await this.#history.trial;
    if (this.#isServiceUp) return isTemporary(error) ? this.#sendAgain(names) : this.#sendParts(names, error);
    if (!this.#isServiceDown) return this.#trySamples(names, error);
    this.#failNames(names, error);
  }

  /** The service answers; the failure may have been temporary. */
  async #sendAgain(names: readonly string[]): Promise<void> {
    const error = await this.#tryNames(names, { ...PART, afterFailures: 1 });
    if (error !== undefined) await this.#divideFurther(names, error);
  }

  /** Finds out, in three requests at most, whether the service answers at all. If so, divides the list. */
  async #trySamples(names: readonly string[], error: Error): Promise<void> {
    const errors = new Map<string, Error | undefined>();
    const trial = this.#tryEach(samplesOf(names, this.#history.outageCount), isTemporary(error), errors);
    this.#history.trial = trial;
    await trial;
    const rest = names.filter((name) => !errors.has(name));
    const failed = [...errors].flatMap(([name, own]) => (own === undefined ? [] : [[name, own] as const]));
    if (!this.#isServiceUp) {
      this.#failNames(rest, error);
      for (const [name, own] of failed) this.#failNames([name], own);
      return;
    }
    await Promise.all([
      ...failed.map(async ([name, own]) => {
        if (isTemporary(own)) return this.#sendParts([name], own);
        this.#failNames([name], own);
      }),
      failed.length === 0 ? this.#sendParts(rest, error) : rest.length > 0 && this.#sendAgain(rest),
    ]);
  }

  async #tryEach(
    [first, ...others]: readonly string[],
    isPaced: boolean,
    errors: Map<string, Error | undefined>,
  ): Promise<void> {
    const tryOne = async (name: string, afterFailures: number, isUncounted: boolean): Promise<void> => {
      const options = { ...PART, isSuspect: false, isUncounted, ...(isPaced && { afterFailures }) };
      errors.set(name, await this.#tryNames([name], options));
    };
    await tryOne(first!, 1, true);
    if (!this.#isServiceUp) await Promise.all(others.map((name) => tryOne(name, 2, false)));
    if (!this.#isServiceUp) this.#history.outageCount++;
    this.#history.trial = undefined;
  }

  async #sendParts(names: readonly string[], error: Error): Promise<void> {
    const length = names.length > SENT_ONE_BY_ONE ? Math.ceil(names.length / 3) : 1;
    // A name that failed in a list and in a part of it has been tried often enough.
    const isOnce = length > 1 || isTemporary(error);
    const parts: (readonly string[])[] = [];
    for (let start = 0; start < names.length; start += length) parts.push(names.slice(start, start + length));
    await Promise.all(
      parts.map(async (part) => {
        const own = await this.#tryNames(part, { ...PART, isOnce });
        if (own !== undefined) await this.#divideFurther(part, own);
      }),
    );
  }

  async #divideFurther(names: readonly string[], error: Error): Promise<void> {
    if (names.length > 1 && this.#mayBeOfAName(error)) await this.#sendParts(names, error);
    else this.#failNames(names, error);
  }
}

/**
 * Chooses three names of a list, avoiding names that failed before. Bad names are often neighbours or every second
 * name, so these are neither.
 */
function samplesOf(names: readonly string[], turn: number): readonly string[] {
  const places = [1, 2, names.length - 2, 0].map((place) => (place + turn) % names.length);
  return [...new Set(places)].slice(0, 3).map((place) => names[place]!);
}

const isRefusedQuestion = (error: unknown): boolean => error instanceof ServiceError && error.isRefusal;
const isTemporary = (error: unknown): boolean => error instanceof ServiceError && error.isTemporary;
