import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { recalculationMonitorOf } from '../../app/recalculation-monitor';
import type { Session } from '../../app/session';

/**
 * Scans again whenever cells have got values while the list is in sight. What is returned is to be called when work on
 * cells is done: it scans at once, and again when the cells that it set off have their values, in sight or not.
 */
export function useRescanAfterWork(session: Session, list: RefObject<HTMLElement>, rescan: () => void): () => void {
  const latest = useRef(rescan);
  latest.current = rescan;
  const isAwaited = useRef(false);
  useLayoutEffect(() => {
    const recalculations = recalculationMonitorOf(session);
    return recalculations.onChange(() => {
      if (recalculations.last?.isRunning !== false) return;
      if (!isAwaited.current && list.current?.checkVisibility() !== true) return;
      isAwaited.current = false;
      latest.current();
    });
  }, [session, list]);
  return () => {
    isAwaited.current = true;
    latest.current();
  };
}
