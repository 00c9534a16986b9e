import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { recalculationMonitorOf } from '../../app/recalculation-monitor';
import type { Session } from '../../app/session';

/**
 * Scans again whenever cells have received values while the list is visible. Returns a function to call after work on
 * cells: it scans at once, and again when the affected cells have their values, visible or not.
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
