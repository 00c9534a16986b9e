/**
 * Keeps large records, such as days of ticks, on this computer beyond a session. Every call may fail, and kept records
 * may be gone.
 */
export interface Archive {
  /** The names of the records from `from` to `to`, both included, in order. */
  names(from: string, to: string): Promise<readonly string[]>;
  /** The record as written, unless others have changed it; undefined if there is none. */
  read(name: string): Promise<unknown>;
  write(name: string, record: unknown): Promise<void>;
  remove(name: string): Promise<void>;
}
