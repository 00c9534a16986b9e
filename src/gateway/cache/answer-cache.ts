import { decode } from '../../api/transport/wire';
import type { Operation } from '../../api/interface/operation';
import { Ask, type AskOptions, minMaxAgeMs, SharedAnswers } from '../../api/lookup/ask';
import { bodyError, cancelledError } from '../../api/service-error';
import { MS_PER_MINUTE } from '../../core/calendar/dates';
import { RefusedError } from '../errors';
import { type Answered, memoryOf } from '../replies';
import type { Questioner } from '../access/allowances';
import { type Asking, type Inquiries, Lane, type Turn } from '../service/inquiries';
import { type Health, RecentFailures } from '../service/outages';
import type { UpstreamReply } from '../service/upstream';
import { isLongList } from './long-list';

/** The answer for one name: its record or the whole body as JSON, '' if a list lacks it; or the service's refusal. */
export type Item = Pick<Answered, 'status' | 'body' | 'isOfBytes'>;

/** How long the service is not asked again for an unknown or refused name. */
const REFUSED_MS = MS_PER_MINUTE;

export const isKept = (status: number): boolean => status === 404 || status === 422;

export const isMissing = ({ status, body }: Item): boolean => status !== 200 || body === '';

export interface CacheEntry {
  readonly name: string;
  readonly value: Item;
  readonly askedAt: number;
  /** When this node requested it; a cache on the way may have sent an older answer. */
  readonly sentAt: number;
  wantedAt: number;
  /** The average time until it is read again; 0 if unknown. */
  pauseMs: number;
}

export interface AgeLimits {
  /** Older answers do not count; undefined: as in the table of operations. */
  readonly maxAgeMs: number | undefined;
  /** How long a substitute may have been too old; 0 for no substitute. */
  readonly maxStaleMs: number;
}

interface KeptEntries {
  entryOf(name: string): CacheEntry | undefined;
  noteWanted(entry: CacheEntry, now: number): void;
  /** @param sentAt when it was requested, if a cache on the way sent an older answer */
  putEntry(name: string, value: Item, askedAt: number, sentAt?: number): void;
}

export interface AnswerCacheOptions {
  readonly operation: Operation;
  readonly inquiries: Inquiries;
  readonly now: () => number;
  readonly freshMs: (name: string, askedAt: number) => number;
}

/** A question for a name: whose turn it is decides when it is sent. */
export class PendingName extends Ask<string, CacheEntry> {
  isWanted = false;

  constructor(
    readonly name: string,
    options: Pick<AskOptions, 'askedAt' | 'maxAgeMs' | 'onAbandoned'>,
    readonly wantedAt = -Infinity,
    readonly cost = 0,
  ) {
    super(name, { ...options, key: name });
  }
}

const WEIGHT_OF_LAST = 0.2;

const NOBODY: Questioner = { person: '' };

export abstract class AnswerCache<
  Options extends AnswerCacheOptions = AnswerCacheOptions,
  Entries extends KeptEntries = KeptEntries,
> extends Lane<PendingName> {
  protected readonly answers: SharedAnswers<CacheEntry, PendingName>;
  readonly #failures: RecentFailures;
  /** How long the service has taken lately. */
  #usualMs = 0;

  constructor(
    protected readonly options: Options,
    protected readonly entries: Entries,
  ) {
    const { now, inquiries, operation } = options;
    super(inquiries, operation.id);
    this.answers = new SharedAnswers(
      now,
      (entry) => this.freshUntil(entry),
      ({ value }) => isMissing(value),
    );
    this.#failures = new RecentFailures(now);
  }

  override send(free: number): readonly Promise<unknown>[] {
    return this.requestsToSend(free).map((turns) => this.#send(turns));
  }

  /** At once if fresh enough. Rejects with a ServiceError. @param asking undefined for a caller that never leaves */
  readAnswer(name: string, ageLimits: AgeLimits, asking?: Asking): CacheEntry | Promise<CacheEntry> {
    const now = this.options.now();
    const kept = this.entries.entryOf(name);
    const notBefore = notBeforeOf(ageLimits, now);
    if (kept !== undefined) this.entries.noteWanted(kept, now);
    const found = this.answers.findAnswer(name, kept, notBefore);
    if (found === undefined) {
      const failure = this.failureOf(name);
      return failure === undefined ? this.wantAnswer(name, ageLimits.maxAgeMs, asking) : Promise.reject(failure);
    }
    if (!(found instanceof PendingName)) return found;
    if (this.hasItem(found)) found.maxAgeMs = minMaxAgeMs([found, ageLimits]);
    const { maxAgeMs = Infinity } = found;
    const answer = this.#join(found, asking);
    if (notBefore === undefined || maxAgeMs <= ageLimits.maxAgeMs!) return answer;
    // A service with its own cache may send something older if the request accepts that.
    return answer.then((one) =>
      one.askedAt >= notBefore || isMissing(one.value) ? one : this.readAnswer(name, ageLimits, asking),
    );
  }

  /** An entry, or a newer one if it would be too old before others arrive: a slow service is not awaited twice. */
  lastingAnswer(entry: CacheEntry, asking: Asking): CacheEntry | Promise<CacheEntry> {
    const { name } = entry;
    if (this.options.now() + this.#usualMs < this.freshUntil(entry) || this.failureOf(name)) return entry;
    const underWay = this.answers.pendingAsk(name);
    const newer = underWay ? this.#join(underWay, asking) : this.wantAnswer(name, undefined, asking);
    return newer.catch(() => entry);
  }

  staleAnswer(name: string, maxStaleMs: number): CacheEntry | undefined {
    const kept = this.entries.entryOf(name);
    return kept !== undefined && !isMissing(kept.value) && this.options.now() <= this.freshUntil(kept) + maxStaleMs
      ? kept
      : undefined;
  }

  freshUntil({ name, askedAt, value }: CacheEntry): number {
    return askedAt + (isMissing(value) ? REFUSED_MS : this.options.freshMs(name, askedAt));
  }

  /** Whether it may answer a question of that time. An answer requested for the question always may. */
  isFresh(entry: CacheEntry, questionAt: number): boolean {
    return entry.sentAt >= questionAt || this.options.now() < this.freshUntil(entry);
  }

  abstract bodyOf(entries: readonly CacheEntry[]): Omit<Item, 'status'>;

  protected abstract requestsToSend(free: number): readonly (readonly Turn<PendingName>[])[];

  protected abstract loadAnswers(turns: readonly Turn<PendingName>[]): readonly Promise<CacheEntry>[];

  protected abstract costOf(name: string): number;

  protected abstract sendSoon(): void;

  protected failureOf(name: string): Error | undefined {
    return this.#failures.failureOf(name, this.#health);
  }

  protected wantAnswer(
    name: string,
    maxAgeMs?: number,
    asking?: Asking,
    wantedAt = this.options.now(),
  ): Promise<CacheEntry> {
    const { inquiries, operation } = this.options;
    const problem = inquiries.problemOf(operation, asking);
    if (problem !== undefined) return Promise.reject(problem);
    const onAbandoned = (): void => {
      // The service answers a sent request anyway, and the answer may be wanted then.
      if (!this.hasItem(pending)) return;
      this.dropItem(pending);
      this.failItem(pending, cancelledError());
    };
    const pending = new PendingName(name, { askedAt: Infinity, maxAgeMs, onAbandoned }, wantedAt, this.costOf(name));
    const answer = pending.join(asking?.cancellation);
    this.answers.beginAsk(pending);
    this.addItem(pending, asking?.asker ?? NOBODY);
    if (!this.isOpen) this.sendSoon();
    return answer;
  }

  #join(underWay: PendingName, asking: Asking | undefined): Promise<CacheEntry> {
    underWay.isWanted = true;
    if (this.hasItem(underWay)) this.addItem(underWay, asking?.asker ?? NOBODY);
    return underWay.join(asking?.cancellation);
  }

  async #send(turns: readonly Turn<PendingName>[]): Promise<void> {
    this.takeTurns(turns);
    const sentAt = this.options.now();
    for (const { item } of turns) item.askedAt = sentAt;
    await Promise.all(
      this.loadAnswers(turns).map(async (answer, index) => {
        const pending = turns[index]!.item;
        try {
          const entry = await answer;
          this.#usualMs += (this.options.now() - sentAt - this.#usualMs) * WEIGHT_OF_LAST;
          entry.wantedAt = Math.max(entry.wantedAt, pending.wantedAt);
          this.#failures.forgetFailure(pending.name);
          this.answers.endAsk(pending);
          pending.resolve(entry);
        } catch (error) {
          this.#failures.noteFailure(pending.name, error, this.#health);
          this.failItem(pending, error);
        }
      }),
    );
  }

  protected override failItem(pending: PendingName, error: unknown): void {
    this.answers.endAsk(pending);
    pending.reject(error);
  }

  get #health(): Health {
    return this.options.inquiries.healthOf(this.options.operation);
  }
}

/** Combines the refreshes of many users: a name is requested from the service no more often than this. */
const MIN_MAX_AGE_MS = 2_000;

/** Only answers requested since then count, in ms; undefined for every fresh one. */
const notBeforeOf = ({ maxAgeMs = Infinity }: AgeLimits, now: number): number | undefined =>
  maxAgeMs === Infinity ? undefined : now - Math.max(maxAgeMs, MIN_MAX_AGE_MS);

/** Bytes of all answers and their addresses in memory, and of one: longer ones would displace most of the others. */
const [MAX_MEMORY, MAX_MEMORY_OF_ONE] = [48_000_000, 12_000_000];

/** Answers by address. The least recently used go first. */
export class RecentEntries implements KeptEntries {
  readonly #kept = new Map<string, CacheEntry>();
  #memory = 0;

  entryOf(name: string): CacheEntry | undefined {
    return this.#kept.get(name);
  }

  noteWanted(entry: CacheEntry): void {
    this.#kept.delete(entry.name);
    this.#kept.set(entry.name, entry);
  }

  putEntry(name: string, value: Item, askedAt: number, sentAt = askedAt): CacheEntry {
    this.#drop(name);
    const entry = { name, value, askedAt, sentAt, wantedAt: askedAt, pauseMs: 0 };
    const memory = memoryOfEntry(entry);
    if (memory > MAX_MEMORY_OF_ONE) return entry;
    this.#kept.set(name, entry);
    this.#memory += memory;
    if (this.#memory <= MAX_MEMORY) return entry;
    // Many at once: after many deletions, finding the oldest takes long.
    for (const oldest of this.#kept.keys()) {
      if (this.#memory <= 0.9 * MAX_MEMORY) break;
      this.#drop(oldest);
    }
    return entry;
  }

  #drop(name: string): void {
    const kept = this.#kept.get(name);
    if (kept) this.#memory -= memoryOfEntry(kept);
    this.#kept.delete(name);
  }
}

/** With what it takes beside its texts. */
const memoryOfEntry = ({ name, value }: CacheEntry): number => 400 + name.length + memoryOf(value);

export class ResponseCache extends AnswerCache<AnswerCacheOptions, RecentEntries> {
  override bodyOf([entry]: readonly CacheEntry[]): Item {
    return entry!.value;
  }

  protected override requestsToSend(free: number): readonly (readonly Turn<PendingName>[])[] {
    return this.inTurn(free).map((turn) => [turn]);
  }

  protected override costOf(): number {
    return 1;
  }

  protected override sendSoon(): void {
    this.openLane();
  }

  protected override loadAnswers([turn]: readonly Turn<PendingName>[]): readonly Promise<CacheEntry>[] {
    return [this.#load(turn!.item)];
  }

  async #load(pending: PendingName): Promise<CacheEntry> {
    const { operation, inquiries } = this.options;
    const { name: path, maxAgeMs } = pending;
    const question = { path, maxAgeMs, isAbandoned: () => pending.isAbandoned };
    const reply = await inquiries.askService(operation, path, question, checkerOf(operation));
    const { status, body, isOfBytes, askedAt, sentAt } = reply;
    return this.entries.putEntry(path, { status, body, isOfBytes }, askedAt, sentAt);
  }
}

const checkerOf =
  (operation: Operation) =>
  (answer: UpstreamReply): UpstreamReply => {
    const { status, body } = answer;
    if (status !== 200 && !isKept(status)) throw new RefusedError(answer, answer.askedAt);
    if (status === 200 && !isLongList(operation, body) && decode(operation, body).body === null)
      throw bodyError('an empty answer');
    return answer;
  };
