/** Keeps large records on this computer for longer than a session, such as days of ticks. All of it may fail, and what is kept may be gone. */
export interface Archive {
  /** The names of the records from one name on up to another, both included, in order. */
  names(from: string, to: string): Promise<readonly string[]>;
  /** As it was written, unless others have written there; undefined where nothing is kept. */
  read(name: string): Promise<unknown>;
  write(name: string, record: unknown): Promise<void>;
  remove(name: string): Promise<void>;
}
