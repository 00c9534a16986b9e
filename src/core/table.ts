import type { Cell, FormattedNumber, Matrix } from './cell';
import { BLANK } from './cell';
import type { Column, Kind, Row } from './columns';
import type { DateSystem } from './dates';
import {
  CLOCK_FORMAT, DATE_FORMAT, MS_PER_DAY, TIME_FORMAT, dayFromIso, fractionFromClock, instantFromIso, serialFromDays, utcMsFromIso,
} from './dates';
import { notAvailable } from './errors';
import type { Zone } from './zones';
import { wallDays } from './zones';

/** How the reader wants times shown. */
export interface View {
  readonly zone: Zone;
  readonly dateSystem: DateSystem;
}

/**
 * Records → rows of cells, with a header row on request.
 *
 * @param times the one time of each record in milliseconds since 1970, for tables in UTC whose times have been read before; NaN where one has none
 */
export function tableOf(rows: readonly Row[], columns: readonly Column[], hasHeaders: boolean, view: View, times: readonly number[] = []): Matrix {
  const headers = hasHeaders ? 1 : 0;
  const matrix = new Array<Cell[]>(rows.length + headers);
  if (hasHeaders) matrix[0] = columns.map((column) => column.name);
  for (let place = 0; place < rows.length; place++) {
    const row = rows[place]!;
    const utcMs = times[place] ?? NaN;
    const cells = new Array<Cell>(columns.length);
    for (let index = 0; index < columns.length; index++) {
      const column = columns[index]!;
      // A table of a hundred thousand ticks is all times and prices.
      if (utcMs === utcMs && isTime(column.kind)) {
        cells[index] = timeCell(utcMs, view.dateSystem);
        continue;
      }
      const value = row[column.name];
      cells[index] = column.kind === 'number' && typeof value === 'number' && Number.isFinite(value) ? value : cellOf(value, column, view);
    }
    matrix[place + headers] = cells;
  }
  return matrix;
}

/**
 * One field as a cell. Null in a numeric field is #N/A, in any other an empty text; a value of another type is #N/A, and so is a
 * field that every record should have and this one has not.
 */
export function cellOf(value: unknown, column: Column, view: View): Cell {
  if (value === null || value === undefined) {
    if (NUMERIC.has(column.kind)) return notAvailable(`"${column.name}" is not published`);
    if (value === null || column.nullable) return BLANK;
    return notAvailable(`The service sent no "${column.name}": recalculate, or tell your provider`);
  }
  return CONVERT[column.kind](value, view) ?? notAvailable(`The service sent a "${column.name}" that is not ${EXPECTED[column.kind]}: recalculate, or tell your provider`);
}

const NUMERIC: ReadonlySet<Kind> = new Set(['number', 'integer', 'unix']);

const EXPECTED: Record<Kind, string> = {
  text: 'a text', number: 'a number', integer: 'a whole number', flag: 'true or false', date: 'a date',
  instant: 'a date and time', unix: 'a Unix time', clock: 'a time of day', texts: 'a list of texts',
};

const asNumber = (value: unknown): number | undefined => (typeof value === 'number' && Number.isFinite(value) ? value : undefined);
const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const wearing = (value: number | undefined, format: string): Cell | undefined => (value === undefined ? undefined : { value, format });

const isTime = (kind: Kind): boolean => kind === 'instant' || kind === 'unix';
const timeCell = (utcMs: number, dateSystem: DateSystem): FormattedNumber => ({ value: serialFromDays(utcMs / MS_PER_DAY, dateSystem), format: TIME_FORMAT });

const CONVERT: Record<Kind, (value: unknown, view: View) => Cell | undefined> = {
  text: (value) => asText(value) ?? asNumber(value)?.toString(),
  number: asNumber,
  integer: (value) => (Number.isInteger(value) ? (value as number) : undefined),
  flag: (value) => (typeof value === 'boolean' ? value : undefined),
  date(value, { dateSystem }) {
    const day = dayFromIso((asText(value) ?? '').slice(0, 10));
    return wearing(day === undefined ? undefined : serialFromDays(day, dateSystem), DATE_FORMAT);
  },
  instant(value, { zone, dateSystem }) {
    if (zone === 'utc') {
      const utcMs = utcMsFromIso(asText(value) ?? '');
      return utcMs === utcMs ? timeCell(utcMs, dateSystem) : undefined;
    }
    const instant = instantFromIso(asText(value) ?? '');
    return wearing(instant && serialFromDays(wallDays(instant, zone), dateSystem), TIME_FORMAT);
  },
  unix(value, { zone, dateSystem }) {
    const seconds = asNumber(value);
    if (seconds === undefined) return undefined;
    const days = wallDays({ utcMs: seconds * 1000, offsetMs: 0 }, zone);
    return wearing(serialFromDays(days, dateSystem), TIME_FORMAT);
  },
  clock: (value) => wearing(fractionFromClock(asText(value) ?? ''), CLOCK_FORMAT),
  texts: (value) => (Array.isArray(value) && value.every((item) => typeof item === 'string') ? value.join(', ') : undefined),
};
