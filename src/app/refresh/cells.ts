import { type DateSystem, daysFromSerial } from '../../core/calendar/dates';
import { MS_PER_DAY } from '../../core/calendar/units';
import { isFormatted } from '../../core/cell';
import type { CellError } from '../../core/errors';
import type { Fix } from '../../core/fixable-error';
import type { Block } from '../../core/sheet/a1';
import { PriceError } from '../../api/spending';
import { addressesOf } from '../cell-addresses';
import { mdCallsIn } from '../formulas/read-formula';
import type { CellResult } from '../cell-log';
import { fixesOf } from '../fix/fixes-of-result';
import { mapInPieces } from '../pauses';
import type { Session } from '../session';
import type { FormulaCell } from '../workbook';

/** An MD cell, with what the session knows about it. */
export interface MdCell extends FormulaCell {
  /** The MD functions that its formula calls, by their bare names, each once: "QUOTE". */
  readonly functions: readonly string[];
  /** Age of the oldest answer that it shows; undefined if not known. */
  readonly ageMs: number | undefined;
  /** Undefined if it shows no price, or its time is not known. */
  readonly priceTime: PriceTime | undefined;
  /**
   * The sentence behind the error in its own cell or another cell of its spill; undefined if there is none, or it is
   * not known.
   */
  readonly lastError: string | undefined;
  /** The sentence behind the first error in its spill, such as one unknown symbol of many. */
  readonly partialError: string | undefined;
  /**
   * The sentence behind an error that its formula replaces with a value, as IFERROR does, or leaves out, as AGGREGATE
   * does; undefined if there is none.
   */
  readonly hiddenError: string | undefined;
  /** For a result of several cells with an error among them, its rows as its function gave them. */
  readonly rows: CellResult['rows'];
  /** What its errors say to write instead of a wrong name. */
  readonly fixes: readonly Fix[];
  /** About how many requests it waits for permission to send; undefined if it does not wait. */
  readonly price: number | undefined;
}

/** Finds the workbook's MD cells. The age of a cell that moved to another address is not known. */
export async function scanCells(session: Session): Promise<readonly MdCell[]> {
  const cells = await session.host.workbook.formulas();
  const now = session.now();
  const seen = session.part(SeenByScans);
  return mapInPieces(cells, (cell) => {
    const last = session.cells.lastAt(addressesOf(cell.cell));
    const cellResult = seen.resultOf(last, cell, now);
    const isLeftOut =
      cellResult?.rows !== undefined && cell.error === undefined && !hasSizeOf(cell.spill, cellResult.rows);
    const partial = cellResult?.partial?.message;
    return {
      ...cell,
      functions: [...new Set(mdCallsIn(cell.formula).map(({ name }) => name))],
      ageMs: cellResult?.readAt === undefined ? undefined : Math.max(0, now - cellResult.readAt),
      priceTime: cellResult && priceTimeOf(cellResult, session.dateSystem),
      lastError: isLeftOut ? undefined : (cellResult?.error ?? cellResult?.failure)?.message,
      partialError: isLeftOut ? undefined : partial,
      hiddenError: isLeftOut ? partial : cellResult?.hidden?.message,
      rows: cellResult?.rows,
      fixes: cellResult ? fixesOf({ ...cellResult, error: cellResult.error ?? cellResult.hidden }) : [],
      price: cellResult && priceOf(last),
    };
  });
}

/** Whether the cells show the rows one by one: otherwise the formula makes something else of them. */
const hasSizeOf = ({ rows, columns }: Block, all: NonNullable<CellResult['rows']>): boolean =>
  rows === all.length && columns === all[0]?.length;

/** When a price was made: a fresh answer may hold a price of last Friday. */
export interface PriceTime {
  /** In ms since 1970. */
  readonly at: number;
  /** Whether it is the oldest of several prices. */
  readonly isOldest: boolean;
}

export function priceTimeOf({ price, properties }: CellResult, dateSystem: DateSystem): PriceTime | undefined {
  const { pricedAt, isOldest = true } = price ?? {};
  if (Number.isFinite(pricedAt)) return { at: pricedAt! * 1000, isOldest };
  // A single quote and a conversion say the time of the price beside it.
  const asOf = properties?.asOf;
  return isFormatted(asOf)
    ? { at: Math.round(daysFromSerial(asOf.value, dateSystem) * MS_PER_DAY), isOldest: false }
    : undefined;
}

/** What is known of the result that a formula shows; undefined if it is not known whether it still shows it. */
export const knownResult = (session: Session, cell: FormulaCell): CellResult | undefined =>
  session.part(SeenByScans).resultOf(session.cells.lastAt(addressesOf(cell.cell)), cell, session.now());

/** A formula that was stopped may show what it has read. */
const priceOf = (last: CellResult | undefined): number | undefined =>
  [last?.error, ...(last?.rows ?? []).flat()].find((error) => error instanceof PriceError)?.allowance.missing;

/** What a cell showed when its result was first looked at. */
interface SeenContent {
  readonly formula: string;
  readonly text: string;
  readonly firstSeenAt: number;
}

/** How long a spreadsheet may take to show a result. */
const SHOWING_MS = 2_000;

/** What cells showed, by their results. Scans and the selection read texts differently, so each has its own. */
export class SeenContents {
  readonly #byResult = new WeakMap<CellResult, SeenContent>();

  /** The result, as long as the cell looks unchanged: its address may hold another formula by now. */
  resultOf(
    result: CellResult | undefined,
    { formula, text, error }: Pick<FormulaCell, 'formula' | 'text' | 'error'>,
    now: number,
  ): (CellResult & { readonly hidden?: CellError | undefined }) | undefined {
    if (result === undefined || isWaiting(error)) return undefined;
    const before = this.#byResult.get(result);
    if (before === undefined || now - before.firstSeenAt < SHOWING_MS)
      this.#byResult.set(result, { formula, text, firstSeenAt: before?.firstSeenAt ?? now });
    else if (before.formula !== formula || before.text !== text) return undefined;
    // A formula may replace an error of its function with a value, and have an error of its own.
    if (result.error?.code === error) return result;
    return { ...result, error: undefined, hidden: error === undefined ? result.error : undefined };
  }
}

class SeenByScans extends SeenContents {}

/** Whether the cell or another cell of its spill shows an error, or its formula hides one. */
export const isFaulty = ({ error, lastError, hiddenError }: MdCell): boolean =>
  error !== undefined || lastError !== undefined || hiddenError !== undefined;

/** Whether the cell still waits for its value. */
export const isWaiting = (error: string | undefined): boolean => error === '#BUSY!' || error === '#GETTING_DATA';
