import type { Session } from './session';
import type { FormulaCell } from './workbook';

/** A cell of MD, with what the session knows of it. */
export interface MdCell extends FormulaCell {
  /** The functions of MD that its formula calls, by their bare names, each once: "QUOTE". */
  readonly functions: readonly string[];
  /** How old the oldest answer is that it shows; undefined where that is not known. */
  readonly ageMs: number | undefined;
  /** The sentence behind the error that it shows; undefined where there is none, or it is not known. */
  readonly lastError: string | undefined;
  /** Whether every change of the workbook makes Excel evaluate it anew, as TODAY() or OFFSET() in its formula do. */
  readonly isCostly: boolean;
}

/** Every cell of MD in the workbook, scanned anew. */
export function scanCells(session: Session): Promise<readonly MdCell[]> {
  return Promise.reject(new Error(`Not yet in ${session.host.name}`));
}
