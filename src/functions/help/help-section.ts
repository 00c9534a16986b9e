/** A part of the help that only one function has: a table with what is to be said about it. */
export interface HelpSection {
  readonly title: string;
  readonly text: string;
  readonly head: readonly string[];
  /** Backticks mark code. */
  readonly rows: readonly (readonly string[])[];
}
