import type { ClientObserver } from '../../api/lookup/lookup';
import type { RequestRecord } from '../../api/transport/http';
import type { Answered } from '../interface/replies';

/** An answered request under /api: what is logged and counted about it. No values, no tokens, no keys. */
export interface Inbound {
  readonly person: string | undefined;
  /** Such as "GET /stocks/quotes"; undefined if the path is not in the interface. */
  readonly operation: string | undefined;
  /** The path as it was asked for, without the query. */
  readonly path?: string | undefined;
  /** The client's address; undefined if it is not known. */
  readonly address?: string | undefined;
  readonly ms: number;
  readonly answered: Answered;
}

/** Something that watches the gateway. */
export interface Watcher {
  onInbound(inbound: Inbound): void;
  onUpstream(record: RequestRecord): void;
  onList(requested: number, filled: number): void;
  /** Called with an error that nobody expected: a fault of the gateway itself. */
  onFault?(error: unknown): void;
}

/** Passes the client's events on to the watchers. */
export const clientObserver = (watchers: readonly Watcher[], onSent?: () => void): ClientObserver => ({
  lookups: 0,
  hits: 0,
  questions: 0,
  onRequest(record) {
    onSent?.();
    for (const watcher of watchers) watcher.onUpstream(record);
  },
});
