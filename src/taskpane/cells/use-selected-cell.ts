import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Session } from '../../app/session';
import { useShown } from '../components/use-shown';
import { useRecalculated } from './use-recalculated';
import { selectedCell, type SelectedCell } from '../../app/workbook/cells';

const WAITING_MS = 1_000;

/**
 * What the selected cell shows; undefined before it is known, and if it cannot be read. Read again when the selection
 * moves, when cells have received values, and while the cell waits for its own, as long as the element is visible. Only
 * one read runs at a time, however fast the selection moves.
 */
export function useSelectedCell(session: Session, element: RefObject<HTMLElement>): SelectedCell | undefined {
  const [selected, setSelected] = useState<SelectedCell>();
  const look = useRef<() => void>(() => undefined);
  useEffect(() => {
    const { workbook } = session.host;
    let [isOver, isReading, isWanted] = [false, false, false];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async (): Promise<void> => {
      isReading = true;
      clearTimeout(timer);
      while (isWanted) {
        isWanted = false;
        const cell = await selectedCell(session).catch(() => undefined);
        if (isOver) return;
        setSelected(cell);
        if (cell?.filled?.isWaiting === true) timer = setTimeout(lookAgain, WAITING_MS);
      }
      isReading = false;
    };
    const lookAgain = (): void => {
      if (element.current?.checkVisibility() !== true) return;
      isWanted = true;
      if (!isReading) void read();
    };
    look.current = lookAgain;
    const stops = [
      workbook.onSelectionChange(lookAgain),
      workbook.onReplaced?.(lookAgain),
      workbook.onUndone?.(lookAgain),
    ];
    return () => {
      isOver = true;
      clearTimeout(timer);
      for (const stop of stops) stop?.();
    };
  }, [session, element]);
  const lookNow = (): void => {
    look.current();
  };
  useRecalculated(session, lookNow);
  useShown(element, lookNow);
  return selected;
}
