import type { Matrix } from '../core/cell';
import type { Column, Row } from '../core/columns';
import { errorRow } from '../core/columns';
import { CellError, notAvailable } from '../core/errors';
import type { View } from '../core/table';
import { tableOf } from '../core/table';
import type { Place } from './parameters/symbols';

export interface StackedTable {
  readonly names: readonly Place<string>[];
  readonly answers: readonly Place<readonly Row[]>[];
  readonly columns: readonly Column[];
  /** The column that holds the name; it is where an error row says which name it is about. */
  readonly nameColumn: string;
  readonly hasHeaders: boolean;
  readonly view: View;
  /** Why a name has no rows, as a sentence. */
  readonly explainEmpty: (name: string) => string;
}

/**
 * The tables of several names under one header, in the order asked. Blanks are skipped; a name that failed is one row: the
 * name, then its error. A single name that failed is that error alone.
 */
export function stackTables({ names, answers, columns, nameColumn, hasHeaders, view, explainEmpty }: StackedTable): Matrix | CellError {
  const body: Matrix = [];
  let firstError: CellError | undefined;
  names.forEach((name, index) => {
    const answer = answers[index];
    if (answer === undefined) return;
    if (!(answer instanceof CellError) && answer.length > 0) {
      for (const row of tableOf(answer, columns, false, view)) body.push(row);
      return;
    }
    const error = answer instanceof CellError ? answer : notAvailable(explainEmpty(String(name)));
    firstError ??= error;
    body.push(errorRow(error, columns).map((cell, column) =>
      (columns[column]!.name === nameColumn && typeof name === 'string' ? name : cell)));
  });
  if (body.length === 0) return notAvailable('There is nothing to look up: every cell is blank');
  if (firstError && names.filter((name) => name !== undefined).length === 1) return firstError;
  return hasHeaders ? [columns.map((column) => column.name), ...body] : body;
}

/** One record and one field named by the reader is a value, not a table, unless headers were asked for. */
export function collapse(matrix: Matrix | CellError, isOneField: boolean, headers: boolean | undefined): Matrix | CellError {
  if (matrix instanceof CellError || headers !== undefined || !isOneField || matrix.length !== 2) return matrix;
  return matrix.slice(1);
}
