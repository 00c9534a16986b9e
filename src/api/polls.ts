import type { Call } from '../core/call';
import { Cancellation } from '../core/cancellation';
import type { Row } from '../core/columns';
import type { Area } from './interface/operation';
import { ServiceError } from './service-error';

/** Looks up the last quote of a symbol. */
export type AskQuote = (symbol: string, area: Area, call: Call) => Row | Promise<Row>;

/** A quote, or why there is none. */
export type PollAnswer = Row | Error;

export interface PollWish {
  readonly symbol: string;
  readonly area: Area;
  readonly everyMs: number;
}

interface Listener {
  readonly everyMs: number;
  readonly tell: (answer: PollAnswer) => void;
  told: PollAnswer | undefined;
}

interface Watched {
  readonly symbol: string;
  readonly area: Area;
  readonly listeners: Set<Listener>;
  dueAt: number;
  /** The question on its way; a symbol is not asked for twice at a time. */
  asking: Cancellation | undefined;
}

/** What the service refused stays refused for a while: an unknown symbol, a wrong key, a plan that is used up. */
const REFUSED_MS = 60_000;

/**
 * Asks for symbols again and again, once for all who listen. The shortest wish for a symbol holds. Polls fall on multiples of
 * their interval since the client began, so that symbols of different streams, and of different intervals, are due at the
 * same moments and leave in the same requests. One timer runs while anybody listens, none otherwise.
 */
export class Polls {
  readonly #watched = new Map<string, Watched>();
  readonly #startedAt: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #timerAt = Infinity;

  constructor(
    private readonly ask: AskQuote,
    private readonly now: () => number,
  ) {
    this.#startedAt = now();
  }

  /** Tells the first answer as soon as it is there, fresh from the cache where there is one, and every later one until it is cancelled. */
  watch({ symbol, area, everyMs }: PollWish, cancellation: Cancellation, tell: (answer: PollAnswer) => void): void {
    if (cancellation.isCancelled) return;
    const key = `${area} ${symbol}`;
    const watched = this.#watched.get(key) ?? {
      symbol,
      area,
      listeners: new Set(),
      dueAt: Infinity,
      asking: undefined,
    };
    this.#watched.set(key, watched);
    const listener: Listener = { everyMs, tell, told: undefined };
    watched.listeners.add(listener);
    cancellation.add({
      leave: () => {
        watched.listeners.delete(listener);
        if (watched.listeners.size === 0) this.#drop(key, watched);
      },
    });
    if (watched.asking === undefined) void this.#ask(watched, false);
  }

  #drop(key: string, watched: Watched): void {
    this.#watched.delete(key);
    watched.asking?.cancel();
    if (this.#watched.size === 0) this.#setTimer(Infinity);
  }

  async #ask(watched: Watched, isPoll: boolean): Promise<void> {
    const asking = (watched.asking = new Cancellation());
    const maxAgeMs = shortestOf(watched);
    const answer = await this.#answer(watched, { isPreview: false, cancellation: asking, isPoll, maxAgeMs });
    if (asking.isCancelled) return;
    watched.asking = undefined;
    const now = this.now();
    const everyMs = shortestOf(watched);
    watched.dueAt = this.#tickAfter(isRefused(answer) ? now + REFUSED_MS : now, everyMs);
    if (watched.dueAt < this.#timerAt) this.#setTimer(watched.dueAt);
    for (const listener of watched.listeners) {
      // Where it comes from the cache because somebody else began to listen, it is known to the others.
      if (listener.told === answer) continue;
      listener.told = answer;
      listener.tell(answer);
    }
  }

  async #answer({ symbol, area }: Watched, call: Call): Promise<PollAnswer> {
    try {
      return await this.ask(symbol, area, call);
    } catch (error) {
      return error as Error;
    }
  }

  #poll(): void {
    const now = this.now();
    this.#timerAt = Infinity;
    let nextAt = Infinity;
    for (const watched of this.#watched.values()) {
      if (watched.asking !== undefined) continue;
      if (watched.dueAt <= now) void this.#ask(watched, true);
      else nextAt = Math.min(nextAt, watched.dueAt);
    }
    this.#setTimer(nextAt);
  }

  #setTimer(at: number): void {
    clearTimeout(this.#timer);
    this.#timerAt = at;
    if (at < Infinity)
      this.#timer = setTimeout(
        () => {
          this.#poll();
        },
        Math.max(0, at - this.now()),
      );
  }

  #tickAfter(time: number, everyMs: number): number {
    return this.#startedAt + (Math.floor((time - this.#startedAt) / everyMs) + 1) * everyMs;
  }
}

/** The shortest wish for a symbol. */
function shortestOf({ listeners }: Watched): number {
  let everyMs = Infinity;
  for (const listener of listeners) everyMs = Math.min(everyMs, listener.everyMs);
  return everyMs;
}

/** Whether the service has looked at the question and said no. What failed on the way is asked again as always. */
const isRefused = (answer: PollAnswer): boolean =>
  answer instanceof Error &&
  (!(answer instanceof ServiceError) || (answer.status !== undefined && answer.status < 500));
