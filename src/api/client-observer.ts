/** One attempt of a request, without the key. */
export interface RequestRecord {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Path and query. */
  readonly what: string;
  readonly status: number | 'network' | 'timeout' | 'redirect' | 'cancelled';
  readonly ms: number;
}

/** An answer that takes many requests. */
export interface LongRead {
  /** Such as the symbol. */
  readonly what: string;
  /** The maximum number of rows; undefined if not known. */
  readonly maxRows: number | undefined;
  /** Aborts the reading. Whoever waits for it gets an error. */
  readonly stop: () => void;
}

/** Receives the progress of a reading. */
export interface LongReadProgress {
  advance(rowCount: number): void;
  end(): void;
}

/** Told about the client's work. The counts are plain fields because they rise with every cell. */
export interface ClientObserver {
  lookups: number;
  hits: number;
  /** Different questions that were not in the cache and went to the service. */
  questions: number;
  onRequest(record: RequestRecord): void;
  /** Called when a reading begins. */
  onReading?(reading: LongRead): LongReadProgress;
}
