/** An answer that takes many requests. */
export interface LongRead {
  /** Such as the symbol. */
  readonly what: string;
  /** The maximum number of rows; undefined if not known. */
  readonly maxRows: number | undefined;
  /** Aborts the reading. Calls that wait for it get an error. */
  readonly stop: () => void;
}

export interface LongReadProgress {
  advance(rowCount: number): void;
  end(): void;
}

/**
 * Keeps large records, such as days of ticks, on this computer beyond a session. Every call may fail, and kept records
 * may be gone.
 */
export interface Archive {
  /** The names of the records from `from` to `to`, both included, in order. */
  recordNames(from: string, to: string): Promise<readonly string[]>;
  /** The record as written, unless others have changed it; undefined if there is none. */
  readRecord(name: string): Promise<unknown>;
  writeRecord(name: string, record: unknown): Promise<void>;
  removeRecord(name: string): Promise<void>;
}
