import { isHidden, wait } from '../core/waiting';
import type { MaybePromise } from '../core/basics';
import type { RichCell } from './rich-cell';
import { type ExcelResult, byteLength, MAX_BYTES } from './to-excel';

interface DeliveryOptions {
  /**
   * Milliseconds until everything that cells wait for is expected: 0 if nothing is running, Infinity if that is
   * unknown.
   */
  readonly expectedMs: () => number;
  /** Whether single cells wait for their turn instead of losing their formats and properties. @default they never do */
  readonly mustWait?: () => boolean;
  /** Called before cells are sent without their formats and properties. */
  readonly onTrim?: () => void;
}

/**
 * Decides when results leave for Excel, whose client sends them in messages: one a moment after the first result, the
 * next only after a longer time. Results of one recalculation are gathered into one message, unless they are so many
 * that writing it would keep the page busy, or so large that Excel would refuse it. One for all functions of a runtime.
 */
export class Delivery {
  readonly #clock = new MessageClock();
  readonly #gathering: Gathering;
  readonly #portions = new Portions(this.#clock);
  readonly #pacer: Pacer;

  constructor({ expectedMs, mustWait, onTrim }: DeliveryOptions) {
    this.#gathering = new Gathering(expectedMs, this.#clock);
    this.#pacer = new Pacer(mustWait, onTrim);
  }

  /**
   * When a result may be handed over: undefined for now.
   *
   * @param cellCount how many cells show it, if it had to wait; a result that needed no waiting is never held back
   */
  timeFor(cellCount: number | undefined): Promise<void> | undefined {
    if (cellCount !== undefined) return this.#gathering.add().then(() => this.#portions.timeFor(cellCount));
    this.#gathering.noteSent();
    return this.#portions.timeFor(1);
  }

  /** The result as it is to be handed over. Large ones wait for their turn. */
  send(result: ExcelResult): MaybePromise<ExcelResult> {
    return this.#portions.watch(this.#pacer.send(result));
  }

  /** The same for a cell with format and properties, which it may lose instead. */
  sendRich(cell: RichCell, cellCount?: number): MaybePromise<ExcelResult> {
    return this.#portions.watch(this.#pacer.sendRich(cell, cellCount));
  }
}

/** Excel's client sends a message this long after the first result in it… */
const DELAY_MS = 50;
/** …and the next one after one of these times. Only the client knows which of them. */
const [SHORT_MS, LONG_MS] = [200, 500];
/** Two messages that are closer than this have the short time between them. */
const CLOSE_MS = 450;
/** A message that waits longer than this has the long time before it. */
const FAR_MS = 300;
/** What takes longer than this needs two more messages anyway. */
const MUCH_MS = 1_000;
/** Excel takes about this long to answer a message, and the client counts from then on. */
const ANSWER_MS = 20;
/** A watched result that has not left by then never will: its cell was cancelled. */
const LOST_MS = 10_000;

/**
 * Estimates when Excel's client sends messages with results, and learns from them how far apart they are: a watched
 * result reports when it is written into a message.
 */
export class MessageClock {
  /** When the last message left, or the next one is expected to leave. */
  at = -Infinity;
  /** The shortest and the longest time between two messages, as far as that is known. */
  minMs = SHORT_MS;
  maxMs = LONG_MS;
  #leftAt = -Infinity;
  /** When the first result for the next message was handed over. */
  #since = Infinity;
  /** Whether a watched result was handed over and has not left yet. */
  isWatched = false;

  handOver(): void {
    const now = performance.now();
    if (this.isWatched && this.isLeaving(now)) return;
    this.isWatched = false;
    if (now < this.at) return;
    this.at = Math.max(now + DELAY_MS, this.at + this.minMs);
    this.#since = now;
  }

  leave(): void {
    const now = performance.now();
    if (now - this.#leftAt < CLOSE_MS) this.minMs = this.maxMs = SHORT_MS;
    else if (now - this.#since > FAR_MS) this.minMs = this.maxMs;
    this.at = this.#leftAt = now;
    this.#since = Infinity;
    this.isWatched = false;
  }

  /** Whether a message is about to leave, which will include what is handed over now. */
  isLeaving(now: number): boolean {
    return now < this.at + (this.isWatched ? LOST_MS : 0);
  }

  /**
   * Results that are handed over before this would wait in the client. If the time between messages is not known, the
   * long one is assumed, unless so many results are to come that trying the short one costs nothing.
   */
  freeAt(expectedMs: number): number {
    return this.at + (expectedMs > MUCH_MS ? this.minMs : this.maxMs) - (DELAY_MS - ANSWER_MS);
  }
}

/** No result that the client could send is held back longer than this. */
const MAX_HOLD_MS = 450;
/** Answers may arrive this much later than expected. */
const GRACE_MS = 15;
/** A message takes a while to be processed, and the client checks every 50 ms whether it may send the next one. */
const EXCHANGE_MS = 75;

/**
 * Gathers the results of one recalculation into one message. Slightly later results would have to wait for the next
 * one. So results are held back while everything pending is expected sooner than that could leave, and while the client
 * could not send them anyway. Then they are handed over together. If the rest is expected later, or at an unknown time,
 * the results are handed over at once.
 */
export class Gathering {
  /** Resolves when the results that are held back are handed over; undefined if there are none. */
  #over: Promise<void> | undefined;
  #end!: () => void;
  #since = 0;
  #isCheckDue = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isNoted = false;

  constructor(
    private readonly expectedMs: () => number,
    private readonly clock: MessageClock,
  ) {}

  /**
   * Notes results that are handed over without waiting. Thousands come in one event, so only the first reads the clock.
   */
  noteSent(): void {
    if (this.#isNoted) return;
    this.#isNoted = true;
    queueMicrotask(() => {
      this.#isNoted = false;
    });
    this.clock.handOver();
  }

  /** For a result that had to wait: resolves when it should be handed over. */
  add(): Promise<void> {
    this.#over ??= new Promise((resolve) => {
      this.#end = resolve;
      this.#since = performance.now();
    });
    if (!this.#isCheckDue) {
      this.#isCheckDue = true;
      // An answer may cause another question at this very moment, and more answers may arrive with it.
      wait(this.#check, 0);
    }
    return this.#over;
  }

  readonly #check = (): void => {
    this.#isCheckDue = false;
    clearTimeout(this.#timer);
    if (this.#over === undefined) return;
    const expected = this.expectedMs();
    const now = performance.now();
    const freeAt = this.clock.freeAt(expected);
    const leftMs = Math.max(this.#since, freeAt) + MAX_HOLD_MS - now;
    // Nothing to wait for, or a message is about to leave that can take the results along.
    let waitMs = 0;
    if (expected > 0 && leftMs > 0 && !this.clock.isLeaving(now)) {
      const freeMs = Math.max(0, freeAt - now);
      if (expected <= Math.min(leftMs, freeMs + this.clock.maxMs + EXCHANGE_MS)) waitMs = expected + GRACE_MS;
      // The time is unknown, but the client sends nothing before that. In a hidden page, timers are too slow for it.
      else if (!isHidden()) waitMs = freeMs;
    }
    if (waitMs > 0) {
      // Answers may be late, or belong to cells that were cancelled.
      this.#timer = setTimeout(this.#check, Math.min(waitMs, leftMs));
      return;
    }
    this.#over = undefined;
    this.clock.handOver();
    this.#end();
  };
}

/**
 * Excel's client writes this many results in about 50 ms.
 *
 * @internal
 */
export const MAX_RESULTS = 30_000;
/** After a portion without a watched result, the next one leaves after this time. */
const MAX_WAIT_MS = 1_000;

/**
 * Divides the results of a large recalculation into portions, one for each message. Excel's client writes a message in
 * one go, in which the page answers no click, so not too many results may be ready together. One result of each message
 * is watched to know when that leaves. In a hidden page nobody clicks, and nothing waits.
 *
 * @internal
 */
export class Portions {
  /** How many more results go with the last portion. */
  #room = MAX_RESULTS;
  readonly #waiting: (() => void)[] = [];
  #last: Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly clock: MessageClock) {}

  /** For results that could be handed over now: undefined, or a promise that resolves when their portion leaves. */
  timeFor(count: number): Promise<void> | undefined {
    this.#room -= count;
    if (this.#room < 0 && !isHidden()) {
      this.#room = MAX_RESULTS - count;
      this.#last = new Promise((resolve) => {
        this.#waiting.push(resolve);
      });
      this.#timer ??= setTimeout(this.#begin, MAX_WAIT_MS);
    }
    return this.#last;
  }

  /** The result as it is to be handed over: the first one for a message tells when that is written. */
  watch(result: MaybePromise<ExcelResult>): MaybePromise<ExcelResult> {
    if (this.clock.isWatched || !Array.isArray(result)) return result;
    this.clock.isWatched = true;
    return tellingWhenWritten([...result], () => {
      this.clock.leave();
      // Not before the message has been written: the next portion is work too.
      if (this.#last !== undefined) wait(this.#begin, 0);
      else this.#room = MAX_RESULTS;
      (result as { toJSON?: () => void }).toJSON?.();
    });
  }

  readonly #begin = (): void => {
    clearTimeout(this.#timer);
    this.#waiting.shift()?.();
    const isOver = this.#waiting.length === 0;
    if (isOver) this.#last = undefined;
    this.#timer = isOver ? undefined : setTimeout(this.#begin, MAX_WAIT_MS);
  };
}

/** Long enough for Excel's client to send one message before the next results join it, unless the page is busy. */
const WINDOW_MS = 5_000;
/** A table of this many bytes is watched until it leaves. */
const LARGE_BYTES = 1_000_000;
/** A watched table that has not left by then never will: its cell was cancelled. */
const LOST_TABLE_MS = 60_000;

/**
 * Spaces out large results. Results that are ready together travel in one message. Excel refuses messages above 5 MB,
 * and its client then repeats the message until it gives up all of its cells. So no more is sent at a time than fits
 * into one message. If more single cells have formats or properties than one message can take, they are sent at once as
 * plain numbers, and last values as errors, unless the user prefers to wait.
 */
export class Pacer {
  /** By the clock of `performance`, which is never set back. */
  #windowStartMs = -Infinity;
  #bytesInWindow = 0;
  /** Settles when the last large table has left; undefined if none is on its way. */
  #departure: Promise<void> | undefined;
  /** The start of the last window in which cells were trimmed. */
  #trimmedMs = NaN;

  constructor(
    private readonly mustWait?: DeliveryOptions['mustWait'],
    private readonly onTrim?: DeliveryOptions['onTrim'],
  ) {}

  /** The result, at once or in its turn. Single cells never wait. */
  send(result: ExcelResult): MaybePromise<ExcelResult> {
    if (!Array.isArray(result)) return result;
    if (result.length === 1 && result[0]!.length === 1) return result;
    const bytes = byteLength(result);
    const waitMs = this.#reserve(bytes);
    const earlier = this.#departure;
    const isAlone = bytes < LARGE_BYTES || earlier === undefined || this.#bytesInWindow > bytes;
    if (bytes >= LARGE_BYTES) this.#watch(result);
    if (waitMs <= 0 && isAlone) return result;
    // A busy page sends late, and two large tables in one message would both be lost.
    return later(result, waitMs).then((ready) => earlier?.then(() => ready) ?? ready);
  }

  #watch(table: object): void {
    const departure = new Promise<void>((resolve) => {
      setTimeout(resolve, LOST_TABLE_MS);
      tellingWhenWritten(table, resolve);
    }).then(() => {
      if (this.#departure === departure) this.#departure = undefined;
    });
    this.#departure = departure;
  }

  /**
   * The cell with its format and properties, at once or in its turn; or at once without them.
   *
   * @param count how many cells share this result, which therefore travels in one message for all of them
   */
  sendRich(cell: RichCell, count = 1): MaybePromise<ExcelResult> {
    const bytes = count * cell.bytes;
    if (bytes <= MAX_BYTES && (this.#hasRoom(bytes) || this.mustWait?.())) {
      const waitMs = this.#reserve(bytes);
      return waitMs > 0 ? later(cell.rich, waitMs) : cell.rich;
    }
    if (this.#trimmedMs !== this.#windowStartMs) this.onTrim?.();
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

/** The table, which calls back when it is first written into a message: other cells of that may show it too. */
const tellingWhenWritten = <Table extends object>(table: Table, tell: () => void): Table =>
  Object.assign(table, {
    toJSON(this: { toJSON?: unknown }) {
      delete this.toJSON;
      tell();
      return this;
    },
  });
