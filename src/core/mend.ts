import { CellError, type ErrorCode, quoted } from './errors';

/** What to write instead of a wrong name. */
export interface Mend {
  /** The parameter with the wrong name; undefined for the one that takes the symbols. */
  readonly parameter: string | undefined;
  /** The wrong name. Case does not matter. */
  readonly came: string;
  readonly meant: string;
}

/** An error whose sentence says what to write, in a form that can also be put into the formula. */
export class MendableError extends CellError {
  override readonly name = 'MendableError';

  constructor(
    code: ErrorCode,
    message: string,
    readonly mend: Mend,
    options?: ErrorOptions,
  ) {
    super(code, message, options);
  }
}

/** #VALUE!: a name that other products use. `what` says what it should be: 'a MIC code'. */
export const misnamedArgument = (parameter: string, came: string, what: string, meant: string): MendableError =>
  new MendableError('#VALUE!', `${parameter}: ${quoted(came)} is not ${what}: write "${meant}"`, {
    parameter,
    came,
    meant,
  });
