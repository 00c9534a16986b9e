import type { RequestSharing } from '../app/function-traits';
import type { Client } from '../api/client';
import type { Settings } from '../app/settings';
import type { Cell, Matrix } from '../core/cell';
import type { Call } from '../core/call';
import type { DateSystem } from '../core/calendar/dates';

/** The conditions under which arguments are read. */
export interface ReadingConditions {
  readonly dateSystem: DateSystem;
}

/** How an argument is best entered in the pane. */
export type InputKind = 'choice' | 'suggestion' | 'words' | 'flag' | 'date' | 'date-time' | 'number' | 'text';

/** One parameter of a worksheet function: what Excel and the pane must know of it, and how its argument is checked. */
export interface Parameter<T = unknown> {
  readonly isOptional: boolean;
  readonly excelType: 'any' | 'string';
  readonly dimensionality: 'scalar' | 'matrix';
  readonly input: InputKind;
  /** What stands for it when it is left out, where that is always the same. The help says so by itself. */
  readonly default?: string | number | boolean | undefined;
  /** All the words that it takes, where the list of them is closed. */
  readonly words?: readonly string[];
  /** Its words stand in the result as names of columns or rows, which are not values. */
  readonly isHeading?: true;
  /** It holds the symbols that the function looks up. */
  readonly holdsSymbols?: true;
  readonly dropDown?: DropDown | undefined;
  /** Checked value of the raw argument. Throws a CellError that names the argument, what came and what is allowed. */
  read(argument: unknown, name: string, reading: ReadingConditions): T;
}

/** Words that the formula bar and the pane offer; others may be allowed too. */
export interface DropDown {
  readonly id: string;
  readonly words: readonly string[];
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

/** The script of the build that a function comes in: the one that every cell waits for, or one that is loaded with the first formula. */
export type Chunk = 'functions' | 'calendar' | 'companies' | 'ticks' | 'live' | 'days' | 'more';

type Parameters = Readonly<Record<string, Parameter>>;
type Arguments<P extends Parameters> = { readonly [Name in keyof P]: P[Name] extends Parameter<infer T> ? T : never };

/**
 * A worksheet function, once: metadata, argument checks, the pane's form, the cost of a refresh and tests are derived from its declaration.
 * What is said of it stands in the file beside it, `<name>.help.ts`, which no script of the add-in contains.
 */
export interface Declaration<P extends Parameters = Parameters> {
  /** The bare name; Excel shows it as MD.<id>. Never changed once released. */
  readonly id: string;
  /** In the order of the formula; new ones only at the end. */
  readonly parameters: P;
  /** `matrix` spills; `scalar` is one cell. */
  readonly result: 'matrix' | 'scalar';
  /** The operations that it may ask, by their ids in the table. */
  readonly sources: readonly string[];
  /** The formula names one of them by its path. */
  readonly takesPath?: true;
  readonly requests: RequestSharing;
  /** About how many requests a formula takes now, where how they add up does not tell. */
  price?(given: Arguments<P>, context: Context, call: Call): Promise<number>;
  readonly chunk: Chunk;
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
export type AnyDeclaration = Omit<Declaration, 'handle' | 'price' | 'stream'> & {
  price?(given: never, context: Context, call: Call): Promise<number>;
  handle(given: never, context: Context, call: Call): Result | Promise<Result>;
  stream?(given: never, context: Context, call: Call, listener: (result: Result) => void): void;
};

export type StreamingDeclaration = AnyDeclaration & Required<Pick<AnyDeclaration, 'stream'>>;

export const isStreaming = (declaration: AnyDeclaration): declaration is StreamingDeclaration =>
  declaration.stream !== undefined;

/** Declares a function; the handler's argument types follow from its parameters. */
export const define = <const P extends Parameters>(declaration: Declaration<P>): Declaration<P> => declaration;
