import { RecentMap } from '../api/recent-map';
import { ServiceError } from '../api/service-error';
import type { Block } from '../core/a1';
import { a1, a1WithSheet } from '../core/a1';
import type { Call } from '../core/call';
import { CellError } from '../core/errors';

/** What a cell was last given. */
export interface Given {
  /** When the oldest answer in it had been asked for, in ms; undefined when it needed none. */
  readonly readAt: number | undefined;
  /** What the whole cell showed instead of a value. */
  readonly error: CellError | undefined;
}

/** Hears of every call that tells its address, while it is watching. */
export interface CellWatcher {
  /** Before the formula is evaluated. Again where it is evaluated anew under another client. */
  begin(call: Call): void;
  /** @param given undefined for a call that was given up */
  end(call: Call, given: Given | undefined): void;
}

const MOST_UNSORTED = 4_096;
const MOST_CELLS = 100_000;

/**
 * What each cell was last given, by its address. Thousands of cells are recorded in one recalculation and hardly ever
 * looked at, so a record is only put down, and sorted by address in bulk.
 */
export class CellLog {
  #addresses: string[] = [];
  #given: Given[] = [];
  readonly #byAddress = new RecentMap<string, Given>(MOST_CELLS);
  #watchers: readonly CellWatcher[] = [];

  begin(call: Call): void {
    if (this.#watchers.length > 0) for (const watcher of this.#watchers) watcher.begin(call);
  }

  /** @param result what the cell shows; a table is not kept */
  end(call: Call, result: unknown): void {
    const { address, readAt } = call;
    if (address === undefined && this.#watchers.length === 0) return;
    const error = errorIn(result);
    const given = isGivenUp(error) ? undefined : { readAt, error };
    if (address !== undefined && given !== undefined) this.#put(address, given);
    for (const watcher of this.#watchers) watcher.end(call, given);
  }

  /** Undefined for a cell that was given nothing yet, or so long ago that it is forgotten. */
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

  #put(address: string, given: Given): void {
    if (this.#addresses.push(address) > MOST_UNSORTED) {
      this.#given.push(given);
      this.#sort();
    } else this.#given.push(given);
  }

  #sort(): void {
    this.#addresses.forEach((address, index) => { this.#byAddress.set(address, this.#given[index]!); });
    this.#addresses = [];
    this.#given = [];
  }
}

/** The ways in which hosts write a cell's address. */
export const addressesOf = (cell: Block): readonly string[] =>
  [...new Set([a1WithSheet(cell), `${cell.sheet}!${a1(cell)}`, `'${cell.sheet.replaceAll("'", "''")}'!${a1(cell)}`])];

function errorIn(result: unknown): CellError | undefined {
  if (result instanceof CellError) return result;
  if (!Array.isArray(result) || result.length !== 1) return undefined;
  const [row] = result as unknown[][];
  return row?.length === 1 && row[0] instanceof CellError ? row[0] : undefined;
}

/** What a cell then shows is of another call. */
const isGivenUp = (error: CellError | undefined): boolean =>
  error instanceof ServiceError && (error.kind === 'cancelled' || error.kind === 'closed' || error.kind === 'preview');
