import type { Call } from '../core/call';
import { Cancellation } from '../core/cancellation';
import type { Row } from '../core/columns';
import type { Area } from './interface/operation';
import { ServiceError } from './service-error';
import type { MaybePromise } from '../core/basics';

type AskQuote = (symbol: string, area: Area, call: Call, mic: string | undefined) => MaybePromise<Row>;

/** A quote, or why there is none. */
export type PollAnswer = Row | Error;

interface PolledSymbol {
  readonly symbol: string;
  readonly area: Area;
  /** The exchange that the formula names, if it may be another company's. */
  readonly mic?: string | undefined;
  readonly everyMs: number;
}

/** After each question it receives an answer, which may be the one it already has. */
export interface PollListener {
  onQuestion(): void;
  onAnswer(answer: PollAnswer): void;
}

interface Listener extends PollListener {
  readonly everyMs: number;
}

interface WatchedSymbol extends Omit<PolledSymbol, 'everyMs'> {
  readonly listeners: Set<Listener>;
  dueAt: number;
  /** The pending question; a symbol never has two at a time. */
  asking: Cancellation | undefined;
}

/** How long a refusal is not asked again: an unknown symbol, an invalid key, a used-up plan. */
const REFUSED_MS = 60_000;

/**
 * Polls symbols, once for all listeners; the shortest interval requested for a symbol applies. Polls are aligned to
 * multiples of their interval since the client began. So symbols of different streams and intervals are due together
 * and share requests. One timer runs while anybody listens.
 */
export class Polls {
  readonly #watched = new Map<string, WatchedSymbol>();
  readonly #startedAt: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #timerAt = Infinity;

  constructor(
    private readonly ask: AskQuote,
    private readonly now: () => number,
  ) {
    this.#startedAt = now();
  }

  /** Passes on the first answer as soon as possible, from the cache at once, then later ones until cancelled. */
  watchSymbol({ symbol, area, mic, everyMs }: PolledSymbol, cancellation: Cancellation, listen: PollListener): void {
    const key = `${mic ?? area} ${symbol}`;
    const watched = this.#watched.get(key) ?? {
      symbol,
      area,
      mic,
      listeners: new Set(),
      dueAt: Infinity,
      asking: undefined,
    };
    this.#watched.set(key, watched);
    const listener: Listener = { everyMs, ...listen };
    watched.listeners.add(listener);
    cancellation.add({
      onCancel: () => {
        watched.listeners.delete(listener);
        if (watched.listeners.size === 0) this.#drop(key, watched);
      },
    });
    if (watched.asking === undefined) void this.#ask(watched, false);
    else listener.onQuestion();
  }

  #drop(key: string, watched: WatchedSymbol): void {
    this.#watched.delete(key);
    watched.asking?.cancel();
    if (this.#watched.size === 0) this.#setTimer(Infinity);
  }

  async #ask(watched: WatchedSymbol, isPoll: boolean): Promise<void> {
    const asking = (watched.asking = new Cancellation());
    for (const listener of watched.listeners) listener.onQuestion();
    const maxAgeMs = minEveryMsOf(watched);
    const answer = await this.#answer(watched, { isPreview: false, cancellation: asking, isPoll, maxAgeMs });
    watched.asking = undefined;
    const now = this.now();
    // Infinity if nobody listens any more: then it is never due.
    const everyMs = minEveryMsOf(watched);
    watched.dueAt = this.#tickAfter(isRefused(answer) ? now + REFUSED_MS : now, everyMs);
    if (watched.dueAt < this.#timerAt) this.#setTimer(watched.dueAt);
    for (const listener of watched.listeners) listener.onAnswer(answer);
  }

  async #answer({ symbol, area, mic }: WatchedSymbol, call: Call): Promise<PollAnswer> {
    try {
      return await this.ask(symbol, area, call, mic);
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
    if (at < Infinity) this.#timer = setTimeout(() => this.#poll(), Math.max(0, at - this.now()));
  }

  #tickAfter(time: number, everyMs: number): number {
    return this.#startedAt + (Math.floor((time - this.#startedAt) / everyMs) + 1) * everyMs;
  }
}

function minEveryMsOf({ listeners }: WatchedSymbol): number {
  let everyMs = Infinity;
  for (const listener of listeners) everyMs = Math.min(everyMs, listener.everyMs);
  return everyMs;
}

/** Whether the service refused the question. Failures of the connection are retried at the usual interval. */
const isRefused = (answer: PollAnswer): boolean =>
  answer instanceof Error && (!(answer instanceof ServiceError) || (answer.status ?? Infinity) < 500);
