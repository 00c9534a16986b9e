import { byteLength, LARGEST_BYTES } from './payload';
import type { ExcelResult } from './to-excel';

/** Long enough for Excel's client to have sent one message before the next results join it. */
const WINDOW_MS = 5_000;

/**
 * Spaces out large results. Those that are ready together travel in one message; Excel refuses one of more than 5 MB, and
 * its client then repeats it until all of its cells are given up. So no more leaves at a time than one message holds.
 * One for all functions of a runtime.
 */
export class Departures {
  private windowStartMs = Number.NEGATIVE_INFINITY;
  private bytesInWindow = 0;

  constructor(private readonly now: () => number = Date.now) {}

  /** The result, at once or when its turn comes. Single cells never wait. */
  leave(result: ExcelResult): ExcelResult | Promise<ExcelResult> {
    if (!Array.isArray(result) || (result.length === 1 && result[0]?.length === 1)) return result;
    const waitMs = this.reserve(byteLength(result));
    if (waitMs === 0) return result;
    return new Promise((resolve) => { setTimeout(resolve, waitMs, result); });
  }

  private reserve(bytes: number): number {
    const now = this.now();
    if (now >= this.windowStartMs + WINDOW_MS) {
      this.windowStartMs = now;
      this.bytesInWindow = 0;
    } else if (this.bytesInWindow + bytes > LARGEST_BYTES) {
      this.windowStartMs += WINDOW_MS;
      this.bytesInWindow = 0;
    }
    this.bytesInWindow += bytes;
    return Math.max(0, this.windowStartMs - now);
  }
}
