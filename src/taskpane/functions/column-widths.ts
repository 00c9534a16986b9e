import { type Cell, isFormatted } from '../../core/cell';
import { CellError } from '../../core/errors';
import type { Outcome } from '../../functions/evaluate/outcome';

/** Longer texts may be cut, and later rows are about as long as the first ones. */
const [MAX_WIDTH, MAX_ROWS_READ] = [40, 500];
/** The number of digits that Excel shows of a number without a format. */
const GENERAL_CHARACTERS = 11;

/** The column widths that a result needs, in characters; empty if the result is not known. */
export function columnWidths(outcome: Outcome | undefined): readonly number[] {
  if (outcome === undefined || outcome instanceof CellError) return [];
  const rows = outcome.slice(0, MAX_ROWS_READ);
  return (rows[0] ?? []).map((_, column) =>
    Math.min(MAX_WIDTH, Math.max(...rows.map((row) => charactersOf(row[column] ?? '')))),
  );
}

function charactersOf(cell: Cell): number {
  if (cell instanceof CellError) return cell.code.length;
  if (typeof cell === 'number') return Math.min(String(cell).length, GENERAL_CHARACTERS);
  if (!isFormatted(cell)) return String(cell).length;
  const { value, format } = cell;
  if (/[ymdhs]/i.test(format.replace(/"[^"]*"|\\./g, ''))) return format.replace(/[\\"]/g, '').length;
  const decimals = /\.([0#?]+)/.exec(format)?.[1]?.length ?? 0;
  const extra = format.replace(/[#0,.?]/g, '').replace(/[\\"]/g, '').length;
  return (
    value.toLocaleString('en-US', { maximumFractionDigits: decimals, minimumFractionDigits: decimals }).length + extra
  );
}
