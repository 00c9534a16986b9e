import { BLANK, type Cell, type FormattedNumber, isFormatted } from './cell';
import { CellError, notAvailable } from './errors';
import { type DateSystem, isSerial, serialFromDays, TIME_FORMAT, MS_PER_DAY } from './calendar/dates';
import type { Zone } from './calendar/zones';

/**
 * The fields of the service's records, and how a field becomes a cell in quotes. The rest, dates and time zones, is in
 * table.ts.
 */

/**
 * The type of a field of the service, which decides how its cell looks: text; number; integer; flag (TRUE, FALSE); date
 * "2026-11-20"; instant "2026-11-20T09:30:00-05:00"; unix (seconds since 1970); clock "09:30"; texts (a list, shown
 * comma separated); period (a date, or a text such as "Q3 2026").
 */
export type ColumnKind =
  'text' | 'period' | 'number' | 'integer' | 'flag' | 'date' | 'instant' | 'unix' | 'clock' | 'texts';

export interface Column {
  readonly name: string;
  readonly kind: ColumnKind;
  readonly nullable: boolean;
  /** True if the interface document does not say the kind, or whether it may be null. */
  readonly isAssumed?: true;
}

/**
 * A record as the service sent it. Its fields are checked only when they become cells, so that one wrong field spoils
 * one cell. A rule puts a CellError where a value must not be believed, and the cell shows it.
 */
export type Row = Readonly<Record<string, unknown>>;

/** Columns in the order of the record. A kind with "?" is nullable, one that ends in "~" is assumed. */
export function columns(
  record: Readonly<Record<string, ColumnKind | `${ColumnKind}${'?' | '~' | '?~'}`>>,
): readonly Column[] {
  return Object.entries(record).map(([name, kind]) => ({
    name,
    kind: kind.replace(/[?~]+/, '') as ColumnKind,
    nullable: kind.includes('?'),
    ...(kind.endsWith('~') && { isAssumed: true }),
  }));
}

/** The column of a blank cell in the user's list of fields. */
const BLANK_COLUMN: Column = { name: '', kind: 'text', nullable: true };

/** The columns with these names, in the given order; a blank name gives a blank column. */
export const columnsNamed = (record: readonly Column[], names: readonly string[]): readonly Column[] =>
  names.map((name) => record.find((column) => column.name === name) ?? BLANK_COLUMN);

/**
 * The row of a failed answer: the error in every column except blank ones.
 * @param nameColumn the column that says what was asked for: beside an error, since alone it would look like a result
 */
export function errorRow(error: CellError, columns: readonly Column[], nameColumn?: string, asked?: string): Cell[] {
  const errors = columns.map(({ name }) => (name === '' ? BLANK : error));
  const named = errors.map((cell, index) => (columns[index]!.name === nameColumn ? (asked ?? cell) : cell));
  return named.includes(error) ? named : errors;
}

/** How the user wants times shown. */
export interface View {
  readonly zone: Zone;
  readonly dateSystem: DateSystem;
  /** Number format of dates with times. @default 'yyyy-mm-dd hh:mm:ss' */
  readonly timeFormat?: string;
}

/** Converts a value of one kind to a cell; undefined if the value is not of that kind. */
export type Converter = (value: unknown, view: View) => Cell | undefined;

/** Some services write an empty text, or the Unix time 0, for no time. */
const isNoTime = (value: unknown, kind: ColumnKind): boolean =>
  value === 0 ? kind === 'unix' : value === '' && ['date', 'instant', 'clock', 'unix'].includes(kind);

/**
 * One field as a cell. Null is #N/A in a numeric field and an empty text in any other. A value of the wrong type is
 * #N/A, and so is a missing field that every record should have.
 */
export function cellBy(convert: Converter, value: unknown, column: Column, view: View): Cell {
  if (value === null || value === undefined || isNoTime(value, column.kind)) {
    if (['number', 'integer', 'unix'].includes(column.kind)) return notAvailable(`"${column.name}" is not published`);
    if (value !== undefined || column.nullable) return BLANK;
    return notAvailable(`The service sent no "${column.name}": recalculate, or tell your provider`);
  }
  const cell = convert(value, view);
  if (column.kind !== 'clock' && isFormatted(cell) && !isSerial(cell.value, view.dateSystem)) return noSuchDate(column);
  if (value instanceof CellError) return value;
  return (
    cell ??
    notAvailable(
      `The service sent a "${column.name}" that is not ${EXPECTED[column.kind] ?? 'a text'}: recalculate, or tell your provider`,
    )
  );
}

export const noSuchDate = ({ name }: Column): CellError =>
  notAvailable(`The service sent "${name}" as a date that Excel does not have: its dates go from 1900 to 9999`);

const EXPECTED: Partial<Record<ColumnKind, string>> = {
  number: 'a number',
  integer: 'a whole number',
  flag: 'true or false',
  date: 'a date',
  instant: 'a date and time',
  unix: 'a Unix time',
  clock: 'a time of day',
  texts: 'a list of texts',
};

export const asNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;
export const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

export const timeCell = (utcMs: number, { dateSystem, timeFormat = TIME_FORMAT }: View): FormattedNumber => ({
  value: serialFromDays(utcMs / MS_PER_DAY, dateSystem),
  format: timeFormat,
});

/** The kinds of fields in quotes. A Unix time is shown in UTC. */
export const QUOTE_CELLS = {
  text: (value) => asText(value) ?? asNumber(value)?.toString(),
  number: asNumber,
  integer: (value) => (Number.isInteger(value) ? (value as number) : undefined),
  unix: (value, view) => {
    const seconds = asNumber(value);
    return seconds === undefined ? undefined : timeCell(seconds * 1000, view);
  },
} satisfies Partial<Record<ColumnKind, Converter>>;
