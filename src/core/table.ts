import { type Cell, isFormatted, type Matrix } from './cell';
import {
  type Column,
  type ColumnKind,
  type Row,
  asNumber,
  asText,
  cellBy,
  type Converter,
  noSuchDate,
  QUOTE_CELLS,
  timeCell,
  type View,
} from './columns';
import { CellError } from './errors';
import { CLOCK_FORMAT, DATE_FORMAT, isSerial, serialFromDays, TIME_FORMAT } from './calendar/dates';
import { dayFromIso, fractionFromClock, hasOffset, instantFromIso } from './calendar/iso-dates';
import { wallDays } from './calendar/zones';

/**
 * Records → rows of cells, with a header row on request.
 * @param times one time per record in milliseconds since 1970, for tables in UTC whose times are already parsed; NaN
 * for a record without one
 */
export function tableOf(
  rows: readonly Row[],
  columns: readonly Column[],
  hasHeaders: boolean,
  view: View,
  times: readonly number[] = [],
): Matrix {
  const headers = hasHeaders ? 1 : 0;
  const matrix = new Array<Cell[]>(rows.length + headers);
  const dateIndex = columns.findIndex(({ name }) => name === 'date');
  if (hasHeaders) matrix[0] = columns.map((column) => column.name);
  for (let rowIndex = 0; rowIndex < rows.length; rowIndex++) {
    const row = rows[rowIndex]!;
    const utcMs = times[rowIndex] ?? NaN;
    const cells = new Array<Cell>(columns.length);
    for (let index = 0; index < columns.length; index++) {
      const column = columns[index]!;
      // A table of a hundred thousand ticks is mostly times and prices.
      if (!Number.isNaN(utcMs) && isTime(column.kind)) {
        const cell = timeCell(utcMs, view);
        cells[index] = isSerial(cell.value, view.dateSystem) ? cell : noSuchDate(column);
        continue;
      }
      const value = row[column.name];
      cells[index] =
        column.kind === 'number' && typeof value === 'number' && Number.isFinite(value)
          ? value
          : fieldCell(value, column, view);
    }
    matrix[rowIndex + headers] = dateIndex < 0 ? cells : cells.map((cell) => besideDate(cell, cells[dateIndex]));
  }
  return matrix;
}

/** One record with one field chosen by the user is a value, not a table, unless headers are requested. */
export function collapse(
  matrix: Matrix | CellError,
  isOneField: boolean,
  headers: boolean | undefined,
): Matrix | CellError {
  if (matrix instanceof CellError || headers !== undefined || !isOneField || matrix.length !== 2) return matrix;
  return matrix.slice(1);
}

/** A time whose date stands beside it is shown without the date; its value keeps it. */
const besideDate = (cell: Cell, date: Cell | undefined): Cell =>
  isFormatted(cell) && cell.format === TIME_FORMAT && isFormatted(date) && Math.floor(cell.value) === date.value
    ? { ...cell, format: CLOCK_FORMAT }
    : cell;

export const fieldCell = (value: unknown, column: Column, view: View): Cell =>
  cellBy(CONVERT[column.kind], value, column, view);

const isTime = (kind: ColumnKind): boolean => kind === 'instant' || kind === 'unix';

const withFormat = (value: number | undefined, format: string): Cell | undefined =>
  value === undefined ? undefined : { value, format };

const CONVERT: Record<ColumnKind, Converter> = {
  ...QUOTE_CELLS,
  flag: (value) => (typeof value === 'boolean' ? value : undefined),
  date(value, { dateSystem }) {
    const day = dayFromIso((asText(value) ?? '').slice(0, 10));
    return withFormat(day === undefined ? undefined : serialFromDays(day, dateSystem), DATE_FORMAT);
  },
  period: (value, view) => CONVERT.date(value, view) ?? CONVERT.text(value, view),
  instant(value, { zone, dateSystem, timeFormat = TIME_FORMAT }) {
    const text = asText(value) ?? '';
    // Without an offset, a time is known only in its own zone.
    if (zone !== 'exchange' && !hasOffset(text)) return undefined;
    const instant = instantFromIso(text);
    return withFormat(instant && serialFromDays(wallDays(instant, zone), dateSystem), timeFormat);
  },
  unix(value, { zone, dateSystem, timeFormat = TIME_FORMAT }) {
    const seconds = asNumber(value);
    if (seconds === undefined) return undefined;
    const days = wallDays({ utcMs: seconds * 1000, offsetMs: 0 }, zone);
    return withFormat(serialFromDays(days, dateSystem), timeFormat);
  },
  clock: (value) => withFormat(fractionFromClock(asText(value) ?? ''), CLOCK_FORMAT),
  texts: (value) =>
    Array.isArray(value) && value.every((item) => typeof item === 'string') ? value.join(', ') : undefined,
};

/**
 * Whether a record has every field that it should have, with the right type. Invalid records are shown, cell by cell,
 * but not cached: the next recalculation asks again.
 */
export const isValid = (row: Row, columns: readonly Column[]): boolean =>
  columns.every(({ name, kind, nullable }) => {
    const value = row[name];
    return value === undefined ? nullable || name.includes('.') : value === null || HAS_TYPE[kind](value);
  });

/** An answer without records may have lost them. */
export const areValid = (rows: readonly Row[], columns: readonly Column[]): boolean =>
  rows.length > 0 && rows.every((row) => isValid(row, columns));

const isText = (value: unknown): boolean => typeof value === 'string';
/** JSON can hold 1e999, which a sheet cannot. */
const isNumber = (value: unknown): boolean => Number.isFinite(value);

const HAS_TYPE: Record<ColumnKind, (value: unknown) => boolean> = {
  text: (value) => isText(value) || isNumber(value),
  period: isText,
  number: isNumber,
  integer: isNumber,
  unix: isNumber,
  flag: (value) => typeof value === 'boolean',
  date: isText,
  instant: isText,
  clock: isText,
  texts: Array.isArray,
};
