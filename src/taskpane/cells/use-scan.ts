import { useEffect, useRef, useState } from 'preact/hooks';
import type { MdCell } from '../../app/cells';
import { scanCells } from '../../app/cells';
import type { Session } from '../../app/session';
import { reasonOf } from './use-task';

export interface Scan {
  /** As they were at the last scan; undefined before the first. */
  readonly cells: readonly MdCell[] | undefined;
  readonly isScanning: boolean;
  readonly reason: string | undefined;
  readonly rescan: () => void;
}

/** The MD cells of the workbook, scanned when asked. Of several scans on their way the last one counts. */
export function useScan(session: Session): Scan {
  const [state, setState] = useState<Omit<Scan, 'rescan'>>({ cells: undefined, isScanning: false, reason: undefined });
  const turn = useRef(0);
  useEffect(() => () => { turn.current++; }, []);
  const rescan = (): void => {
    const own = ++turn.current;
    const end = (found: Partial<Scan>): void => {
      if (own === turn.current) setState((before) => ({ ...before, reason: undefined, ...found, isScanning: false }));
    };
    setState((before) => ({ ...before, isScanning: true }));
    scanCells(session).then((cells) => { end({ cells }); }, (error: unknown) => { end({ reason: reasonOf(error) }); });
  };
  return { ...state, rescan };
}
