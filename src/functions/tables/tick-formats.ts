import { DATE_FORMAT, EXACT_TIME_FORMAT, TIME_FORMAT } from '../../core/calendar/dates';
import type { Cell, Matrix } from '../../core/cell';
import type { Column } from '../../core/columns';
import { priceFormat } from '../../core/prices';

/** In larger tables, price formats would be most of the data that Excel receives. */
const MAX_FORMATTED_ROWS = 5_000;

/**
 * The time format of ticks or bars: without the time of day if none has one, with milliseconds if two could otherwise
 * look alike.
 */
export function tickTimeFormat(interval: string, times: readonly number[] = []): string {
  if (WHOLE_DAYS.includes(interval)) return DATE_FORMAT;
  return times.some((ms) => Number.isFinite(ms) && ms % 1000 !== 0) ? EXACT_TIME_FORMAT : TIME_FORMAT;
}

const WHOLE_DAYS = ['day', 'week'];

/** Formats prices with as many decimals as the longest one has. */
export function formatPrices(table: Matrix, columns: readonly Column[], headerRows: number): Matrix {
  if (table.length > MAX_FORMATTED_ROWS) return table;
  const isPrice = columns.map(({ kind }) => kind === 'number');
  const prices = table.slice(headerRows).flatMap((row) => row.filter((_, column) => isPrice[column]));
  const format = priceFormat(prices);
  if (format === undefined) return table;
  const dressed = (cell: Cell): Cell => (typeof cell === 'number' ? { value: cell, format } : cell);
  return table.map((row, index) =>
    index < headerRows ? row : row.map((cell, column) => (isPrice[column] ? dressed(cell) : cell)),
  );
}
