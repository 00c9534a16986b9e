import { RecentMap } from '../api/lookup/recent-map';
import { ServiceError } from '../api/service-error';
import type { Call, RequestTime } from '../core/call';
import { CellError } from '../core/errors';
import { lastShownIn } from '../core/last-shown';

/** What a cell was last given. */
export interface CellResult {
  /** When the oldest answer in it had been asked for, in ms; undefined when it needed none. */
  readonly readAt: number | undefined;
  /** What the whole cell showed instead of a value. */
  readonly error: CellError | undefined;
  /** Why a last value is shown under a mark; of a result of several cells that shows none the first lookup that failed. */
  readonly failure: ServiceError | undefined;
  /** Of a result of several cells, the first error in it, whatever its reason. */
  readonly partial?: CellError | undefined;
  /** Of a result of several cells with an error among them, its rows. */
  readonly rows?: readonly (readonly unknown[])[] | undefined;
}

/** Hears of every call while it is watching. */
export interface CellWatcher {
  /** Before the formula is evaluated; once more where that is done again under another client. */
  begin(call: Call): void;
  /** @param given undefined for a call that was given up */
  end(call: Call, given: CellResult | undefined): void;
  /** Answers requested before that time (in ms) do not count for the call; undefined where every fresh one does. */
  notBefore(call: Call): number | undefined;
  /** Whether the user has been told what the call takes, and wants it. */
  accepts?(call: Call): boolean;
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
  readonly #byAddress = new RecentMap<string, CellResult>(MOST_CELLS);
  #watchers: readonly CellWatcher[] = [];

  begin(call: Call): void {
    if (this.#watchers.length > 0) for (const watcher of this.#watchers) watcher.begin(call);
  }

  /** Answers requested before that time (in ms) do not count for the call, because its cell is being refreshed. */
  notBefore(call: Call): number | undefined {
    if (this.#watchers.length === 0) return undefined;
    const times = this.#watchers.map((watcher) => watcher.notBefore(call)).filter((time) => time !== undefined);
    return times.length === 0 ? undefined : Math.max(...times);
  }

  /** Whether the user has been told how many requests the call takes, and wants it. */
  accepts(call: Call): boolean {
    return this.#watchers.some((watcher) => watcher.accepts?.(call) ?? false);
  }

  /** @param result what the cell shows; of a result of several cells no more is kept than why it failed */
  end(call: Call, result: unknown): void {
    const { address } = call;
    if (address !== undefined) {
      const next = this.#next === RING ? 0 : this.#next;
      const records = this.#records;
      records[next] = address;
      records[next + 1] = call.trace?.oldest;
      records[next + 2] = isSingle(result) ? result : failureIn(result);
      this.#next = next + RECORD;
    }
    if (this.#watchers.length > 0)
      for (const watcher of this.#watchers)
        watcher.end(call, givenIn(call.trace?.oldest, isSingle(result) ? result : failureIn(result)));
  }

  /**
   * What the cell was given last; undefined for nothing, or so long ago that it is forgotten.
   *
   * @param addresses of the cell, in the ways in which hosts write them
   */
  lastAt(addresses: readonly string[]): CellResult | undefined {
    this.#sort();
    for (const address of addresses) {
      const given = this.#byAddress.get(address);
      if (given !== undefined) return given;
    }
    return undefined;
  }

  /** Returns what ends the watching. */
  watch(watcher: CellWatcher): () => void {
    this.#watchers = [...this.#watchers, watcher];
    return () => {
      this.#watchers = this.#watchers.filter((one) => one !== watcher);
    };
  }

  #sort(): void {
    const records = this.#records;
    for (let step = 0; step < records.length; step += RECORD) {
      // From the oldest on.
      const start = (this.#next + step) % records.length;
      const [address, asked, kept] = records.slice(start, start + RECORD) as [string, RequestTime | undefined, unknown];
      const given = givenIn(asked, kept);
      if (given !== undefined) this.#byAddress.set(address, given);
    }
    this.#records = [];
    this.#next = 0;
  }
}

/** Undefined for a call that was given up: what the cell shows is of another. */
function givenIn(asked: RequestTime | undefined, kept: unknown): CellResult | undefined {
  const failed = kept instanceof Failure ? kept : failureOfLast(kept);
  if (failed !== undefined)
    return {
      readAt: failed.askedAt ?? asked?.at,
      error: undefined,
      failure: failed.error,
      ...(failed.partial && { partial: failed.partial, rows: failed.rows }),
    };
  const value = valueIn(kept);
  const error = value instanceof CellError ? value : undefined;
  const isGivenUp = error instanceof ServiceError && GIVEN_UP.has(error.kind);
  return isGivenUp ? undefined : { readAt: asked?.at, error, failure: undefined };
}

const GIVEN_UP: ReadonlySet<string> = new Set(['cancelled', 'closed', 'preview']);

/** Kept of a result of several cells. */
class Failure {
  /** @param askedAt known of last values, which are older than the call */
  constructor(
    readonly error: ServiceError | undefined,
    readonly askedAt?: number,
    readonly partial?: CellError,
    readonly rows?: readonly (readonly unknown[])[],
  ) {}
}

const isMatrix = (result: unknown): result is readonly (readonly unknown[])[] =>
  Array.isArray(result) && Array.isArray(result[0]);

const isSingle = (result: unknown): boolean => !isMatrix(result) || (result.length === 1 && result[0]!.length === 1);

/** A value that is not published is not a failure of the service: asking again would not bring it. */
function failureIn(result: unknown): Failure | undefined {
  if (!isMatrix(result)) return undefined;
  const last = failureOfLast(result);
  if (last !== undefined) return last;
  let partial: CellError | undefined;
  for (const row of result) {
    for (const value of row) {
      if (value instanceof ServiceError) return new Failure(value, undefined, partial ?? value, result);
      if (value instanceof CellError) partial ??= value;
    }
  }
  return partial && new Failure(undefined, undefined, partial, result);
}

/** Why a result shows last values. */
function failureOfLast(result: unknown): Failure | undefined {
  const last = isMatrix(result) ? lastShownIn(result) : undefined;
  return last?.failure instanceof ServiceError ? new Failure(last.failure, last.askedAt) : undefined;
}

const valueIn = (single: unknown): unknown => (isMatrix(single) ? single[0]?.[0] : single);
