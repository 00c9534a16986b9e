import { useEffect, useRef, useState } from 'preact/hooks';
import { type MdCell, scanCells } from '../../app/refresh/cells';
import type { Session } from '../../app/session';
import { PRICED_TRAITS } from '../../functions/traits';
import { costOfEach } from '../../app/refresh/refresh-cost';
import type { Costs } from './filter-cells';
import { messageOf } from '../../core/message-of';

export interface Scan {
  /** As they were at the last scan; undefined before the first. */
  readonly cells: readonly MdCell[] | undefined;
  readonly costs: Costs;
  readonly isScanning: boolean;
  readonly reason: string | undefined;
  readonly rescan: () => void;
}

/** The MD cells of the workbook, scanned when asked. Of several scans on their way the last one counts. */
export function useScan(session: Session): Scan {
  const [state, setState] = useState<Omit<Scan, 'rescan'>>({
    cells: undefined,
    costs: new Map(),
    isScanning: false,
    reason: undefined,
  });
  const turn = useRef(0);
  useEffect(
    () => () => {
      turn.current++;
    },
    [],
  );
  const rescan = (): void => {
    const own = ++turn.current;
    const end = (found: Partial<Scan>): void => {
      if (own === turn.current) setState((before) => ({ ...before, reason: undefined, ...found, isScanning: false }));
    };
    setState((before) => ({ ...before, isScanning: true }));
    scanCells(session).then(
      (cells) => {
        end({ cells });
        void weigh(session, cells).then((costs) => {
          end({ costs });
        });
      },
      (error: unknown) => {
        end({ reason: messageOf(error) });
      },
    );
  };
  return { ...state, rescan };
}

/** A column of thousands is of single quotes, mostly: what each costs would be slow to tell, and is not worth it. */
const MOST_WEIGHED = 2_000;

/** What waits to be allowed has said itself what it takes. */
async function weigh(session: Session, cells: readonly MdCell[]): Promise<Costs> {
  const costs = new Map(
    cells.length > MOST_WEIGHED
      ? []
      : await costOfEach(session, cells, PRICED_TRAITS).catch(() => new Map<MdCell, number>()),
  );
  for (const cell of cells) if (cell.price !== undefined) costs.set(cell, cell.price);
  return costs;
}
