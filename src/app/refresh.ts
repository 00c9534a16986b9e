import type { Block } from '../core/a1';
import type { MdCell } from './cells';
import type { Session } from './session';

export type RefreshScope = 'selection' | 'errors' | 'all';

/** What a refresh will ask for. The counts are lower bounds: "at least 412 cells, 37 symbols, 6 requests". */
export interface RefreshPlan {
  readonly scope: RefreshScope;
  readonly cells: readonly MdCell[];
  readonly symbolCount: number;
  readonly requestCount: number;
}

export interface RefreshReport {
  readonly refreshedCount: number;
  /** With a sentence for the reader. A cell that was asked again and shows an error is among them. */
  readonly notRefreshed: readonly { readonly cell: Block; readonly reason: string }[];
}

export function planRefresh(session: Session, scope: RefreshScope): Promise<RefreshPlan> {
  return Promise.reject(new Error(`Not yet in ${session.host.name}: ${scope}`));
}

/** Asks the service anew for every cell of the plan, whatever is kept, in manual calculation mode too. */
export function runRefresh(
  session: Session, plan: RefreshPlan, onProgress: (done: number, total: number) => void, signal: AbortSignal,
): Promise<RefreshReport> {
  onProgress(0, plan.cells.length);
  return Promise.reject(new Error(`Not yet in ${session.host.name}: ${String(signal.aborted)}`));
}
