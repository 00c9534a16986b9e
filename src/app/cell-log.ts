import { ServiceError } from '../api/service-error';
import type { Call, CallTrace } from '../core/call';
import { RichNumber } from '../core/cell';
import { CellError } from '../core/errors';
import { RecentMap } from '../core/basics';
import { CellCalls, type CellResult } from './cell-calls';
import { LongList } from './long-list';

export interface CellWatcher {
  /** Called before the formula is evaluated, and again if it is evaluated again with another client. */
  beginCall?(call: Call): void;
  /**
   * @param cellResult undefined for an abandoned call
   * @param result what the formula returned
   */
  endCall?(call: Call, cellResult: CellResult | undefined, result: unknown): void;
  /**
   * The call accepts only answers requested since this time (in ms); undefined if any fresh answer will do. With
   * ANY_AGE it takes any cached answer, however old, and sends no request.
   */
  notBefore?(call: Call): number | undefined;
  /** Whether the user knows how many requests the call needs, and agreed. */
  accepts?(call: Call): boolean;
  /** Cells have other addresses, because their sheet has another name. */
  readdress?(addressNow: AddressNow): void;
}

export type AddressNow = (address: string) => string;

/** A record is five consecutive elements: address, result, begin and end of the call, and its question. */
const RECORD = 5;
/** How many records are kept until the log is read next. */
const RING = 32_768 * RECORD;
const MAX_CELLS = 100_000;

/**
 * The last result of each cell, by address. One recalculation records thousands of cells, and hardly anybody looks at
 * them. So a record is five elements of a ring buffer, and records are sorted by address only on demand.
 */
export class CellLog {
  #records: unknown[] = [];
  #next = 0;
  /** Whether no call has ended yet: cells show the values with which the workbook was saved, or they wait. */
  isUntouched = true;
  #clock = 0;
  /** The streaming functions that were called: Excel does not say from which cells. */
  readonly streams = new Set<string>();
  /** Called for each result of a stream whose cell is not known, with its arguments. */
  onStreamed: ((values: readonly unknown[], result: unknown) => void) | undefined;
  /**
   * Cells that were calculated although the log has no result: it forgot the result, or no function was called, as when
   * an IF skips it.
   */
  readonly wereCalculated = new Set<string>();
  readonly #byAddress = new RecentMap<string, CellCalls>(MAX_CELLS);
  #watchers: readonly CellWatcher[] = [];
  readonly #renames: (readonly [at: number, addressNow: AddressNow])[] = [];
  /** Results that arrived before their watcher's code. Set a list to collect them, and undefined to stop. */
  early: (readonly [call: Call, result: unknown])[] | undefined;

  beginCall(call: Call, id = '', values: readonly unknown[] = []): void {
    if (call.address !== undefined) {
      // Each time is later than the one before, so that calls have an order.
      call.begunAt = this.#clock = Math.max(Date.now(), this.#clock + 0.001);
      call.asked = askedIn(id, values);
    }
    for (const watcher of this.#watchers) watcher.beginCall?.(call);
  }

  /** The call accepts only answers requested since this time (in ms), because its cell is being refreshed. */
  notBefore(call: Call): number | undefined {
    let latest: number | undefined;
    for (const watcher of this.#watchers) {
      const time = watcher.notBefore?.(call);
      if (time !== undefined) latest = Math.max(latest ?? time, time);
    }
    return latest;
  }

  /** Whether the user knows how many requests the call needs, and agreed. */
  accepts(call: Call): boolean {
    return this.#watchers.some((watcher) => watcher.accepts?.(call));
  }

  /** @param result the cell's value; for a result of several cells, only the reason for its failure is kept */
  endCall(call: Call, result: unknown): void {
    const { address, trace } = call;
    const cellResult = cellResultOf(result, trace);
    this.isUntouched = false;
    if (address !== undefined) {
      this.early?.push([call, result]);
      const next = this.#next === RING ? 0 : this.#next;
      const records = this.#records;
      // The record is overwritten, but its cell no longer shows the value with which the workbook was opened.
      if (next < records.length) this.wereCalculated.add(records[next] as string);
      records[next] = address;
      records[next + 1] = cellResult;
      records[next + 2] = call.begunAt;
      records[next + 3] = Date.now();
      records[next + 4] = call.asked;
      this.#next = next + RECORD;
    }
    for (const watcher of this.#watchers) watcher.endCall?.(call, cellResult, result);
  }

  /**
   * The cell's last result, for all of its calls together; undefined if there is none, or if it is forgotten.
   * @param addresses the cell's address in each notation that hosts use
   * @param callCount how many calls its formula contains; Infinity if unknown
   */
  lastAt(addresses: readonly string[], callCount = Infinity): CellResult | undefined {
    this.#sort();
    return addresses.map((address) => this.#byAddress.get(address)?.resultOf(callCount)).find((result) => result);
  }

  /**
   * What the calls of a cell asked in its last recalculation, each as its function and its arguments; undefined if that
   * is not known.
   */
  askedAt(addresses: readonly string[], callCount = Infinity): readonly (readonly unknown[])[] | undefined {
    this.#sort();
    return addresses.map((address) => this.#byAddress.get(address)?.askedOf(callCount)).find((asked) => asked);
  }

  /** A call that runs keeps the address with which it began. */
  readdress(addressNow: AddressNow): void {
    this.#sort();
    this.#byAddress.rename(addressNow);
    for (const address of [...this.wereCalculated]) this.wereCalculated.add(addressNow(address));
    this.#renames.push([Date.now(), addressNow]);
    for (const watcher of this.#watchers) watcher.readdress?.(addressNow);
  }

  /** Returns an unsubscribe function. */
  watch(watcher: CellWatcher): () => void {
    this.#watchers = [...this.#watchers, watcher];
    return () => {
      this.#watchers = this.#watchers.filter((one) => one !== watcher);
    };
  }

  #sort(): void {
    const records = this.#records;
    for (let step = 0; step < records.length; step += RECORD) {
      // Oldest first.
      const start = (this.#next + step) % records.length;
      const [address, result, begunAt, endedAt, asked] = records.slice(start, start + RECORD) as [
        string,
        CellResult | undefined,
        number | undefined,
        number,
        readonly unknown[] | undefined,
      ];
      const key = this.#renames.reduce((one, [at, addressNow]) => (begunAt! <= at ? addressNow(one) : one), address);
      const calls = this.#byAddress.get(key) ?? new CellCalls();
      calls.add({ begunAt: begunAt ?? Infinity, endedAt, asked, result });
      this.#byAddress.set(key, calls);
    }
    this.#records = [];
    this.#next = 0;
  }
}

/**
 * What is kept of a result: of one with several cells, why it failed. Undefined for an abandoned call: the cell shows
 * another call's result.
 */
function cellResultOf(result: unknown, { oldest: requested, lastShown }: CallTrace = {}): CellResult | undefined {
  const price = requested?.pricedAt ? requested : undefined;
  // Last values are older than the call.
  if (lastShown?.failure instanceof ServiceError)
    return { readAt: lastShown.askedAt, price, error: undefined, failure: lastShown.failure };
  const rows = isMatrix(result) ? result : undefined;
  const isSeveral = rows && (rows.length > 1 || rows[0]!.length > 1);
  const failed = isSeveral && failureIn(rows);
  if (failed) return { readAt: requested?.at, price, error: undefined, ...failed };
  const value = isSeveral ? undefined : rows ? rows[0]![0] : result;
  if (isGivenUp(value)) return undefined;
  const error = value instanceof CellError ? value : undefined;
  const number = value instanceof RichNumber ? value : undefined;
  return { readAt: requested?.at, requested, price, error, failure: undefined, number };
}

/** Whether a result belongs to an abandoned call. */
export const isGivenUp = (result: unknown): boolean => result instanceof ServiceError && GIVEN_UP.has(result.kind);

const GIVEN_UP: ReadonlySet<string> = new Set(['cancelled', 'closed', 'preview']);

export const isMatrix = (result: unknown): result is readonly (readonly unknown[])[] =>
  Array.isArray(result) && Array.isArray(result[0]);

/** A value that is not published is no failure of the service: another request would not help. */
function failureIn(
  rows: NonNullable<CellResult['rows']>,
): Pick<CellResult, 'failure' | 'partial' | 'rows'> | undefined {
  const cells = rows.flat();
  const partial = cells.find((cell) => cell instanceof CellError);
  return partial && { failure: cells.find((cell) => cell instanceof ServiceError), partial, rows };
}

/**
 * Whether a call's result counts as an error, by the same rule as in the list of cells: an error in all of its cells,
 * in one of them, or behind last values. An abandoned call has no error.
 */
export const isFailed = (result: unknown, { trace }: Call): boolean =>
  isMatrix(result)
    ? trace?.lastShown !== undefined || result.some((row) => row.some((value) => value instanceof CellError))
    : result instanceof CellError && !isGivenUp(result);

/** Only this many rows of an argument are kept to show what was asked: lists are not. */
const MAX_LIST_ROWS = 4;

/** The function and its arguments, without long lists. Every call runs through here: it makes no list but the one. */
export const askedIn = (id: string, values: readonly unknown[]): readonly unknown[] => {
  const isLong = (value: unknown): value is unknown[] => Array.isArray(value) && value.length > MAX_LIST_ROWS;
  return [id, ...(values.some(isLong) ? values.map((value) => (isLong(value) ? new LongList(value) : value)) : values)];
};
