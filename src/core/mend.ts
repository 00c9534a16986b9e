import { CellError, type ErrorCode, quoted } from './errors';

/** What to write in place of a name that came. */
export interface Mend {
  /** The parameter that it was given for; undefined for the one that takes the symbols. */
  readonly parameter: string | undefined;
  /** Without regard to case. */
  readonly came: string;
  readonly meant: string;
}

/** An error whose sentence says what to write, in a form that can be put into the formula too. */
export class MendableError extends CellError {
  constructor(
    code: ErrorCode,
    message: string,
    readonly mend: Mend,
    options?: ErrorOptions,
  ) {
    super(code, message, options);
  }
}

/** #VALUE!: a name that other products use. `what` says what it is not: 'a MIC code'. */
export const namedOtherwise = (parameter: string, came: string, what: string, meant: string): MendableError =>
  new MendableError('#VALUE!', `${parameter}: ${quoted(came)} is not ${what}: write "${meant}"`, {
    parameter,
    came,
    meant,
  });
