import { type Operation, type ValidationProblem, tellsPricesOfNow, wireName } from '../api/interface/operation';
import { PRECISION } from '../api/interface/quote-rows';
import { RecentMap } from '../core/basics';
import { inTime } from '../core/waiting';
import { type Asking, Inquiries, type InquiriesOptions } from './service/inquiries';
import type { Allowances } from './access/allowances';
import { RefusedError } from './errors';
import {
  type AgeLimits,
  type AnswerCache,
  type CacheEntry,
  isMissing,
  RecentEntries,
  ResponseCache,
} from './cache/answer-cache';
import { type Answered, failure, FAULT, passOn, refusal } from './replies';
import { leadsTo, MAX_VALUE_LENGTH, type Route } from './route';
import { MAX_LIST_LENGTH, type ServiceDescription } from './service/described';
import { dayFromIso } from '../core/calendar/iso-dates';
import { SECONDS_PER_DAY } from '../core/calendar/dates';
import { BatchWindow } from '../api/lookup/batch';
import { ListCache } from './cache/list-cache';

interface OperationsOptions {
  readonly caches: Caches;
  readonly allowances?: Allowances | undefined;
  readonly now: () => number;
  readonly onFault: (error: unknown) => void;
  readonly described: Pick<ServiceDescription, 'hasParameter' | 'lengthOf'>;
  readonly node?: string | undefined;
}

interface OperationQuestion extends Route {
  readonly search: string;
  readonly ageLimits: AgeLimits;
  readonly asking: Asking;
}

/** A caller that accepts last values waits no longer than this for a new value. */
const PATIENCE_MS = 2_000;
/** Answers that became too old while the rest was awaited are requested again, at most this often. */
const MAX_ROUNDS = 3;
const [MAX_QUESTIONS, MAX_QUERY_LENGTH] = [5_000, 1_000];

/** Answers the operations from memory, or from the service. Never rejects. */
export class Operations {
  readonly #lists = new RecentMap<string, ListQuestion>(MAX_QUESTIONS);

  constructor(private readonly options: OperationsOptions) {}

  async answerQuestion(question: OperationQuestion): Promise<Answered> {
    if (question.problem) return refusal(422, [question.problem]);
    try {
      const unknown = this.#lists.get(keyOf(question)) ? [] : unknownIn(question);
      const problems = unknown.length > 0 ? await this.#undescribed(question, unknown) : [];
      if (problems.length > 0) return refusal(422, problems);
      const answered = this.#answer(question);
      if (!(answered instanceof Promise)) return answered;
      return await question.asking.waitFor(answered);
    } catch (error) {
      this.options.allowances?.returnSymbols(question.asking.asker, question.asking.symbolCount);
      return sourced(this.#failed(error), 'miss');
    }
  }

  /** Passes a body on without keeping it. */
  async passUpload(route: Route, search: string, body: string, asking: Asking): Promise<Answered> {
    const { inquiries } = this.options.caches;
    const { operation, path } = route;
    try {
      const problems = await this.#undescribed(route, unknownIn({ operation, search }));
      if (problems.length > 0) return refusal(422, problems);
      const problem = inquiries.problemOf(operation, asking);
      if (problem !== undefined) throw problem;
      inquiries.spendRequests(asking.asker, 1);
      const question = { path: addressOf(route, new URLSearchParams(search)), body };
      const asked = inquiries.askService(operation, path, question, (answer) => {
        if (answer.status >= 500) throw new RefusedError(answer, answer.askedAt);
        return answer;
      });
      const reply = await asking.waitFor(asked);
      return sourced(
        reply.status < 300 ? { status: reply.status, body: reply.body } : passOn(reply.status, reply.body),
        'method',
      );
    } catch (error) {
      return sourced(this.#failed(error), 'method');
    }
  }

  /** The error for parameters that neither the table nor the service has: each would fill the cache further. */
  async #undescribed({ operation }: Route, names: readonly string[]): Promise<readonly ValidationProblem[]> {
    const problems: ValidationProblem[] = [];
    for (const name of names)
      if (!(await this.options.described.hasParameter(operation, name)))
        problems.push({
          loc: ['query', name],
          msg: `${operation.path} has no parameter of that name: leave it out`,
          type: 'extra_forbidden',
        });
    return problems;
  }

  #failed(error: unknown): Answered {
    const answered = failure(error);
    if (answered === FAULT) this.options.onFault(error);
    return answered;
  }

  #answer(question: OperationQuestion): Answered | Promise<Answered> {
    const list = this.#listIn(question);
    if (list !== undefined && 'msg' in list) return refusal(422, [list]);
    const { operation, asking } = question;
    const count = list?.names.length ?? 1;
    const tooMany = this.options.allowances?.takeSymbols(asking.asker, count);
    if (tooMany !== undefined) throw tooMany;
    asking.symbolCount = count;
    const { caches } = this.options;
    if (list) return this.#named(caches.listOf(operation, list.rest), list.names, question);
    const address = addressOf(question, new URLSearchParams(question.search));
    return this.#named(caches.responsesOf(operation), [address], question);
  }

  /** Every workbook repeats the same questions. */
  #listIn(question: OperationQuestion): ListQuestion | ValidationProblem | undefined {
    const { operation, search } = question;
    if (operation.batchBy === undefined) return undefined;
    const key = keyOf(question);
    const cached = this.#lists.get(key);
    if (cached) return cached;
    const read = readListQuestion(operation, new URLSearchParams(search), this.options.described.lengthOf(operation));
    if (read && 'names' in read && search.length <= MAX_QUERY_LENGTH) this.#lists.set(key, read);
    return read;
  }

  #named(cache: AnswerCache, names: readonly string[], question: OperationQuestion): Answered | Promise<Answered> {
    const askedAt = this.options.now();
    const items = names.map((name) => cache.readAnswer(name, question.ageLimits, question.asking));
    const hits = items.filter((item) => !(item instanceof Promise)).length;
    if (hits === names.length) return this.#ofEntries(items as CacheEntry[], cache, hits);
    return this.#awaited(cache, names, items, { ...question, hits, askedAt });
  }

  async #awaited(
    cache: AnswerCache,
    names: readonly string[],
    begun: readonly (CacheEntry | Promise<CacheEntry>)[],
    { ageLimits, asking, hits, askedAt }: OperationQuestion & { readonly hits: number; readonly askedAt: number },
  ): Promise<Answered> {
    let items = begun.map((item) => (item instanceof Promise ? item : cache.lastingAnswer(item, asking)));
    for (let round = 1; ; round++) {
      const answers = await Promise.all(
        // If last values are accepted, a failure or a long wait is answered with one.
        items.map(async (item, index) =>
          item instanceof Promise && ageLimits.maxStaleMs > 0
            ? orElse(item, () => cache.staleAnswer(names[index]!, ageLimits.maxStaleMs))
            : item,
        ),
      );
      const isDone = round === MAX_ROUNDS || ageLimits.maxStaleMs > 0;
      if (isDone || answers.every((item) => cache.isFresh(item, askedAt))) return this.#ofEntries(answers, cache, hits);
      // While waiting, answers from memory have become too old. If the service is slow, they are better than none.
      asking.bestSoFar = () => this.#ofEntries(answers, cache, hits);
      items = answers.map((item, index) =>
        cache.isFresh(item, askedAt) ? item : cache.readAnswer(names[index]!, ageLimits, asking),
      );
    }
  }

  #ofEntries(entries: readonly CacheEntry[], cache: AnswerCache, hits: number): Answered {
    const isHit = hits === entries.length;
    const counts = { count: entries.length, hits };
    let oldest = entries[0]!;
    for (const entry of entries) {
      const { status, body } = entry.value;
      if (status !== 200) return { ...passOn(status, body), ...counts, ...this.#aged(entry, cache, isHit) };
      // An unknown symbol is remembered longer than a quote, so it does not affect the age of the quotes beside it.
      const isOlder = entry.askedAt < oldest.askedAt && isMissing(entry.value) === isMissing(oldest.value);
      if (isOlder || (isMissing(oldest.value) && !isMissing(entry.value))) oldest = entry;
    }
    const keptIn = entries.length === 1 ? oldest : undefined;
    return { status: 200, ...cache.bodyOf(entries), keptIn, ...counts, ...this.#aged(oldest, cache, isHit) };
  }

  /** The age and the source of an answer (RFC 9211). Refusals and unknown names have an age too. */
  #aged(entry: CacheEntry, cache: AnswerCache, isHit: boolean): Pick<Answered, 'headers' | 'ageMs'> {
    const now = this.options.now();
    const ageMs = Math.max(0, Math.round(now - entry.askedAt));
    const { status } = entry.value;
    const source = isHit ? `hit; ttl=${Math.ceil((cache.freshUntil(entry) - now) / 1000)}` : 'fwd=miss';
    return {
      ageMs,
      headers: {
        age: String(Math.floor(ageMs / 1000)),
        'md-age-ms': String(ageMs),
        ...(this.options.node !== undefined && { 'md-node': this.options.node }),
        'cache-status': `MD; ${source}${isHit || status === 200 ? '' : `; fwd-status=${status}`}`,
      },
    };
  }
}

/** Says why the service had to be asked (RFC 9211), for an answer that is never kept. */
const sourced = (answered: Answered, why: 'miss' | 'method'): Answered => ({
  ...answered,
  headers: { age: '0', 'cache-status': `MD; fwd=${why}`, ...answered.headers },
});

async function orElse<T>(answer: Promise<T>, stale: () => T | undefined): Promise<T> {
  if (stale() === undefined) return answer;
  try {
    return await inTime(() => answer, PATIENCE_MS);
  } catch {
    return stale() ?? answer;
  }
}

/** One address for all equivalent questions: parameters in order, each once. Throws if it is of another operation. */
function addressOf({ operation, path }: Route, query: URLSearchParams): string {
  const isRepeated = (name: string): boolean => operation.parameters.some((one) => one.name === name && one.isRepeated);
  const last = new Map(query);
  const all = [...query].filter(([name]) => isRepeated(name));
  const parts = [...[...last].filter(([name]) => !isRepeated(name)), ...all].sort(([a], [b]) => (a < b ? -1 : 1));
  const text = new URLSearchParams(parts).toString().replaceAll('%2C', ',').replaceAll('%3A', ':');
  const address = text === '' ? path : `${path}?${text}`;
  if (!leadsTo(operation, address)) throw new RangeError('The address is not that of the operation');
  return address;
}

interface ListQuestion {
  /** Upper case, each once, in the requested order. */
  readonly names: readonly string[];
  /** The other parameters as a query: they are the same for all names that travel together. */
  readonly rest: string;
}

const keyOf = ({ operation, search }: OperationQuestion): string => `${operation.id} ${search}`;

function unknownIn({ operation, search }: Pick<OperationQuestion, 'operation' | 'search'>): readonly string[] {
  if (search === '') return [];
  const known = operation.parameters.flatMap((one) => [one.name, wireName(operation, one)]);
  return [...new Set(new URLSearchParams(search).keys())].filter((name) => !known.includes(name));
}

type Beside = Readonly<Record<string, string>>;

/** The supported parameters beside a list; undefined if the service should receive the question unchanged. */
const READERS: Readonly<Record<'quotes' | 'days', (beside: Beside) => Beside | undefined>> = {
  quotes: ({ precision, ...others }) => {
    if (Object.keys(others).length > 0) return undefined;
    if (precision === undefined) return {};
    const { min = 0, max = Infinity } = PRECISION;
    const decimals = /^\+?\d{1,9}$/.test(precision) ? Number(precision) : NaN;
    return decimals >= min && decimals <= max ? { precision: String(decimals) } : undefined;
  },
  // Only ordered days: for others the service reports the error, once and not for every market.
  days: ({ start, end, ...others }) => {
    const days = { ...(start !== undefined && { start }), ...(end !== undefined && { end }) };
    const isInOrder = start === undefined || end === undefined || start <= end;
    const areDays = Object.values(days).every((day) => dayFromIso(day) !== undefined);
    return Object.keys(others).length === 0 && areDays && isInOrder ? days : undefined;
  },
};

/**
 * A question about a list, or its error; undefined if the service should receive it unchanged.
 * @param longest list that the service takes, in characters
 */
function readListQuestion(
  { batchBy = '', kind }: Operation,
  query: URLSearchParams,
  longest: number,
): ListQuestion | ValidationProblem | undefined {
  const { [batchBy]: list, ...beside } = Object.fromEntries(query);
  const isOfQuotes = kind === 'quotes';
  if (list === undefined) return undefined;
  const names = namesIn(list);
  const longestName = Math.min(longest, MAX_VALUE_LENGTH);
  const isTooLong = list.length > MAX_LIST_LENGTH;
  if (isTooLong || names.some(({ length }) => length > longestName))
    return isOfQuotes ? tooLong(isTooLong ? MAX_LIST_LENGTH : longestName) : undefined;
  if (names.length === 0) return undefined;
  const rest = READERS[isOfQuotes ? 'quotes' : 'days'](beside);
  if (rest) return { names, rest: new URLSearchParams(rest).toString() };
  // The service understands its own address unchanged.
  return isOfQuotes && list.length > longest ? tooLong(longest) : undefined;
}

const namesIn = (list: string): string[] => {
  const names = list.split(',').map((name) => name.trim().toUpperCase());
  return [...new Set(names.filter((name) => name !== ''))];
};

const tooLong = (most: number): ValidationProblem => ({
  loc: ['query', 'symbols'],
  msg: `String should have at most ${most} characters`,
  type: 'string_too_long',
});

interface CachesOptions extends InquiriesOptions {
  readonly quoteFreshMs: () => number;
  readonly fills: boolean;
  readonly described: ServiceDescription;
}

/** A miss that is alone waits for two timers of at least a millisecond each. */
const PACE = { quietMs: 2, maxMs: 8 };
/** One for each area and precision, and for the dates of calendars: ten years of one exchange are 500,000 characters. */
const [MAX_LISTS, MAX_LIST_MEMORY] = [200, 48_000_000];
const AHEAD = 0.8;
/** A day begins at a different moment at each exchange. */
const TODAY_SECONDS = 300;

export class Caches {
  readonly #responses = new Map<string, ResponseCache>();
  readonly #recent = new RecentEntries();
  readonly #lists = new Map<string, ListCache>();
  readonly #window = new BatchWindow(PACE);
  readonly inquiries: Inquiries;
  #sweep: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly options: CachesOptions) {
    this.inquiries = new Inquiries(options);
  }

  responsesOf(operation: Operation): AnswerCache {
    const existing = this.#responses.get(operation.id);
    if (existing) return existing;
    const { inquiries } = this;
    const freshMs = (path: string, askedAt: number): number =>
      this.#freshMs(operation, path.split('?')[1] ?? '', askedAt);
    const cache = new ResponseCache({ operation, inquiries, now: this.options.now, freshMs }, this.#recent);
    this.#responses.set(operation.id, cache);
    return cache;
  }

  listOf(operation: Operation, rest: string): ListCache {
    const key = rest === '' ? operation.id : `${operation.id} ${rest}`;
    const existing = this.#lists.get(key);
    if (existing) {
      if (rest !== '') this.#lists.delete(key);
      this.#lists.set(key, existing);
      return existing;
    }
    const { now, fills } = this.options;
    const isOfQuotes = operation.kind === 'quotes';
    const cache = new ListCache({
      operation,
      values: Object.fromEntries(new URLSearchParams(rest)),
      inquiries: this.inquiries,
      window: this.#window,
      now,
      freshMs: (_, askedAt) => this.#freshMs(operation, rest, askedAt),
      described: this.options.described,
      fills: fills && isOfQuotes,
    });
    this.#lists.set(key, cache);
    this.#dropOldest();
    return cache;
  }

  #dropOldest(): void {
    let memory = 0;
    for (const { memory: own } of this.#lists.values()) memory += own;
    for (const [key, { memory: own }] of this.#lists) {
      if (this.#lists.size <= MAX_LISTS && memory <= MAX_LIST_MEMORY) return;
      if (key.split(' ').length <= 2) continue;
      this.#lists.delete(key);
      memory -= own;
    }
  }

  startAhead(): void {
    const everyMs = Math.min(100, this.options.quoteFreshMs() / 20);
    this.#sweep ??= setInterval(() => {
      for (const list of this.#lists.values()) list.askAhead(AHEAD);
    }, everyMs);
  }

  get quoteFreshMs(): number {
    return this.options.quoteFreshMs();
  }

  stopAsking(): void {
    clearInterval(this.#sweep);
  }

  /** With two exceptions: an open window of ticks gets new ones, and days without a start begin today. */
  #freshMs(operation: Operation, query: string, askedAt: number): number {
    if (tellsPricesOfNow(operation)) return this.options.quoteFreshMs();
    const search = new URLSearchParams(query);
    const { freshSeconds, kind } = operation;
    if ((kind === 'holidays' || kind === 'hours') && !search.has('start')) return TODAY_SECONDS * 1000;
    const end = kind === 'ticks' ? Number(search.get('end')) : 0;
    return end * 1000 > askedAt ? this.options.quoteFreshMs() : Math.min(freshSeconds, SECONDS_PER_DAY) * 1000;
  }
}
