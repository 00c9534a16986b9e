import { CellError, type ErrorCode, quoted } from './errors';

/** What to write instead of a wrong name. */
export interface Fix {
  /** The parameter with the wrong name; undefined for the one that takes the symbols. */
  readonly parameter: string | undefined;
  /** The wrong name. Case does not matter. */
  readonly from: string;
  readonly to: string;
}

/** An error whose sentence says what to write, in a form that can also be put into the formula. */
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
