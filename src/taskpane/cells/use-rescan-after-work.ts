import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import type { Session } from '../../app/session';
import { useRecalculated } from './use-recalculated';

/**
 * Scans again whenever cells have received values while the list is visible. Returns a function to call after work on
 * cells: it scans at once, and again when the affected cells have their values, visible or not.
 */
export function useRescanAfterWork(session: Session, list: RefObject<HTMLElement>, rescan: () => void): () => void {
  const latest = useRef(rescan);
  latest.current = rescan;
  const isAwaited = useRef(false);
  useRecalculated(session, () => {
    if (!isAwaited.current && list.current?.checkVisibility() !== true) return;
    isAwaited.current = false;
    rescan();
  });
  return () => {
    isAwaited.current = true;
    latest.current();
  };
}
