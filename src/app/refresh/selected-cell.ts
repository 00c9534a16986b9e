import { a1WithSheet, type Block, cellOf } from '../../core/sheet/a1';
import { type DateSystem, daysFromSerial } from '../../core/calendar/dates';
import { MS_PER_DAY } from '../../core/calendar/units';
import { isFormatted, type RichNumber } from '../../core/cell';
import { CellError } from '../../core/errors';
import { mdCallsIn } from '../formulas/read-formula';
import { addressesOf } from '../cell-addresses';
import type { CellResult } from '../cell-log';
import type { Session } from '../session';
import { isWaiting, type PriceTime, priceTimeOf, SeenContents } from './cells';

/** What is known about a cell that an MD formula fills. */
export interface FilledCell {
  /** The formula's cell: the cell itself, or the first cell of its spill. */
  readonly anchor: Block;
  /** "#N/A" and the like; undefined if the cell shows a value. */
  readonly error: string | undefined;
  readonly isWaiting: boolean;
  /** The sentence behind its error or last value; undefined if not known. */
  readonly reason: string | undefined;
  /** Request time of its oldest answer, in ms; undefined if not known. */
  readonly readAt: number | undefined;
  /** Of a conversion; `at` is the time of the rate in ms, undefined if the service has not said it. */
  readonly rate?: { readonly value: number; readonly at: number | undefined } | undefined;
  /** Undefined if it shows no price, or its time is not known. */
  readonly priceTime: PriceTime | undefined;
}

export interface SelectedCell {
  readonly cell: Block;
  /** Undefined if no MD formula fills the cell. */
  readonly filled: FilledCell | undefined;
}

/** What cells showed when their result was first selected. */
class SeenBySelection extends SeenContents {}

const ERROR_CODE = /^#(?:N\/A|DIV\/0!|GETTING_DATA|[A-Z]+[!?])$/;

/** Reads the first cell of the selection. */
export async function selectedCell(session: Session): Promise<SelectedCell> {
  const { workbook } = session.host;
  const { sheet, row, column } = await workbook.selection();
  const cell = cellOf(sheet, row, column);
  const { formula = '', value = '' } = (await workbook.read(cell))[0]?.[0] ?? {};
  const own = { cell, formula };
  const from = formula === '' ? await workbook.spillsInto(cell) : [own];
  const anchor = from.find((one) => mdCallsIn(one.formula).length > 0);
  if (!anchor) return { cell, filled: undefined };
  const first = anchor === own ? value : ((await workbook.read(anchor.cell))[0]?.[0]?.value ?? '');
  const last = session.cells.lastAt(addressesOf(anchor.cell));
  const text = String(first);
  const look = { formula: anchor.formula, text, error: errorIn(first) };
  const cellResult = session.part(SeenBySelection).resultOf(last, look, session.now());
  const error = errorIn(value);
  return {
    cell,
    filled: {
      anchor: anchor.cell,
      error,
      isWaiting: isWaiting(error),
      reason: cellResult && reasonIn(cellResult, error, row - anchor.cell.row, column - anchor.cell.column),
      readAt: cellResult?.readAt,
      rate: error === undefined ? rateIn(cellResult?.properties, session.dateSystem) : undefined,
      priceTime: cellResult && priceTimeOf(cellResult, session.dateSystem),
    },
  };
}

export const isSameCell = (one: Block, other: Block): boolean => a1WithSheet(one) === a1WithSheet(other);

const errorIn = (value: unknown): string | undefined =>
  typeof value === 'string' && ERROR_CODE.test(value) ? value : undefined;

function rateIn({ rate, asOf }: RichNumber['properties'] = {}, dateSystem: DateSystem): FilledCell['rate'] {
  if (typeof rate !== 'number') return undefined;
  return { value: rate, at: isFormatted(asOf) ? daysFromSerial(asOf.value, dateSystem) * MS_PER_DAY : undefined };
}

/**
 * In a spill with errors each cell has its own reason. For a formula that picks one value out of a result, the first
 * matching error counts.
 */
function reasonIn(cellResult: CellResult, error: string | undefined, down: number, across: number): string | undefined {
  // Rows are kept if some of them failed. A value beside failures is then not a last value itself.
  if (error === undefined) return cellResult.rows ? undefined : cellResult.failure?.message;
  return [cellResult.rows?.[down]?.[across], cellResult.error, cellResult.partial].find(
    (one): one is CellError => one instanceof CellError && one.code === error,
  )?.message;
}
