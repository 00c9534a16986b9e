import type { Operation } from '../../api/interface/operation';
import { PendingAnswer, SharedAnswers } from '../../api/lookup/lookup';
import { bodyError, cancelledError } from '../../api/service-error';
import { isKept, REFUSED_MS } from './entries';
import { notBeforeOf, type AgeLimits, type Asking } from '../service/asking';
import { RefusedError } from '../errors';
import type { Inquiries, Lane } from '../service/inquiries';
import { RecentFailures } from '../service/outages';
import type { UpstreamReply } from '../service/upstream';
import { decode } from '../../api/transport/wire';

/** A question of its own, from the moment when somebody asks it until its answer. */
class PendingReply extends PendingAnswer<UpstreamReply> {
  readonly cost = 1;

  constructor(
    readonly operation: Operation,
    readonly path: string,
    askedAt: number,
    readonly maxAgeMs: number | undefined,
    onAbandoned: () => void,
  ) {
    super(path, askedAt, onAbandoned);
  }
}

interface Kept {
  readonly reply: UpstreamReply;
  readonly askedAt: number;
  readonly freshUntil: number;
}

interface ResponseCacheOptions {
  readonly inquiries: Inquiries;
  readonly now: () => number;
  /** How long an operation's answer is fresh, in milliseconds. */
  readonly freshMs: (operation: Operation, path: string) => number;
}

/** Characters of all answers and their addresses together; the least recently used go first. */
const MAX_CHARACTERS = 48_000_000;

/** Answers by address, for everything but lists: fresh ones from memory, pending ones shared. */
export class ResponseCache {
  readonly #kept = new Map<string, Kept>();
  readonly #answers: SharedAnswers<Kept, PendingReply>;
  readonly #lanes = new Map<string, Lane<PendingReply>>();
  readonly #failures: RecentFailures;
  #characters = 0;

  constructor(private readonly options: ResponseCacheOptions) {
    this.#failures = new RecentFailures(options.now);
    this.#answers = new SharedAnswers(
      options.now,
      ({ freshUntil }) => freshUntil,
      ({ reply }) => reply.status !== 200,
    );
  }

  /**
   * The answer or refusal: at once if it is fresh enough, otherwise a promise of it. Rejects with a ServiceError if the
   * service fails.
   */
  read(
    operation: Operation,
    path: string,
    ageLimits: AgeLimits,
    asking: Asking,
  ): UpstreamReply | Promise<UpstreamReply> {
    const now = this.options.now();
    const kept = this.#kept.get(path);
    const notBefore = notBeforeOf(ageLimits, now);
    const found = this.#answers.find(path, kept, notBefore);
    if (found === undefined) {
      const failure = this.#failures.of(path, this.options.inquiries.healthOf(operation));
      return failure === undefined
        ? this.#want(operation, path, now, ageLimits.maxAgeMs, asking)
        : Promise.reject(failure);
    }
    if (!(found instanceof PendingReply)) {
      this.#kept.delete(path);
      this.#kept.set(path, found);
      return found.reply;
    }
    const answer = this.#join(found, asking);
    if (notBefore === undefined || (found.maxAgeMs ?? Infinity) <= ageLimits.maxAgeMs!) return answer;
    // A service with a memory of its own may answer whoever accepts more with something older.
    return answer.then((reply) =>
      reply.askedAt >= notBefore || reply.status !== 200 ? reply : this.read(operation, path, ageLimits, asking),
    );
  }

  /** The last known answer, if it was fresh at most this long ago. */
  stale(path: string, maxStaleMs: number): UpstreamReply | undefined {
    const kept = this.#kept.get(path);
    return kept?.reply.status === 200 && this.options.now() <= kept.freshUntil + maxStaleMs ? kept.reply : undefined;
  }

  /** Until when the kept answer is fresh, by this node's clock, in ms; undefined if none is kept. */
  freshUntil(path: string): number | undefined {
    return this.#kept.get(path)?.freshUntil;
  }

  #learn(path: string, reply: UpstreamReply, freshUntil: number): void {
    this.#drop(path);
    this.#kept.set(path, { reply, askedAt: reply.askedAt, freshUntil });
    this.#characters += path.length + reply.body.length;
    if (this.#characters <= MAX_CHARACTERS) return;
    // Many at once: to find the oldest takes long after many were deleted.
    for (const oldest of this.#kept.keys()) {
      if (this.#characters <= 0.9 * MAX_CHARACTERS || oldest === path) break;
      this.#drop(oldest);
    }
  }

  #drop(path: string): void {
    const kept = this.#kept.get(path);
    if (kept) this.#characters -= path.length + kept.reply.body.length;
    this.#kept.delete(path);
  }

  /** Waits for what is on its way already. */
  #join(underWay: PendingReply, asking: Asking): Promise<UpstreamReply> {
    underWay.join(asking.cancellation);
    const lane = this.#laneOf(underWay.operation);
    if (lane.has(underWay)) lane.add(underWay, asking.asker);
    return underWay.promise;
  }

  #want(
    operation: Operation,
    path: string,
    now: number,
    maxAgeMs: number | undefined,
    asking: Asking,
  ): Promise<UpstreamReply> {
    const problem = this.options.inquiries.problemOf(operation, asking);
    if (problem !== undefined) return Promise.reject(problem);
    const lane = this.#laneOf(operation);
    const pending = new PendingReply(operation, path, now, maxAgeMs, () => {
      // What the service was sent is answered all the same, and somebody may want it then.
      if (!lane.has(pending)) return;
      lane.drop(pending);
      this.#answers.end(pending);
      pending.reject(cancelledError());
    });
    pending.join(asking.cancellation);
    this.#answers.begin(pending);
    lane.add(pending, asking.asker);
    lane.open();
    return pending.promise;
  }

  /** Each operation has a lane, since each may fail for itself. */
  #laneOf(operation: Operation): Lane<PendingReply> {
    const known = this.#lanes.get(operation.id);
    if (known) return known;
    const lane: Lane<PendingReply> = this.options.inquiries.lane<PendingReply>(operation, {
      send: (free) => {
        return lane.inTurn(free).map((turn) => {
          lane.take([turn]);
          return this.#send(turn.item);
        });
      },
      onRefused: (items, error) => {
        for (const pending of items) {
          this.#answers.end(pending);
          pending.reject(error);
        }
      },
    });
    this.#lanes.set(operation.id, lane);
    return lane;
  }

  /** Never rejects. */
  async #send(pending: PendingReply): Promise<void> {
    try {
      const reply = await this.#load(pending);
      this.#failures.forget(pending.path);
      this.#answers.end(pending);
      pending.resolve(reply);
    } catch (error) {
      this.#failures.note(pending.path, error, this.options.inquiries.healthOf(pending.operation));
      this.#answers.end(pending);
      pending.reject(error);
    }
  }

  async #load(pending: PendingReply): Promise<UpstreamReply> {
    const { operation, path, maxAgeMs } = pending;
    const { inquiries, freshMs } = this.options;
    const question = { path, maxAgeMs, isAbandoned: () => pending.isAbandoned };
    const reply = await inquiries.ask(operation, path, question, (answer) => {
      if (answer.status !== 200 && !isKept(answer.status)) throw new RefusedError(answer, answer.askedAt);
      if (answer.status === 200 && decode(operation, answer.body).body === null) throw bodyError('an empty answer');
      return answer;
    });
    const freshUntil = reply.askedAt + (reply.status === 200 ? freshMs(operation, path) : REFUSED_MS);
    this.#learn(path, reply, freshUntil);
    return reply;
  }
}
