import { decode } from '../../api/transport/decode';
import type { Operation } from '../../api/interface/operation';
import { bodyError } from '../../api/service-error';
import { isKept, REFUSED_MS, MIN_MAX_AGE_MS, type AgeLimits } from './answer';
import type { Upstream, UpstreamReply } from './upstream';

interface PendingReply {
  readonly askedAt: number;
  readonly reply: Promise<UpstreamReply>;
}

interface Kept {
  readonly reply: UpstreamReply;
  readonly freshUntil: number;
}

interface WholeMemoryOptions {
  readonly upstream: Upstream;
  readonly now: () => number;
  /** How long an operation's answer is fresh, in milliseconds. */
  readonly freshMs: (operation: Operation, path: string) => number;
  readonly onLearned?: (path: string, reply: UpstreamReply, freshUntil: number) => void;
}

/**
 * Characters of all answers and their addresses together; the least recently used go first.
 *
 * @internal
 */
export const MAX_CHARACTERS = 48_000_000;

/** Answers by address, for everything but lists: fresh ones from memory, pending ones shared. */
export class WholeMemory {
  readonly #kept = new Map<string, Kept>();
  readonly #underWay = new Map<string, PendingReply>();
  #characters = 0;

  constructor(private readonly options: WholeMemoryOptions) {}

  /**
   * The answer, whatever its status: at once if it is fresh enough, otherwise a promise of it. Rejects with a
   * ServiceError.
   */
  read(operation: Operation, path: string, ageLimits: AgeLimits): UpstreamReply | Promise<UpstreamReply> {
    const now = this.options.now();
    const notBefore = ageLimits.maxAgeMs === undefined ? -Infinity : now - Math.max(ageLimits.maxAgeMs, MIN_MAX_AGE_MS);
    const kept = this.#kept.get(path);
    if (kept && now < kept.freshUntil && (kept.reply.askedAt >= notBefore || kept.reply.status !== 200)) {
      this.#kept.delete(path);
      this.#kept.set(path, kept);
      return kept.reply;
    }
    const underWay = this.#underWay.get(path);
    return underWay !== undefined && underWay.askedAt >= notBefore
      ? underWay.reply
      : this.#ask(operation, path, now, ageLimits.maxAgeMs);
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

  /** Keeps an answer that this or another node has received. */
  learn(path: string, reply: UpstreamReply, freshUntil: number): void {
    this.#drop(path);
    this.#kept.set(path, { reply, freshUntil });
    this.#characters += path.length + reply.body.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#characters <= MAX_CHARACTERS || oldest === path) break;
      this.#drop(oldest);
    }
  }

  #drop(path: string): void {
    const kept = this.#kept.get(path);
    if (kept) this.#characters -= path.length + kept.reply.body.length;
    this.#kept.delete(path);
  }

  #ask(operation: Operation, path: string, now: number, maxAgeMs: number | undefined): Promise<UpstreamReply> {
    const reply = this.#load(operation, path, maxAgeMs).finally(() => {
      if (this.#underWay.get(path)?.reply === reply) this.#underWay.delete(path);
    });
    this.#underWay.set(path, { askedAt: now, reply });
    return reply;
  }

  async #load(operation: Operation, path: string, maxAgeMs: number | undefined): Promise<UpstreamReply> {
    const { upstream, freshMs, onLearned } = this.options;
    const reply = await upstream.ask({ path, maxAgeMs });
    if (reply.status !== 200 && !isKept(reply.status)) return reply;
    if (reply.status === 200 && decode(operation, reply.body).body === null) throw bodyError('an empty answer');
    const freshUntil = reply.askedAt + (reply.status === 200 ? freshMs(operation, path) : REFUSED_MS);
    this.learn(path, reply, freshUntil);
    onLearned?.(path, reply, freshUntil);
    return reply;
  }
}
