import type { BatchWindow } from '../../api/lookup/batch-window';
import type { Operation } from '../../api/interface/operation';
import type { Values } from '../../api/transport/request';
import type { Upstream } from './upstream';

export interface ListMemoryOptions {
  readonly operation: Operation;
  /** The other parameters of the operation, such as the precision. */
  readonly values: Values;
  readonly upstream: Upstream;
  readonly window: BatchWindow;
  readonly now: () => number;
  readonly freshMs: () => number;
  /** Characters of a list, as the service and as the speaking node take them. */
  readonly listLength: { readonly service: number; readonly node: number };
  readonly fills: boolean;
  /** Whether what somebody reads again and again is asked for before it is no longer fresh. */
  readonly asksAhead: boolean;
  /** Told of every answer of the service, with the time at which it was asked for. */
  readonly onLearned?: (name: string, json: string, askedAt: number) => void;
  /** Told of every name that somebody reads. */
  readonly onWanted?: (name: string) => void;
  readonly onList?: (asked: number, filled: number) => void;
}
