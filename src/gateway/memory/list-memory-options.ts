import type { BatchWindow } from '../../api/lookup/batch';
import type { Operation } from '../../api/interface/operation';
import type { Inquiries } from './inquiries';
import type { ParameterValues } from '../../api/transport/wire';

export interface ListMemoryOptions {
  readonly operation: Operation;
  /** The operation's other parameters, such as the precision. */
  readonly values: ParameterValues;
  readonly inquiries: Inquiries;
  readonly window: BatchWindow;
  readonly now: () => number;
  readonly freshMs: () => number;
  /** Maximum characters of a list, for the service and for the leader. */
  readonly listLength: { readonly service: number; readonly node: number };
  readonly fills: boolean;
  /** Whether frequently read names are requested before they are no longer fresh. */
  readonly asksAhead: boolean;
  /** Called for every answer of the service, with the time at which it was requested. */
  readonly onLearned?: (name: string, json: string, askedAt: number) => void;
  /** Called for every name that is read. */
  readonly onWanted?: (name: string) => void;
  readonly onList?: (requested: number, filled: number) => void;
}
