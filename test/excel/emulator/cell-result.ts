/** What a cell received: a value in Excel's JSON, or an error with its message. */
export type CellResult = { readonly value: unknown } | { readonly error: string; readonly message: string };

/** One line of SetInvocationArrayResults. */
export type ResultLine =
  | readonly [id: number, isDone: true, value: unknown, ...rest: unknown[]]
  | readonly [id: number, isDone: false, message: string, code: number, ...rest: unknown[]];

/** The client's numbers for errors. 0, 2, 3 and 4 are its own troubles, 9 and 10 a function that nobody associated. */
const ERRORS: Readonly<Record<number, string>> = {
  0: 'plain Error returned',
  1: '#N/A',
  2: 'exception',
  3: 'rejected promise',
  4: 'batch mismatch',
  5: '#DIV/0!',
  6: '#NUM!',
  7: '#VALUE!',
  8: '#NULL!',
  9: 'no metadata',
  10: 'not associated',
};

export function resultOf(line: ResultLine): CellResult {
  if (line[1]) return isError(line[2]) ? { error: line[2].basicValue, message: line[2].message } : { value: line[2] };
  return { error: ERRORS[line[3]] ?? `code ${line[3]}`, message: line[2] };
}

/** An error that was returned, or set by a stream, and not thrown. */
const isError = (value: unknown): value is { readonly basicValue: string; readonly message: string } =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'Error';
