import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Session } from '../../app/session';
import { TRAITS } from '../../functions/generated/function-traits';
import { isWaiting, type MdCell, scanCells } from '../../app/workbook/cells';
import { costOfEach } from '../../app/workbook/refresh-cost';
import { useLatest } from '../use-latest';
import { useRecalculated } from '../use-session';
import { messageOf } from '../../core/basics';

/** How many requests each cell needs by itself, if known. */
export type Costs = ReadonlyMap<MdCell, number>;

export interface Scan {
  /** The cells at the last scan; undefined before the first. */
  readonly cells: readonly MdCell[] | undefined;
  readonly costs: Costs;
  readonly isScanning: boolean;
  readonly reason: string | undefined;
  readonly rescan: () => void;
}

/** A cell that waits is looked at again after a second, and then ever more rarely. */
const [FIRST_AGAIN_MS, LAST_AGAIN_MS] = [1_000, 30_000];

/**
 * The workbook's MD cells, scanned on demand, and again as long as a cell waits and the list is visible: spreadsheets
 * show values some time after they were handed over, and do not say when. If several scans overlap, the last one counts.
 */
export function useScan(session: Session, list: RefObject<HTMLElement>): Scan {
  const [state, setState] = useState<Omit<Scan, 'rescan'>>({
    cells: undefined,
    costs: new Map(),
    isScanning: false,
    reason: undefined,
  });
  const begin = useLatest();
  const again = useRef<ReturnType<typeof setTimeout>>();
  useEffect(
    () => () => {
      clearTimeout(again.current);
    },
    [],
  );
  const scan = (againMs: number): void => {
    const signal = begin();
    clearTimeout(again.current);
    const end = (outcome: Partial<Scan>): void => {
      if (!signal.aborted) setState((before) => ({ ...before, reason: undefined, ...outcome, isScanning: false }));
    };
    setState((before) => ({ ...before, isScanning: true }));
    scanCells(session).then(
      (cells) => {
        end({ cells });
        if (!signal.aborted && cells.some(({ error }) => isWaiting(error)))
          again.current = setTimeout(() => {
            if (list.current?.checkVisibility() === true) scan(Math.min(againMs * 2, LAST_AGAIN_MS));
          }, againMs);
        void weigh(session, cells).then((costs) => {
          end({ costs });
        });
      },
      (error: unknown) => {
        end({ reason: messageOf(error) });
      },
    );
  };
  const rescan = (): void => {
    scan(FIRST_AGAIN_MS);
  };
  return { ...state, rescan };
}

/** Thousands of cells are mostly single quotes: computing the cost of each would be slow and not worth it. */
const MAX_CELLS_TO_WEIGH = 2_000;

/** Cells that wait for permission have already stated their cost. */
async function weigh(session: Session, cells: readonly MdCell[]): Promise<Costs> {
  const costs = new Map(
    cells.length > MAX_CELLS_TO_WEIGH
      ? []
      : await costOfEach(session, cells, TRAITS).catch(() => new Map<MdCell, number>()),
  );
  for (const cell of cells) if (cell.price !== undefined) costs.set(cell, cell.price);
  return costs;
}

/**
 * Scans again whenever cells have received values while the list is visible. Returns a function to call after work on
 * cells: it scans at once, and again when the affected cells have their values, visible or not.
 */
export function useRescanAfterWork(session: Session, list: RefObject<HTMLElement>, rescan: () => void): () => void {
  const scan = useRef(rescan);
  scan.current = rescan;
  const isAwaited = useRef(false);
  useRecalculated(session, () => {
    if (!isAwaited.current && list.current?.checkVisibility() !== true) return;
    isAwaited.current = false;
    rescan();
  });
  return () => {
    isAwaited.current = true;
    scan.current();
  };
}
