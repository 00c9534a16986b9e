import type { Matrix } from '../../core/cell';
import { type Column, errorRow, type Row } from '../../core/columns';
import { CellError, notAvailable } from '../../core/errors';
import { tableOf, type View } from '../../core/table';
import type { Slot } from '../parameters/symbols';

export interface StackedTable {
  readonly names: readonly Slot<string>[];
  readonly answers: readonly Slot<readonly Row[]>[];
  readonly columns: readonly Column[];
  /** The column that holds the name; it is where an error row says which name it is about. */
  readonly nameColumn: string;
  readonly hasHeaders: boolean;
  readonly view: View;
  /** Why a name has no rows, as a sentence. */
  readonly explainEmpty: (name: string) => string;
  /** Whether a name may have no rows: it is left out then, unless none has any. */
  readonly mayBeEmpty?: boolean;
}

/**
 * The tables of several names under one header, in the order asked. Blanks are skipped; a name that failed is one row: the
 * name, then its error. A single name that failed is that error alone.
 */
export function stackTables({
  names,
  answers,
  columns,
  nameColumn,
  hasHeaders,
  view,
  explainEmpty,
  mayBeEmpty = false,
}: StackedTable): Matrix | CellError {
  const body: Matrix = [];
  const empty: string[] = [];
  let firstError: CellError | undefined;
  names.forEach((name, index) => {
    const answer = answers[index];
    if (answer === undefined) return;
    if (!(answer instanceof CellError) && answer.length > 0) {
      for (const row of tableOf(answer, columns, false, view)) body.push(row);
      return;
    }
    if (mayBeEmpty && !(answer instanceof CellError)) {
      empty.push(String(name));
      return;
    }
    const error = answer instanceof CellError ? answer : notAvailable(explainEmpty(String(name)));
    firstError ??= error;
    body.push(
      errorRow(error, columns).map((cell, column) =>
        columns[column]!.name === nameColumn && typeof name === 'string' ? name : cell,
      ),
    );
  });
  if (body.length === 0)
    return notAvailable(
      empty.length > 0 ? explainEmpty(empty.join(', ')) : 'There is nothing to look up: every cell is blank',
    );
  if (firstError && names.filter((name) => name !== undefined).length === 1) return firstError;
  return hasHeaders ? [columns.map((column) => column.name), ...body] : body;
}

/** One record and one field named by the reader is a value, not a table, unless headers were asked for. */
export function collapse(
  matrix: Matrix | CellError,
  isOneField: boolean,
  headers: boolean | undefined,
): Matrix | CellError {
  if (matrix instanceof CellError || headers !== undefined || !isOneField || matrix.length !== 2) return matrix;
  return matrix.slice(1);
}
