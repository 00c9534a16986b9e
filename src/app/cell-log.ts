import { RecentMap } from '../api/recent-map';
import { ServiceError } from '../api/service-error';
import type { Block } from '../core/a1';
import { a1, a1WithSheet } from '../core/a1';
import type { Call } from '../core/call';
import { CellError } from '../core/errors';
import { lastShownIn } from '../core/last-shown';

/** What a cell was last given. */
export interface Given {
  /** When the oldest answer in it had been asked for, in ms; undefined when it needed none. */
  readonly readAt: number | undefined;
  /** What the whole cell showed instead of a value. */
  readonly error: CellError | undefined;
  /** Why a last value is shown under a mark; of a result of several cells that shows none the first lookup that failed. */
  readonly failure: ServiceError | undefined;
}

/** Hears of every call while it is watching. */
export interface CellWatcher {
  /** Before the formula is evaluated; once more where that is done again under another client. */
  begin(call: Call): void;
  /** @param given undefined for a call that was given up */
  end(call: Call, given: Given | undefined): void;
}

/** A record is an address, the age of its answer and what is kept of its result, side by side. */
const RECORD = 3;
/** As many records are kept between two looks at the log. */
const RING = 32_768 * RECORD;
const MOST_CELLS = 100_000;

/**
 * What each cell was last given, by its address. Thousands of cells are recorded in one recalculation and hardly ever
 * looked at, so a record is three references in a ring, and is sorted by address when somebody looks.
 */
export class CellLog {
  #records: unknown[] = [];
  #next = 0;
  readonly #byAddress = new RecentMap<string, Given>(MOST_CELLS);
  #watchers: readonly CellWatcher[] = [];

  begin(call: Call): void {
    if (this.#watchers.length > 0) for (const watcher of this.#watchers) watcher.begin(call);
  }

  /** @param result what the cell shows; of a result of several cells no more is kept than why it failed */
  end(call: Call, result: unknown): void {
    const { address } = call;
    if (address !== undefined) {
      const next = this.#next === RING ? 0 : this.#next;
      const records = this.#records;
      records[next] = address;
      records[next + 1] = call.asked;
      records[next + 2] = isSingle(result) ? result : failureIn(result);
      this.#next = next + RECORD;
    }
    if (this.#watchers.length > 0) for (const watcher of this.#watchers) watcher.end(call, givenIn(call.asked, isSingle(result) ? result : failureIn(result)));
  }

  /** Undefined for a cell that was given nothing, or so long ago that it is forgotten. */
  lastAt(cell: Block): Given | undefined {
    this.#sort();
    for (const address of addressesOf(cell)) {
      const given = this.#byAddress.get(address);
      if (given !== undefined) return given;
    }
    return undefined;
  }

  /** Returns what ends the watching. */
  watch(watcher: CellWatcher): () => void {
    this.#watchers = [...this.#watchers, watcher];
    return () => { this.#watchers = this.#watchers.filter((one) => one !== watcher); };
  }

  #sort(): void {
    const records = this.#records;
    for (let step = 0; step < records.length; step += RECORD) {
      // From the oldest on.
      const start = (this.#next + step) % records.length;
      const [address, asked, kept] = records.slice(start, start + RECORD) as [string, Call['asked'], unknown];
      const given = givenIn(asked, kept);
      if (given !== undefined) this.#byAddress.set(address, given);
    }
    this.#records = [];
    this.#next = 0;
  }
}

/** The ways in which hosts write a cell's address. */
export const addressesOf = (cell: Block): readonly string[] =>
  [...new Set([a1WithSheet(cell), `${cell.sheet}!${a1(cell)}`, `'${cell.sheet.replaceAll("'", "''")}'!${a1(cell)}`])];

/** Undefined for a call that was given up: what the cell shows is of another. */
function givenIn(asked: Call['asked'], kept: unknown): Given | undefined {
  const failed = kept instanceof Failure ? kept : failureOfLast(kept);
  if (failed !== undefined) return { readAt: failed.askedAt ?? asked?.at, error: undefined, failure: failed.error };
  const value = valueIn(kept);
  const error = value instanceof CellError ? value : undefined;
  const isGivenUp = error instanceof ServiceError && GIVEN_UP.has(error.kind);
  return isGivenUp ? undefined : { readAt: asked?.at, error, failure: undefined };
}

const GIVEN_UP: ReadonlySet<string> = new Set(['cancelled', 'closed', 'preview']);

/** Kept of a result of several cells. */
class Failure {
  /** @param askedAt known of last values, which are older than the call */
  constructor(readonly error: ServiceError, readonly askedAt?: number) {}
}

const isMatrix = (result: unknown): result is readonly (readonly unknown[])[] => Array.isArray(result) && Array.isArray(result[0]);

const isSingle = (result: unknown): boolean => !isMatrix(result) || (result.length === 1 && result[0]!.length === 1);

/** A value that is not published is no failure: asking again would not bring it. */
function failureIn(result: unknown): Failure | undefined {
  if (!isMatrix(result)) return undefined;
  const last = failureOfLast(result);
  if (last !== undefined) return last;
  for (const row of result) {
    for (const value of row) if (value instanceof ServiceError) return new Failure(value);
  }
  return undefined;
}

/** Why a result shows last values. */
function failureOfLast(result: unknown): Failure | undefined {
  const last = isMatrix(result) ? lastShownIn(result) : undefined;
  return last?.failure instanceof ServiceError ? new Failure(last.failure, last.askedAt) : undefined;
}

const valueIn = (single: unknown): unknown => (isMatrix(single) ? single[0]?.[0] : single);
