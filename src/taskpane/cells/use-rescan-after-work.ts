import { useLayoutEffect, useRef } from 'preact/hooks';
import { recalculationsOf } from '../../app/recalculations';
import type { Session } from '../../app/session';

/** To be called when work on cells is done: scans at once, and again when the cells that it set off have their values. */
export function useRescanAfterWork(session: Session, rescan: () => void): () => void {
  const latest = useRef(rescan);
  latest.current = rescan;
  const isAwaited = useRef(false);
  useLayoutEffect(() => {
    const recalculations = recalculationsOf(session);
    return recalculations.onChange(() => {
      if (!isAwaited.current || recalculations.last?.isRunning !== false) return;
      isAwaited.current = false;
      latest.current();
    });
  }, [session]);
  return () => {
    isAwaited.current = true;
    latest.current();
  };
}
