import { PriceError } from '../../api/spending';
import { addressesOf } from '../cell-addresses';
import { mdCallsIn } from '../formulas/read-formula';
import type { CellResult } from '../cell-log';
import type { Session } from '../session';
import type { FormulaCell } from '../workbook';

/** A cell of MD, with what the session knows of it. */
export interface MdCell extends FormulaCell {
  /** The functions of MD that its formula calls, by their bare names, each once: "QUOTE". */
  readonly functions: readonly string[];
  /** How old the oldest answer is that it shows; undefined where that is not known. */
  readonly ageMs: number | undefined;
  /** The sentence behind the error that it shows, or that a cell of its spill does; undefined where there is none, or it is not known. */
  readonly lastError: string | undefined;
  /** The sentence behind the first error among the cells of its spill, such as one unknown symbol of many. */
  readonly partialError: string | undefined;
  /** About how many requests it waits to be allowed to ask; undefined where it does not wait for that. */
  readonly price: number | undefined;
}

/** Every cell of MD in the workbook, scanned anew. What rows that moved have brought to another address is of unknown age. */
export async function scanCells(session: Session): Promise<readonly MdCell[]> {
  const cells = await session.host.workbook.formulas();
  const now = session.now();
  return cells.map((cell) => {
    const last = session.cells.lastAt(addressesOf(cell.cell));
    const given = whatItShows(last, cell, now, scanned);
    return {
      ...cell,
      functions: [...new Set(mdCallsIn(cell.formula).map(({ name }) => name))],
      ageMs: given?.readAt === undefined ? undefined : Math.max(0, now - given.readAt),
      lastError: (given?.error ?? given?.failure)?.message,
      partialError: given?.partial?.message,
      price: given && last?.error instanceof PriceError ? last.error.requestCount : undefined,
    };
  });
}

/** What a cell showed when somebody first looked at what it had been given. */
export interface SeenContent {
  readonly formula: string;
  readonly text: string;
  readonly firstSeenAt: number;
}

/** As the scans saw it. */
const scanned = new WeakMap<CellResult, SeenContent>();

/** So long a spreadsheet may take to show what it was given. */
const SHOWING_MS = 2_000;

/**
 * What the log has for an address is of this cell only as long as the cell looks the same.
 *
 * @param shown what was seen before by those who read texts in the same way; is added to
 */
export function whatItShows(
  given: CellResult | undefined,
  { formula, text, error }: Pick<FormulaCell, 'formula' | 'text' | 'error'>,
  now: number,
  shown: WeakMap<CellResult, SeenContent>,
): CellResult | undefined {
  if (given === undefined || isWaiting(error)) return undefined;
  const before = shown.get(given);
  if (before === undefined || now - before.firstSeenAt < SHOWING_MS)
    shown.set(given, { formula, text, firstSeenAt: before?.firstSeenAt ?? now });
  else if (before.formula !== formula || before.text !== text) return undefined;
  // A formula may answer an error of its function with a value, and have an error of its own.
  return given.error?.code === error ? given : { ...given, error: undefined };
}

/** Whether it shows an error, in its own cell or in another of its spill. */
export const isFaulty = ({ error, lastError }: MdCell): boolean => error !== undefined || lastError !== undefined;

/** Whether the cell still waits for its value. */
export const isWaiting = (error: string | undefined): boolean => error === '#BUSY!' || error === '#GETTING_DATA';
