import { BLANK, type Cell } from '../../core/cell';
import { CellError, notAvailable } from '../../core/errors';
import type { AnyDeclaration } from '../../functions/define';
import type { Outcome } from '../../functions/evaluate/invoke';

/** One argument: a plain value, or the rows of a range or array. */
export type ArgumentValue = unknown;

const isRows = (argument: ArgumentValue): argument is unknown[][] => Array.isArray(argument);

/** A range of one cell becomes that cell if the parameter takes one value. */
const unwrapped = (argument: ArgumentValue): ArgumentValue =>
  isRows(argument) && argument.length === 1 && argument[0]?.length === 1 ? argument[0][0] : argument;

/**
 * Calls a function once or, if a range is passed for a single value, once per cell of that range, as Excel does: a
 * single row or column is repeated along the other, and cells beyond a shorter range are #N/A. `call` returns undefined
 * while a value is pending; then there is no result as a whole.
 */
export function broadcast(
  declaration: Pick<AnyDeclaration, 'parameters'>,
  args: readonly ArgumentValue[],
  call: (values: readonly ArgumentValue[]) => Outcome | undefined,
): Outcome | undefined {
  const isScalar = Object.values(declaration.parameters).map((parameter) => parameter.dimensionality === 'scalar');
  const values = args.map((argument, index) => (isScalar[index] === false ? argument : unwrapped(argument)));
  const lifted = values.filter((value, index): value is unknown[][] => isScalar[index] !== false && isRows(value));
  if (lifted.length === 0) return call(values);
  const height = Math.max(...lifted.map((rows) => rows.length));
  const width = Math.max(...lifted.map((rows) => rows[0]?.length ?? 0));
  const outcomes = Array.from({ length: height }, (_, row) =>
    Array.from({ length: width }, (_unused, column) => {
      const single = values.map((value, index) =>
        isScalar[index] !== false && isRows(value) ? elementOf(value, row, column) : value,
      );
      return single.includes(OUTSIDE)
        ? notAvailable('The ranges given to this function have different sizes')
        : call(single);
    }),
  );
  const matrix = outcomes.map((row) => row.filter((outcome) => outcome !== undefined).map(firstCell));
  return matrix.every((row) => row.length === width) ? matrix : undefined;
}

const OUTSIDE = Symbol('outside the range');

function elementOf(rows: readonly (readonly unknown[])[], row: number, column: number): unknown {
  const line = rows[rows.length === 1 ? 0 : row];
  const index = line?.length === 1 ? 0 : column;
  return line !== undefined && index < line.length ? line[index] : OUTSIDE;
}

const firstCell = (outcome: Outcome): Cell => (outcome instanceof CellError ? outcome : (outcome[0]?.[0] ?? BLANK));
