import type { Result } from '../core/cell';
import type { ParameterRole, RequestSharing } from '../app/function-traits';
import type { Client } from '../api/client';
import type { Session } from '../app/session';
import type { Settings } from '../app/settings';
import type { Call, RequestTime } from '../core/call';
import type { DateSystem } from '../core/calendar/dates';
import type { MaybePromise } from '../core/basics';

/** The context on which the meaning of an argument depends. */
export interface ReadingConditions {
  readonly dateSystem: DateSystem;
}

/** The control that suits an argument in the pane. */
export type InputKind =
  | 'choice'
  | 'suggestion'
  | 'words'
  | 'flag'
  | 'date'
  | 'date-time'
  | 'number'
  | 'exchanges'
  | 'filing-type'
  | 'currency'
  | 'score-path'
  | 'text';

/**
 * One parameter of a worksheet function: what Excel and the pane need to know about it, and how its argument is
 * checked.
 */
export interface Parameter<T = unknown> {
  readonly isOptional: boolean;
  readonly excelType: 'any' | 'string';
  readonly dimensionality: 'scalar' | 'matrix';
  readonly input: InputKind;
  /** The value of an omitted argument, if it is always the same. The help states it by itself. */
  readonly default?: string | number | boolean | undefined;
  /** All accepted words, if the list is closed. */
  readonly words?: readonly string[];
  /** Its words appear in the result as names of columns or rows, which are not values. */
  readonly isHeading?: true;
  /** Needed only where `input` does not decide it. */
  readonly role?: ParameterRole;
  readonly dropDown?: DropDown | undefined;
  /**
   * Returns the checked value of the raw argument. Throws a CellError that names the argument, its value and what is
   * allowed.
   */
  read(argument: unknown, name: string, reading: ReadingConditions): T;
}

/** Words offered by the formula bar and the pane; other words may be allowed too. */
export interface DropDown {
  readonly id: string;
  readonly words: readonly string[];
}

/** What a handler may use. The session is ready. */
export interface Context {
  readonly client: Client;
  readonly settings: Settings;
  readonly dateSystem: DateSystem;
  /** Milliseconds since 1970. */
  now(): number;
  readonly part: Session['part'];
  /** Adds a note to the pane's activity, for messages that do not belong in a cell. */
  note(text: string): void;
}

type Parameters = Readonly<Record<string, Parameter>>;
type Arguments<P extends Parameters> = { readonly [Name in keyof P]: P[Name] extends Parameter<infer T> ? T : never };

/**
 * The single source of a worksheet function: its metadata, argument checks, form in the pane, refresh cost and tests
 * are derived from this. Its texts are in the file beside it, `<name>.help.ts`, which no script of the add-in contains.
 */
export interface Declaration<P extends Parameters = Parameters, Prepared = Arguments<P>> {
  /** The bare name; Excel shows it as MD.<id>. Never changes once released. */
  readonly id: string;
  /** In the order of the formula. New parameters go to the end. */
  readonly parameters: P;
  /** `matrix` spills; `scalar` is one cell. */
  readonly result: 'matrix' | 'scalar';
  /** Ids of the operations that it may request. */
  readonly sources: readonly string[];
  /** The formula chooses one of the sources by its path. */
  readonly takesPath?: true;
  readonly requests: RequestSharing;
  /**
   * Whether it is in the script that every cell waits for, because nearly every workbook needs it. @default in more.js,
   * with the first formula that needs it
   */
  readonly isFirst?: true;
  /**
   * Prepares the checked arguments for the other methods. Equal formulas of a session share the result with its values
   * and promises. @default the arguments
   */
  prepare?(args: Arguments<P>, conditions: ReadingConditions): Prepared;
  /**
   * Returns without a promise if all data is at hand, so that a warm recalculation creates none. May throw a CellError.
   */
  handle(args: Prepared, context: Context, call: Call): MaybePromise<Result>;
  /**
   * Only for cells that keep changing: passes each new result to the listener until the call is cancelled. `handle`
   * then returns the first result. May throw a CellError.
   */
  stream?(args: Prepared, context: Context, call: Call, listener: StreamListener): void;
}

/** A declaration without its parameter types, as the catalog holds it. */
export type AnyDeclaration = Omit<Declaration, 'prepare' | 'handle' | 'stream'> & {
  prepare?(args: never, conditions: ReadingConditions): unknown;
  handle(args: never, context: Context, call: Call): MaybePromise<Result>;
  stream?(args: never, context: Context, call: Call, listener: StreamListener): void;
};

/** @param requested undefined if the result has no answer of the service */
type StreamListener = (result: Result, requested?: RequestTime) => void;

export type StreamingDeclaration = AnyDeclaration & Required<Pick<AnyDeclaration, 'stream'>>;

export const isStreaming = (declaration: AnyDeclaration): declaration is StreamingDeclaration =>
  declaration.stream !== undefined;

/** Declares a function. The types of the handler's arguments follow from its parameters. */
export const define = <const P extends Parameters, Prepared = Arguments<P>>(
  declaration: Declaration<P, Prepared>,
): Declaration<P, Prepared> => declaration;
