import type { Client } from '../api/client';
import type { Settings } from '../app/settings';
import type { Cell, Matrix } from '../core/cell';
import type { Call } from '../core/call';
import type { DateSystem } from '../core/dates';

/** The conditions under which arguments are read. */
export interface Reading {
  readonly dateSystem: DateSystem;
}

/** One parameter of a worksheet function: what Excel and the reader are told of it, and how its argument is checked. */
export interface Parameter<T = unknown> {
  readonly help: string;
  readonly isOptional: boolean;
  readonly excelType: 'any' | 'string';
  readonly dimensionality: 'scalar' | 'matrix';
  /** Values offered in the formula bar and the pane; others may be allowed too. */
  readonly choices?: Choices;
  /** All the words that it takes, where the list of them is closed. */
  readonly words?: readonly string[];
  /** Checked value of the raw argument. Throws a CellError that names the argument, what came and what is allowed. */
  read(argument: unknown, name: string, reading: Reading): T;
}

export interface Choices {
  readonly id: string;
  readonly values: readonly { readonly value: string; readonly help: string }[];
}

/** What a handler may use: a session that is ready. */
export interface Context {
  readonly client: Client;
  readonly settings: Settings;
  readonly dateSystem: DateSystem;
  /** Milliseconds since 1970. */
  now(): number;
  /** Says something in the pane's activity that does not belong in a cell. */
  note(text: string): void;
}

export interface Example {
  /** A formula as it is typed, e.g. `=MD.QUOTE("EURUSD")`. */
  readonly formula: string;
  /** What it gives, in words. */
  readonly gives: string;
}

type Parameters = Readonly<Record<string, Parameter>>;
type Arguments<P extends Parameters> = { readonly [Name in keyof P]: P[Name] extends Parameter<infer T> ? T : never };

/** A worksheet function, once: metadata, help, argument checks and tests are derived from its declaration. */
export interface Declaration<P extends Parameters = Parameters> {
  /** The bare name; Excel shows it as MD.<id>. Never changed once released. */
  readonly id: string;
  /** One sentence for the formula bar: what it returns. */
  readonly summary: string;
  /** The result's shape, order and units, for the help page. */
  readonly returns: string;
  /** In the order of the formula; new ones only at the end. */
  readonly parameters: P;
  /** `matrix` spills; `scalar` is one cell. */
  readonly result: 'matrix' | 'scalar';
  /** The operations that it may ask, by their ids in the table. */
  readonly sources: readonly string[];
  readonly examples: readonly [Example, ...Example[]];
  /** Answers at once when everything is at hand, so that a warm recalculation costs no promises. May throw a CellError. */
  handle(given: Arguments<P>, context: Context, call: Call): Result | Promise<Result>;
  /**
   * Only where the cell goes on changing: tells the listener what it shows, again and again, until the call is cancelled.
   * `handle` then gives what it shows first. May throw a CellError.
   */
  stream?(given: Arguments<P>, context: Context, call: Call, listener: (result: Result) => void): void;
}

export type Result = Matrix | Cell;

/** A declaration whose parameter types are forgotten, as the catalog holds it. */
export type AnyDeclaration = Omit<Declaration, 'handle' | 'stream'> & {
  handle(given: never, context: Context, call: Call): Result | Promise<Result>;
  stream?(given: never, context: Context, call: Call, listener: (result: Result) => void): void;
};

export type StreamingDeclaration = AnyDeclaration & Required<Pick<AnyDeclaration, 'stream'>>;

export const isStreaming = (declaration: AnyDeclaration): declaration is StreamingDeclaration => declaration.stream !== undefined;

/** Declares a function; the handler's argument types follow from its parameters. */
export const define = <const P extends Parameters>(declaration: Declaration<P>): Declaration<P> => declaration;
