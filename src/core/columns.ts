import { BLANK, type Cell } from './cell';
import type { CellError } from './errors';

/**
 * The type of a field of the service, which decides how its cell looks: text; number; integer; flag (TRUE, FALSE); date
 * "2026-11-20"; instant "2026-11-20T09:30:00-05:00"; unix (seconds since 1970); clock "09:30"; texts (a list, shown
 * comma separated).
 */
export type ColumnKind = 'text' | 'number' | 'integer' | 'flag' | 'date' | 'instant' | 'unix' | 'clock' | 'texts';

export interface Column {
  readonly name: string;
  readonly kind: ColumnKind;
  readonly nullable: boolean;
}

/**
 * A record as the service sent it. Its fields are checked only when they become cells, so that one wrong field spoils
 * one cell.
 */
export type Row = Readonly<Record<string, unknown>>;

/** Columns in the order of the record. A kind that ends in "?" is nullable. */
export function columns(record: Readonly<Record<string, ColumnKind | `${ColumnKind}?`>>): readonly Column[] {
  return Object.entries(record).map(([name, kind]) => ({
    name,
    kind: kind.replace('?', '') as ColumnKind,
    nullable: kind.endsWith('?'),
  }));
}

/** The column of a blank cell in the user's list of fields. */
const BLANK_COLUMN: Column = { name: '', kind: 'text', nullable: true };

/** The columns with these names, in the given order; a blank name gives a blank column. */
export const columnsNamed = (record: readonly Column[], names: readonly string[]): readonly Column[] =>
  names.map((name) => record.find((column) => column.name === name) ?? BLANK_COLUMN);

/** The row of a failed answer: the error in every column except blank ones. */
export const errorRow = (error: CellError, columns: readonly Column[]): Cell[] =>
  columns.map(({ name }) => (name === '' ? BLANK : error));
