import { ServiceError } from '../../api/service-error';
import { RecentMap } from '../../core/basics';
import { NotNowError } from '../errors';

export const SHORT_PAUSE_MS = 5_000;
/** This many different questions must fail in a row: one that always fails must not block the others. */
const FAILURES_IN_A_ROW = 3;

/** While the service is out of order, one question a second shows whether it has recovered. */
const PROBE_MS = 1_000;

/** A request may be lost after this many times the usual latency, within these bounds. */
const [LATE, MIN_LATE_MS, MAX_LATE_MS] = [5, 1_000, 10_000];
export const lateMs = (usualMs: number): number => Math.min(MAX_LATE_MS, Math.max(MIN_LATE_MS, usualMs * LATE));

/** A gate that shuts after enough failures in a row, or for a pause; then one question at a time tests it. */
class Circuit {
  readonly #failed = new Set<string>();
  #shut: { readonly error: ServiceError; readonly since: number; readonly until: number } | undefined;
  /** The test questions on their way. Earlier questions may never be answered. */
  #probeCount = 0;
  /** When the questions on their way were sent. */
  readonly #out = new Map<symbol, number>();
  sentAt = -Infinity;
  #usualMs = Infinity;
  answeredAt = -Infinity;
  recoveredAt = -Infinity;
  #proof: Proof | undefined;
  #isProving = false;

  constructor(private readonly now: () => number) {}

  get problem(): ServiceError | undefined {
    const shut = this.#shut;
    const leftMs = (shut?.until ?? 0) - this.now();
    if (shut === undefined || leftMs <= 0) return undefined;
    const { error } = shut;
    return isPause(error)
      ? new ServiceError('status', error.message, { status: error.status!, pauseMs: leftMs })
      : error;
  }

  get isDoubtful(): boolean {
    return this.#failed.size > 0;
  }

  get room(): number {
    return this.#shut === undefined ? Infinity : 1 - this.#probeCount;
  }

  /** Whether nothing has been answered for longer than usual, so that the service may hang. */
  get isSilent(): boolean {
    const since = [...this.#out.values()].find((sentAt) => sentAt > this.answeredAt) ?? Infinity;
    return this.now() - since > lateMs(this.#usualMs);
  }

  beginQuestion(): () => void {
    const question = Symbol();
    this.#out.set(question, this.now());
    const probes = this.#shut === undefined ? 0 : 1;
    this.#probeCount += probes;
    return () => {
      this.#out.delete(question);
      this.#probeCount -= probes;
    };
  }

  noteAnswer(sentAt: number, proof?: Proof): void {
    this.#proof = proof ?? this.#proof;
    this.answeredAt = Math.max(this.answeredAt, sentAt);
    this.#usualMs = this.now() - sentAt;
    // Questions from before say nothing about the time since then.
    if (this.#shut !== undefined && sentAt < this.#shut.since) return;
    this.#failed.clear();
    if (this.#shut !== undefined) this.recoveredAt = this.now();
    this.#shut = undefined;
  }

  /** Questions about bad names may fail in a row, so the last successful question is repeated first. */
  noteFailure(question: string, error: ServiceError, sentAt: number, onShut: () => void): void {
    const shut = this.#shut;
    if ((shut !== undefined && sentAt < shut.since) || this.#isProving) return;
    this.#failed.add(question);
    if (shut === undefined && this.#failed.size < FAILURES_IN_A_ROW) return;
    const close = (): void => {
      const since = this.now();
      this.#shut = { error, since, until: since + PROBE_MS };
      onShut();
    };
    if (shut !== undefined || this.#proof === undefined) close();
    else void this.#prove(this.#proof, close);
  }

  async #prove(proof: Proof, onFailed: () => void): Promise<void> {
    this.#isProving = true;
    const sentAt = this.now();
    try {
      await proof();
      this.noteAnswer(sentAt);
    } catch {
      // A pause may have begun meanwhile.
      if (this.#shut === undefined) onFailed();
    } finally {
      this.#isProving = false;
    }
  }

  pause(error: ServiceError): void {
    const since = this.now();
    const until = since + Math.max(PROBE_MS, error.pauseMs ?? SHORT_PAUSE_MS);
    this.#shut = { error, since, until: Math.max(until, this.#shut?.until ?? 0) };
  }
}

type Proof = () => Promise<unknown>;

interface WatchedQuestion {
  readonly name: string;
  readonly isSuspect?: boolean | undefined;
  readonly proof?: Proof;
}

/** Tracks whether the service pauses, is unreachable or refuses the key, or whether a single operation fails. */
export class Outages {
  readonly #service: Circuit;
  readonly #operations = new Map<string, Circuit>();
  readonly #failing = new Set<string>();

  /** @param onShut called when requests stop for a while, for one operation or for all */
  constructor(
    private readonly now: () => number,
    private readonly onShut: (error: ServiceError, operation: string | undefined) => void,
  ) {
    this.#service = new Circuit(now);
  }

  problemOf(operation: string): ServiceError | undefined {
    return this.#service.problem ?? this.#operations.get(operation)?.problem;
  }

  noteSent(operation: string): void {
    this.#circuitOf(operation).sentAt = this.now();
  }

  /** All operations that do not answer share one question a second; the others go on. */
  roomFor(operation: string): number {
    const circuit = this.#circuitOf(operation);
    const room = Math.min(this.#service.room, circuit.room);
    if (!circuit.isSilent) return room;
    const silent = [...this.#operations.values()].filter(({ isSilent }) => isSilent);
    return Math.min(room, Number(silent.every(({ sentAt }) => this.now() - sentAt >= PROBE_MS)));
  }

  /** Unreadable answers must be errors. @param ask receives whether to try only once, since others have just failed */
  async watchQuestion<T>(
    operation: string,
    question: WatchedQuestion,
    ask: (isOnce: boolean) => Promise<T>,
  ): Promise<T> {
    const circuit = this.#circuitOf(operation);
    const sentAt = this.now();
    const ends = [this.#service, circuit].map((one) => one.beginQuestion());
    try {
      const answer = await ask(this.#service.isDoubtful || circuit.isDoubtful);
      this.#failing.clear();
      for (const one of [this.#service, circuit]) one.noteAnswer(sentAt, question.proof);
      return answer;
    } catch (error) {
      this.#note(operation, question, error, sentAt);
      throw error;
    } finally {
      for (const end of ends) end();
    }
  }

  healthOf(operation: string): Health {
    const { answeredAt, recoveredAt } = this.#circuitOf(operation);
    return { answeredAt, recoveredAt: Math.max(recoveredAt, this.#service.recoveredAt) };
  }

  #note(operation: string, { name, isSuspect }: WatchedQuestion, error: unknown, sentAt: number): void {
    if (!(error instanceof ServiceError)) return;
    const { kind, status = 0 } = error;
    if (isPause(error)) {
      this.#service.pause(error);
      this.onShut(error, undefined);
    } else if (isFailure(error)) {
      const isAnswer = kind === 'status' && status < 500 && status !== 401 && status !== 408;
      const isOfAll = kind === 'network' || kind === 'redirect' || status === 401;
      const circuit = this.#circuitOf(operation);
      if (isAnswer) {
        this.#failing.clear();
        for (const one of [this.#service, circuit]) one.noteAnswer(sentAt);
      } else if (!isSuspect || status === 401) {
        this.#failing.add(operation);
        // Several operations at once: it is the service.
        const isWhole = isOfAll || this.#failing.size > 1;
        (isWhole ? this.#service : circuit).noteFailure(`${operation} ${name}`, error, sentAt, () =>
          this.onShut(error, isWhole ? undefined : operation),
        );
      }
    }
  }

  #circuitOf(operation: string): Circuit {
    const known = this.#operations.get(operation) ?? new Circuit(this.now);
    this.#operations.set(operation, known);
    return known;
  }
}

export interface Health {
  readonly answeredAt: number;
  readonly recoveredAt: number;
}

/** How long a failure is remembered: first, after many in a row, and after many while others are answered. */
const [FIRST_MS, MAX_MS, MAX_ALONE_MS] = [1_000, 4_000, 15_000];
/** The maximum number and length of remembered names, since any name may be requested. */
const [MAX_FAILURES, MAX_NAME_LENGTH] = [5_000, 1_000];

/** Whether the service asks for a pause, which concerns everything. */
const isPause = (error: ServiceError): boolean =>
  !(error instanceof NotNowError) && (error.status === 429 || (error.status === 503 && error.pauseMs !== undefined));

/** Whether the service failed, so that repeating at once would not help. */
const isFailure = (error: unknown): error is ServiceError =>
  error instanceof ServiceError &&
  !(error instanceof NotNowError) &&
  error.kind !== 'cancelled' &&
  error.kind !== 'closed' &&
  !isPause(error);

interface RecentFailure {
  readonly error: ServiceError;
  readonly at: number;
  readonly until: number;
  readonly ms: number;
}

/** Repeated questions get the same failure for 1 to 4 s, or 15 if others are answered; none after a recovery. */
export class RecentFailures {
  readonly #failures = new RecentMap<string, RecentFailure | null>(MAX_FAILURES);
  /** When a name was answered that had failed: then it is not the names that fail. */
  #answeredAgainAt = -Infinity;

  constructor(private readonly now: () => number) {}

  failureOf(name: string, { recoveredAt }: Health): ServiceError | undefined {
    const failure = this.#failures.get(name);
    if (!failure || failure.at < recoveredAt) return undefined;
    const ms = failure.at < this.#answeredAgainAt ? Math.min(failure.ms, MAX_MS) : failure.ms;
    return this.now() < failure.at + ms ? failure.error : undefined;
  }

  noteFailure(name: string, error: unknown, { answeredAt, recoveredAt }: Health): void {
    if (!isFailure(error) || name.length > MAX_NAME_LENGTH) return;
    const now = this.now();
    const before = this.#failures.get(name);
    const isInARow = before && before.at >= recoveredAt && now < before.until + 2 * MAX_ALONE_MS;
    // Failures of simultaneous requests count once.
    if (isInARow && now < before.until) return;
    const maxMs = isInARow && answeredAt > before.at ? MAX_ALONE_MS : MAX_MS;
    const ms = isInARow ? Math.min(maxMs, before.ms * 2) : FIRST_MS;
    this.#failures.set(name, { error, at: now, until: now + ms, ms });
  }

  forgetFailure(name: string): void {
    if (!this.#failures.get(name)) return;
    this.#failures.set(name, null);
    this.#answeredAgainAt = this.now();
  }
}
