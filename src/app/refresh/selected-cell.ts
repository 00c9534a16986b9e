import { a1WithSheet, type Block, cellOf } from '../../core/sheet/a1';
import { CellError } from '../../core/errors';
import { mdCallsIn } from '../formulas/read-formula';
import { addressesOf } from '../cell-addresses';
import type { CellResult } from '../cell-log';
import type { Session } from '../session';
import { isWaiting, SeenContents } from './cells';

/** What is known of a cell that an MD formula fills. */
export interface FilledCell {
  /** Where the formula stands: in the cell itself, or in the first cell of the spill that it lies in. */
  readonly anchor: Block;
  /** "#N/A" and the like; undefined when the cell shows a value. */
  readonly error: string | undefined;
  readonly isWaiting: boolean;
  /** The sentence behind its error, or behind the last value that it shows; undefined where it is not known. */
  readonly reason: string | undefined;
  /** When the oldest answer in it had been asked for, in ms; undefined where that is not known. */
  readonly readAt: number | undefined;
}

export interface SelectedCell {
  readonly cell: Block;
  /** Undefined for a cell that no MD formula fills. */
  readonly filled: FilledCell | undefined;
}

/** What cells showed when they were first selected after they had a result. */
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
  const given = session.part(SeenBySelection).resultOf(last, look, session.now());
  const error = errorIn(value);
  return {
    cell,
    filled: {
      anchor: anchor.cell,
      error,
      isWaiting: isWaiting(error),
      reason: given && reasonIn(given, error, row - anchor.cell.row, column - anchor.cell.column),
      readAt: given?.readAt,
    },
  };
}

export const isSameCell = (one: Block, other: Block): boolean => a1WithSheet(one) === a1WithSheet(other);

const errorIn = (value: unknown): string | undefined =>
  typeof value === 'string' && ERROR_CODE.test(value) ? value : undefined;

/** Of a spill's errors each cell has its own; of a formula that takes one value out of a result, the first that fits is told. */
function reasonIn(given: CellResult, error: string | undefined, down: number, across: number): string | undefined {
  // The rows are kept where some of them failed: then a value stands beside failures, and is not a last value itself.
  if (error === undefined) return given.rows ? undefined : given.failure?.message;
  return [given.rows?.[down]?.[across], given.error, given.partial].find(
    (one): one is CellError => one instanceof CellError && one.code === error,
  )?.message;
}
