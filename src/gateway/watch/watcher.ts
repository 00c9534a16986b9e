import type { RequestRecord } from '../../core/call';
import type { Answered } from '../replies';

/** An answered request under /api: what is logged and counted about it. No values, no tokens, no keys. */
export interface Inbound {
  readonly person: string | undefined;
  readonly id?: string | undefined;
  readonly operation: string | undefined;
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
  onList?(requested: number, filled: number): void;
  onFault?(error: unknown): void;
}
