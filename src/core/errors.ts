/** All errors that an Excel cell can show. Functions create the first two; the others are only passed on. */
export type ErrorCode =
  | '#VALUE!'
  | '#N/A'
  | '#DIV/0!'
  | '#NUM!'
  | '#REF!'
  | '#NAME?'
  | '#NULL!'
  | '#SPILL!'
  | '#CALC!'
  | '#GETTING_DATA'
  | '#BUSY!'
  | '#BLOCKED!'
  | '#CONNECT!'
  | '#FIELD!';

/** An error as a cell's value. `message` is one sentence that tells the user what to do next. */
export class CellError extends Error {
  override readonly name: string = 'CellError';
  /** The end of its sentence, and of each sentence with this cause: another possible reason. */
  readonly doubt: string;

  constructor(
    readonly code: ErrorCode,
    message = '',
    {
      cause,
      doubt = cause instanceof CellError ? cause.doubt : '',
    }: ErrorOptions & { doubt?: string | undefined } = {},
  ) {
    super(message + doubt, cause === undefined ? undefined : { cause });
    this.doubt = doubt;
  }
}

/** The errors of several calls in one cell, with all their sentences. */
export class SeveralErrors extends CellError {
  constructor(readonly errors: readonly CellError[]) {
    super(errors[0]!.code);
    // A sentence may still change, so it is read as late as possible.
    Object.defineProperty(this, 'message', {
      get: () => [...new Set(errors.map(({ message }) => message))].join('; '),
    });
  }
}

/** All cells of the formula's argument are blank, so there is no question. */
export class BlankError extends CellError {}

/** #VALUE!: an argument is wrong. The message names the argument, the value and what is allowed. */
export const wrongArgument = (argument: string, value: unknown, allowed: string): CellError =>
  new CellError('#VALUE!', `${argument}: ${quoted(value)} is not ${allowed}`);

/** #N/A: there is no value to show. */
export const notAvailable = (message: string, cause?: unknown): CellError =>
  new CellError('#N/A', message, cause === undefined ? undefined : { cause });

const MAX_QUOTED_LENGTH = 60;

/** A value as a user would write it in a formula. Long texts are cut so that the sentence stays readable. */
export function quoted(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value).toUpperCase();
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a range';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return `"${text.length > MAX_QUOTED_LENGTH ? `${text.slice(0, MAX_QUOTED_LENGTH)}…` : text}"`;
}

export interface Fix {
  /** The parameter with the wrong name; undefined for the one that takes the symbols. */
  readonly parameter: string | undefined;
  /** The wrong name. Case does not matter. */
  readonly from: string;
  readonly to: string;
}

/** An error whose sentence suggests a name, in a form that can also be put into the formula. */
export class FixableError extends CellError {
  override readonly name = 'FixableError';

  constructor(
    code: ErrorCode,
    message: string,
    readonly fix: Fix,
    options?: ErrorOptions,
  ) {
    super(code, message, options);
  }
}

/** #VALUE!: a name that other products use. `allowed` says what it should be: 'a MIC code'. */
export const misnamedArgument = (parameter: string, from: string, allowed: string, to: string): FixableError =>
  new FixableError('#VALUE!', `${parameter}: ${quoted(from)} is not ${allowed}: write "${to}"`, {
    parameter,
    from,
    to,
  });
