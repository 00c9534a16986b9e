/** One attempt at one request, without the key. */
export interface RequestRecord {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Path and query. */
  readonly what: string;
  readonly status: number | 'network' | 'timeout' | 'redirect' | 'cancelled';
  readonly ms: number;
}

/** What the client tells of its work. The counts are plain fields because they rise with every cell. */
export interface Traffic {
  lookups: number;
  hits: number;
  onRequest(record: RequestRecord): void;
}
