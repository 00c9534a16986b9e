import { type CellWatcher, isGivenUp } from '../cell-log';
import type { CellValue } from '../host';
import { isSameValue } from './block-contents';
import type { Call } from '../../core/call';
import { isFormatted, MarkedNumber } from '../../core/cell';
import { BlankError, CellError } from '../../core/errors';
import { RecentMap } from '../../core/basics';
import { type Block, cellOf } from '../../core/sheet';

/** The value that a function delivered for a cell; undefined for a value that hosts show in their own way. */
export interface GivenResult {
  readonly first: CellValue | undefined;
  readonly last: CellValue | undefined;
  readonly rows: number;
  readonly columns: number;
}

const MAX_CELLS = 100_000;

/**
 * The delivered results of each cell. A spreadsheet shows them a moment later, and Excel sometimes keeps showing an
 * older value (office-js #4152, #6930), which must not be listed with the time of the new one.
 */
export class GivenResults implements CellWatcher {
  readonly #given = new RecentMap<string, GivenResult>(MAX_CELLS);

  end({ address, isPreview }: Call, _: unknown, result: unknown): void {
    if (address === undefined || isPreview || isGivenUp(result)) return;
    const rows = (Array.isArray(result) ? result : [[result]]) as readonly (readonly unknown[])[];
    const columns = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
    this.#given.set(address, {
      first: valueOf(rows[0]?.[0]),
      last: valueOf(rows.at(-1)?.[columns - 1]),
      rows: rows.length,
      columns,
    });
  }

  /** @param addresses the cell's address in each notation that hosts use */
  givenTo(addresses: readonly string[]): GivenResult | undefined {
    for (const address of addresses) {
      const given = this.#given.get(address);
      if (given !== undefined) return given;
    }
    return undefined;
  }
}

/** Excel shows longer texts as errors. */
const MAX_TEXT_LENGTH = 32_767;

function valueOf(cell: unknown): CellValue | undefined {
  // They may be shown as a blank, a number or a text.
  if (cell instanceof BlankError || cell instanceof MarkedNumber) return undefined;
  if (cell instanceof CellError) return cell.code;
  const value = isFormatted(cell) ? cell.value : cell;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value === 'string') return value.length <= MAX_TEXT_LENGTH ? value : undefined;
  return typeof value === 'boolean' ? value : undefined;
}

/** Whether a cell shows the delivered value. A result that is too large or cannot spill never shows values. */
export function showsValue(given: CellValue | undefined, shown: unknown): boolean {
  if (given === undefined || shown === '#SPILL!' || isSameValue(given, shown)) return true;
  // A host replaces errors that it does not accept with one of these two.
  return isError(given) && !TAKEN.has(given) && isError(shown);
}

const isError = (value: unknown): boolean => typeof value === 'string' && value.startsWith('#');

const TAKEN: ReadonlySet<CellValue> = new Set(['#N/A', '#VALUE!']);

const isTooLarge = ({ rows, columns }: GivenResult, shown: unknown): boolean =>
  rows * columns > 1 && shown === '#VALUE!';

/** Compares the first and the last of several cells: Excel keeps old values in whole or in part. */
export const showsGiven = (given: GivenResult, first: unknown, last: unknown): boolean =>
  isTooLarge(given, first) || (showsValue(given.first, first) && showsValue(given.last, last));

export const lastCellOf = ({ sheet, row, column, rows, columns }: Block): Block =>
  cellOf(sheet, row + rows - 1, column + columns - 1);
