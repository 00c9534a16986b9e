import type { Column, ColumnKind, Row } from './columns';

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
  number: isNumber,
  integer: isNumber,
  unix: isNumber,
  flag: (value) => typeof value === 'boolean',
  date: isText,
  instant: isText,
  clock: isText,
  texts: Array.isArray,
};
