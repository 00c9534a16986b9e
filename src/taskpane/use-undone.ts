import { useEffect, useRef } from 'preact/hooks';
import type { Session } from '../app/session';

/** Calls back after an undo or redo, on hosts that tell: what was said of the last action may not be true any more. */
export function useUndone({ host: { workbook } }: Session, onUndone: () => void): void {
  const latest = useRef(onUndone);
  latest.current = onUndone;
  useEffect(
    () =>
      workbook.onUndone?.(() => {
        latest.current();
      }),
    [workbook],
  );
}
