import { recalculationMonitorOf } from '../../app/recalculation-monitor';
import type { Session } from '../../app/session';
import { useChange } from '../use-store';

/** Calls the listener whenever a recalculation is over: the cells then have their values. */
export function useRecalculated(session: Session, listener: () => void): void {
  const recalculations = recalculationMonitorOf(session);
  useChange(recalculations, () => {
    if (recalculations.last?.isRunning === false) listener();
  });
}
