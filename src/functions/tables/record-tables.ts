import { BLANK, type Result, type Matrix } from '../../core/cell';
import { type Column, columnsNamed, type Row, errorRow, type View } from '../../core/columns';
import { BlankError, notAvailable, CellError } from '../../core/errors';
import { collapse, tableOf } from '../../core/table';
import type { Context } from '../define';
import { type Slot, writtenName } from '../parameters/symbols';

export interface Listing {
  readonly rows: readonly Row[];
  readonly columns: readonly Column[];
  readonly fields: readonly string[] | undefined;
  readonly headers: boolean | undefined;
  readonly emptyBecause: string;
  /** Rows below the others, of names that failed. */
  readonly errorRows?: (columns: readonly Column[]) => Matrix;
}

/** The records of one list as a table, in UTC. One record with one named field is a single value. */
export function listingOf(
  { rows, columns, fields, headers, emptyBecause, errorRows = () => [] }: Listing,
  { dateSystem }: Context,
): Result {
  if (rows.length === 0) return notAvailable(emptyBecause);
  const shown = fields ? columnsNamed(columns, fields) : columns;
  const table = tableOf(rows, shown, headers ?? true, { zone: 'utc', dateSystem });
  return collapse([...table, ...errorRows(shown)], fields?.length === 1, headers);
}

interface StackedTable {
  readonly names: readonly Slot<string>[];
  readonly answers: readonly Slot<readonly Row[]>[];
  readonly columns: readonly Column[];
  /** The column of the name, which identifies an error row. */
  readonly nameColumn: string;
  readonly hasHeaders: boolean;
  readonly view: View;
  /** A sentence that says why a name has no rows. @default it always has rows, or an error */
  readonly explainEmpty?: (name: string) => string;
  /** Whether a name may have no rows. It is then skipped, unless no name has any. */
  readonly mayBeEmpty?: boolean;
  /**
   * Whether a name usually has one row. If none has more, a blank and a name without rows have a row too, so that each
   * row stays beside its name.
   */
  readonly hasRowEach?: boolean;
}

/**
 * The tables of several names below one header, in the requested order. Blanks are skipped, unless each name has one
 * row. A failed name becomes one row: the name, then its error. A single name that failed becomes the error alone.
 */
export function stackTables({
  names,
  answers,
  columns,
  nameColumn,
  hasHeaders,
  view,
  explainEmpty = String,
  mayBeEmpty = false,
  hasRowEach = false,
}: StackedTable): Matrix | CellError {
  const body: Matrix = [];
  const empty: string[] = [];
  const keepsPlaces = hasRowEach && names.length > 1 && answers.every((answer) => !hasSeveral(answer));
  let firstError: CellError | undefined;
  const hasRows = answers.some((answer) => Array.isArray(answer) && answer.length > 0);
  names.forEach((name, index) => {
    const answer = answers[index];
    if (answer === undefined) {
      if (keepsPlaces) body.push(columns.map(() => BLANK));
      return;
    }
    if (!(answer instanceof CellError) && answer.length > 0) {
      for (const row of tableOf(answer, columns, false, view)) body.push(row);
      return;
    }
    const isEmpty = mayBeEmpty && !(answer instanceof CellError);
    if (isEmpty) empty.push(String(name));
    if (isEmpty && !keepsPlaces) return;
    const error = answer instanceof CellError ? answer : notAvailable(explainEmpty(String(name)));
    if (!isEmpty) firstError ??= error;
    body.push(errorRow(error, columns, nameColumn, writtenName(name)));
  });
  if (!hasRows && firstError === undefined)
    return empty.length > 0
      ? notAvailable(explainEmpty(empty.join(', ')))
      : new BlankError('#N/A', 'There is nothing to look up: every cell is blank');
  if (firstError && !keepsPlaces && names.filter((name) => name !== undefined).length === 1) return firstError;
  return hasHeaders ? [columns.map((column) => column.name), ...body] : body;
}

const hasSeveral = (answer: Slot<readonly Row[]>): boolean => Array.isArray(answer) && answer.length > 1;
