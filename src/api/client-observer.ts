/** One attempt at one request, without the key. */
export interface RequestRecord {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Path and query. */
  readonly what: string;
  readonly status: number | 'network' | 'timeout' | 'redirect' | 'cancelled';
  readonly ms: number;
}

/** One answer that takes many requests. */
export interface LongRead {
  /** Such as the symbol. */
  readonly what: string;
  /** The most rows that will come; undefined when that is not known. */
  readonly mostRows: number | undefined;
  /** Gives it up; those who wait for it are told. */
  readonly stop: () => void;
}

/** What is to be told of a reading while it runs. */
export interface LongReadProgress {
  advance(rowCount: number): void;
  end(): void;
}

/** What the client tells of its work. The counts are plain fields because they rise with every cell. */
export interface ClientObserver {
  lookups: number;
  hits: number;
  /** Different questions that were not at hand and went to the service. */
  questions: number;
  onRequest(record: RequestRecord): void;
  /** A reading begins. */
  onReading?(reading: LongRead): LongReadProgress;
}
