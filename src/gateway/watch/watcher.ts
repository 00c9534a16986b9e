import type { RequestRecord } from '../../core/call';
import type { Answered } from '../replies';

/** The logged and counted facts about an answered request under /api. No values, no tokens, no keys. */
export interface Inbound {
  readonly person: string | undefined;
  readonly id?: string | undefined;
  readonly operation: string | undefined;
  readonly path?: string | undefined;
  readonly address?: string | undefined;
  /** Whether this answer needs no token, so that strangers may have requested it. @default false */
  readonly isOpen?: boolean;
  readonly ms: number;
  readonly answered: Answered;
}

export interface Watcher {
  onInbound(inbound: Inbound): void;
  onUpstream?(record: RequestRecord): void;
  /** @param reason the system's code, such as "ECONNREFUSED"; or "garbage" */
  onUseless?(path: string, reason: string): void;
  onFault?(error: unknown): void;
}
