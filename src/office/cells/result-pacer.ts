import { byteLength, MAX_BYTES } from './message-size';
import type { RichCell } from './rich-cell';
import type { ExcelResult } from './to-excel';
import type { MaybePromise } from '../../core/maybe-promise';

/** Long enough for Excel's client to send one message before the next results join it, unless the page is busy. */
const WINDOW_MS = 5_000;
/** A table of so many bytes tells when it leaves. */
const LARGE_BYTES = 1_000_000;
/** One that has not left by then never will: its cell was cancelled. */
const LOST_MS = 60_000;

/**
 * Spaces out large results. Results that are ready together travel in one message. Excel refuses messages above 5 MB,
 * and its client then repeats the message until it gives up all of its cells. So no more is sent at a time than fits
 * into one message. If more single cells have formats or properties than one message can take, they are sent at once as
 * plain numbers, and last values as errors, unless the user prefers to wait. One pacer serves all functions of a
 * runtime.
 */
export class ResultPacer {
  /** By the clock of `performance`, which nobody sets back. */
  #windowStartMs = -Infinity;
  #bytesInWindow = 0;
  /** Settles when the last large table has left; undefined if none is on its way. */
  #departure: Promise<void> | undefined;
  /** The start of the last window in which cells were trimmed. */
  #trimmedMs = NaN;

  /**
   * @param mustWait whether single cells wait for their turn instead of losing their formats and properties
   * @param onTrim called before cells are sent without them
   */
  constructor(
    private readonly mustWait: () => boolean = () => false,
    private readonly onTrim: () => void = () => undefined,
  ) {}

  /** The result, at once or in its turn. Single cells never wait. */
  send(result: ExcelResult): MaybePromise<ExcelResult> {
    if (!Array.isArray(result)) return result;
    if (result.length === 1 && result[0]!.length === 1) return result;
    const bytes = byteLength(result);
    const waitMs = this.#reserve(bytes);
    const earlier = this.#departure;
    const isAlone = bytes < LARGE_BYTES || earlier === undefined || this.#bytesInWindow > bytes;
    const departing = bytes < LARGE_BYTES ? result : this.#watch(result);
    if (waitMs <= 0 && isAlone) return departing;
    // A busy page sends much later than it is asked to, and both in one message would be lost.
    return later(departing, waitMs).then((ready) => earlier?.then(() => ready) ?? ready);
  }

  #watch(table: ExcelResult): ExcelResult {
    const departure = new Promise<void>((resolve) => {
      setTimeout(resolve, LOST_MS);
      Object.assign(table, {
        toJSON(this: { toJSON?: unknown }) {
          delete this.toJSON;
          resolve();
          return this;
        },
      });
    }).then(() => {
      if (this.#departure === departure) this.#departure = undefined;
    });
    this.#departure = departure;
    return table;
  }

  /**
   * The cell with its format and properties, at once or in its turn; or at once without them.
   *
   * @param count how many cells share this result, which therefore travels in one message for all of them
   */
  sendRich(cell: RichCell, count = 1): MaybePromise<ExcelResult> {
    const bytes = count * cell.bytes;
    if (bytes <= MAX_BYTES && (this.#hasRoom(bytes) || this.mustWait())) {
      const waitMs = this.#reserve(bytes);
      return waitMs > 0 ? later(cell.rich, waitMs) : cell.rich;
    }
    if (this.#trimmedMs !== this.#windowStartMs) this.onTrim();
    this.#trimmedMs = this.#windowStartMs;
    return cell.plain();
  }

  /** Whether that many bytes may be sent now. */
  #hasRoom(bytes: number): boolean {
    const now = performance.now();
    if (now >= this.#windowStartMs + WINDOW_MS) return true;
    return this.#windowStartMs <= now && this.#bytesInWindow + bytes <= MAX_BYTES;
  }

  #reserve(bytes: number): number {
    const now = performance.now();
    if (now >= this.#windowStartMs + WINDOW_MS) {
      this.#windowStartMs = now;
      this.#bytesInWindow = 0;
    } else if (this.#bytesInWindow + bytes > MAX_BYTES) {
      this.#windowStartMs += WINDOW_MS;
      this.#bytesInWindow = 0;
    }
    this.#bytesInWindow += bytes;
    return Math.max(0, this.#windowStartMs - now);
  }
}

function later(result: ExcelResult, waitMs: number): Promise<ExcelResult> {
  return new Promise((resolve) => {
    setTimeout(resolve, waitMs, result);
  });
}
