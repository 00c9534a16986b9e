import type { RequestRecord } from '../../core/call';
import type { Answered } from '../replies';

/** An answered request under /api: what is logged and counted about it. No values, no tokens, no keys. */
export interface Inbound {
  readonly person: string | undefined;
  readonly id?: string | undefined;
  /** Such as "GET /stocks/quotes"; undefined if the path is not in the interface. */
  readonly operation: string | undefined;
  /** The path as it was asked for, without the query. */
  readonly path?: string | undefined;
  readonly address?: string | undefined;
  /** Whether everybody gets it although tokens are needed, so that anybody may have sent it. @default false */
  readonly isOpen?: boolean;
  readonly ms: number;
  readonly answered: Answered;
}

export interface Watcher {
  onInbound(inbound: Inbound): void;
  onUpstream?(record: RequestRecord): void;
  /** @param reason what the system calls it, such as "ECONNREFUSED"; or "garbage" */
  onUseless?(path: string, reason: string): void;
  /** A list of symbols was sent: how many were asked for, and how many fill its room. */
  onList?(requested: number, filled: number): void;
  /** Called with an error that nobody expected: a fault of the gateway itself. */
  onFault?(error: unknown): void;
}
