import type { Span } from '../../core/calendar/bar-rules';

/** A reading that takes more than this many times as long is not waited for. */
const MAX_LENGTH_RATIO = 4;

interface Turn {
  readonly symbol: string;
  readonly span: Span;
  readonly done: Promise<unknown>;
}

/**
 * Readings of the same ticks take turns, so that a later one finds kept what an earlier one has read: a sheet with bars
 * of several intervals is read once.
 */
export class ReadingTurns {
  readonly #running = new Set<Turn>();

  /**
   * Reads once the readings of about the same span that began before are done, or one of them has failed.
   *
   * @param span what is probably read
   */
  async take<T>(symbol: string, span: Span, signal: AbortSignal, read: () => Promise<T>): Promise<T> {
    const earlier = [...this.#running].filter((turn) => turn.symbol === symbol && isWorthWaiting(span, turn.span));
    const reading =
      earlier.length === 0
        ? read()
        : Promise.race([Promise.all(earlier.map(({ done }) => done)).catch(() => undefined), aborted(signal)]).then(
            () => {
              signal.throwIfAborted();
              return read();
            },
          );
    const turn = { symbol, span, done: reading };
    this.#running.add(turn);
    try {
      return await reading;
    } finally {
      this.#running.delete(turn);
    }
  }
}

const isWorthWaiting = (own: Span, other: Span): boolean =>
  own.fromMs < other.toMs &&
  other.fromMs < own.toMs &&
  other.toMs - other.fromMs <= (own.toMs - own.fromMs) * MAX_LENGTH_RATIO;

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => {
      resolve();
    });
  });
