import { isHidden, wait } from '../core/waiting';
import type { MaybePromise } from '../core/basics';
import { BYTES_AROUND, type RichCell } from './rich-cell';
import { type ExcelCell, type ExcelResult, jsonBytes } from './excel-message';
import { bareCells, byteLength, MAX_BYTES } from './fit-to-message';

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
 * next only after a longer time. The results of one recalculation are gathered into one message. They take several if
 * writing one would keep the page busy, or if Excel would refuse it for its size. One for all functions of a runtime.
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
   * @param cellCount how many cells show it, if it had to wait; a result that needed no waiting is never held back
   */
  timeFor(cellCount: number | undefined): Promise<void> | undefined {
    if (cellCount !== undefined) return this.#gathering.add().then(() => this.#portions.timeFor(cellCount));
    this.#clock.handOver();
    return this.#portions.timeFor(1);
  }

  /** The result as it is to be handed over. Large ones wait for their turn. */
  send(result: ExcelResult, cellCount?: number): MaybePromise<ExcelResult> {
    return this.#portions.watch(this.#pacer.send(result, cellCount));
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
   * long one is assumed. The short one is tried if so many results are to come that this costs nothing.
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
 * one. So results are held back while everything pending is expected before that one could leave, and while the client
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

  constructor(
    private readonly expectedMs: () => number,
    private readonly clock: MessageClock,
  ) {}

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

/** A table that notices when it is written into a message. */
interface WatchedTable extends Array<ExcelCell[]> {
  toJSON?: () => ExcelCell[][];
}

/** Excel's client writes this many results in about 50 ms. @internal */
export const MAX_RESULTS = 30_000;
/** So many single numbers fit into one message. */
const MOST_RESULTS = 54_000;
/** After a portion without a watched result, the next one leaves after this time. */
const MAX_WAIT_MS = 1_000;

/**
 * Divides the results of a large recalculation into portions, one for each message. Excel's client writes a message in
 * one go, in which the page answers no click, so not too many results may be ready together. One result of each message
 * is watched to know when that leaves. In a hidden page nobody clicks, and portions are as large as a message may be.
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
    if (this.#room < (isHidden() ? MAX_RESULTS - MOST_RESULTS : 0)) {
      this.#room = MAX_RESULTS - count;
      this.#last = new Promise((resolve) => this.#waiting.push(resolve));
      this.#timer ??= setTimeout(this.#begin, MAX_WAIT_MS);
    }
    return this.#last;
  }

  /** The result as it is to be handed over: the first one for a message tells when that is written. */
  watch(result: MaybePromise<ExcelResult>): MaybePromise<ExcelResult> {
    if (this.clock.isWatched || !Array.isArray(result)) return result;
    this.clock.isWatched = true;
    const watched: WatchedTable = [...result];
    const { toJSON = () => result } = result as WatchedTable;
    watched.toJSON = () => {
      // Other cells of the message may show it too, and the message may be repeated.
      watched.toJSON = toJSON;
      this.clock.leave();
      // Not before the message has been written: the next portion is work too.
      if (this.#last !== undefined) wait(this.#begin, 0);
      else this.#room = MAX_RESULTS;
      return toJSON();
    };
    return watched;
  }

  readonly #begin = (): void => {
    clearTimeout(this.#timer);
    // Excel may take seconds for the message before: two portions would be too large for the next one.
    if (!this.clock.isLeaving(performance.now())) this.#waiting.shift()?.();
    this.#timer = this.#waiting[0] ? setTimeout(this.#begin, MAX_WAIT_MS) : (this.#last = undefined);
  };
}

/** Excel's client knows by then whether a message has arrived, unless the page is busy. */
const ARRIVED_MS = 5_000;
/** Tables from this size on are waited for longer. */
const LARGE_BYTES = 1_000_000;
/** A watched table that is in no message by then never will be: Excel's client waits 15 s for the answer to the one before. */
const LOST_TABLE_MS = 20_000;
/** How often is looked whether one of these times is over. */
const LOOK_MS = 100;
/** Tables leave room for some thousand single cells. */
const BYTES_FOR_CELLS = 400_000;

/** Results that leave in one message. */
interface Load {
  bytes: number;
  /** By then it has arrived, or never will. By the clock of `performance`, which is never set back. */
  untilMs: number;
  /** Whether it has been in a message. */
  isSent: boolean;
  /** Whether it is in the message that is being written. */
  isWritten: boolean;
}

type SizedResult = readonly [result: ExcelResult, bytes: number, isTable: boolean];

/**
 * Spaces out large results. Results that are ready together travel in one message. Excel refuses messages above 5 MB,
 * and its client then repeats the message until it gives up all of its cells. A message that failed is repeated along
 * with what was handed over since. So no more is on its way than fits into one message, half of it in the next one. A
 * message has arrived if a later one is written without its tables. Single cells with formats or properties may be too
 * many for one message. They are then sent at once as plain numbers, and last values as errors, unless the user prefers
 * to wait.
 */
export class Pacer {
  /** What was handed over and may still be in a message to come. */
  readonly #loads = new Set<Load>();
  #isWriting = false;
  /** Whether the client has let a table notice that it is written. */
  #isTold = false;
  readonly #queue: { readonly piece: SizedResult; readonly leave: (result: ExcelResult) => void }[] = [];
  #timer: ReturnType<typeof setInterval> | undefined;
  #isTrimming = false;

  constructor(
    private readonly mustWait?: DeliveryOptions['mustWait'],
    private readonly onTrim?: DeliveryOptions['onTrim'],
  ) {}

  /**
   * The result, at once or in its turn. Single cells never wait.
   * @param count how many cells share this result, which therefore travels in one message for all of them
   */
  send(result: ExcelResult, count = 1): MaybePromise<ExcelResult> {
    if (!Array.isArray(result) || (result.length === 1 && result[0]!.length === 1)) return result;
    const bytes = count > 1 ? count * (jsonBytes(result) + BYTES_AROUND) : byteLength(result);
    const piece = [bytes > MAX_BYTES ? bareCells(result) : result, bytes, true] as const;
    return this.#handOver(piece) ?? this.#inTurn(piece);
  }

  /** The same for a cell with its format and properties, which are left out if there is no room for them. */
  sendRich(cell: RichCell, count = 1): MaybePromise<ExcelResult> {
    const piece = [cell.rich, count * cell.bytes, false] as const;
    const sent = this.#handOver(piece);
    if (sent !== undefined) return sent;
    if (piece[1] <= MAX_BYTES && this.mustWait?.()) return this.#inTurn(piece);
    if (!this.#isTrimming) this.onTrim?.();
    this.#isTrimming = true;
    return cell.plain();
  }

  /** The result if it may be handed over now. */
  #handOver([result, bytes, isTable]: SizedResult): ExcelResult | undefined {
    const now = performance.now();
    let onTheirWay = 0;
    let next: Load | undefined;
    for (const load of this.#loads) {
      if (load.untilMs <= now) this.#loads.delete(load);
      else {
        onTheirWay += load.bytes;
        if (!load.isSent) next = load;
      }
    }
    const taken = isTable ? Math.max(onTheirWay, 2 * (next?.bytes ?? 0)) + BYTES_FOR_CELLS : onTheirWay;
    if (taken + bytes > MAX_BYTES && !(isTable && onTheirWay === 0)) return undefined;
    const load = next ?? { bytes: 0, untilMs: now + ARRIVED_MS, isSent: false, isWritten: false };
    this.#loads.add(load);
    load.bytes += bytes;
    this.#isTrimming = false;
    if (!isTable) return result;
    if (this.#isTold || bytes >= LARGE_BYTES) load.untilMs = now + LOST_TABLE_MS;
    const table = result as WatchedTable;
    table.toJSON = () => {
      // After the message: what follows is work too.
      if (!this.#isWriting) wait(this.#endMessage, 0);
      this.#isWriting = this.#isTold = load.isSent = load.isWritten = true;
      load.untilMs = performance.now() + ARRIVED_MS;
      this.#loads.add(load);
      return table;
    };
    return table;
  }

  readonly #endMessage = (): void => {
    this.#isWriting = false;
    for (const load of this.#loads) {
      if (load.isWritten) load.isWritten = false;
      else if (load.isSent) this.#loads.delete(load);
    }
    this.#leave();
  };

  #inTurn(piece: SizedResult): Promise<ExcelResult> {
    return new Promise((leave) => {
      this.#queue.push({ piece, leave });
      this.#timer ??= setInterval(this.#leave, LOOK_MS);
    });
  }

  /** The smallest first. */
  readonly #leave = (): void => {
    this.#queue.sort((one, other) => one.piece[1] - other.piece[1]);
    for (let first = this.#queue[0]; first !== undefined; first = this.#queue[0]) {
      const result = this.#handOver(first.piece);
      if (result === undefined) return;
      this.#queue.shift();
      first.leave(result);
    }
    clearInterval(this.#timer);
    this.#timer = undefined;
  };
}
