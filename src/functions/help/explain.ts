import type { AnyDeclaration, Declaration, Parameter } from '../define';

export interface Example {
  /** A formula as the user types it, such as `=MD.QUOTE("EURUSD")`. */
  readonly formula: string;
  /** Its result, in words that can follow "gives". */
  readonly gives: string;
}

export interface ParameterHelp {
  readonly text: string;
  /** The texts about each word in its drop-down. */
  readonly words?: Readonly<Record<string, string>>;
}

/** Common words for a function's result, separated by commas, in each language of the pane. */
export interface SearchWords {
  readonly en: string;
  readonly de: string;
  readonly fr: string;
  readonly es: string;
  readonly ja: string;
  readonly zh: string;
}

/** The texts about a function, in the formula bar, the pane, the help pages and the README. */
export interface FunctionHelp {
  readonly declaration: AnyDeclaration;
  /** One sentence: what the function returns. */
  readonly summary: string;
  /** The result's shape, order and units. */
  readonly returns: string;
  /** By name, in the formula's order. */
  readonly parameters: Readonly<Record<string, ParameterHelp>>;
  /** The first one is used where there is room for only one. */
  readonly examples: readonly [Example, ...Example[]];
  /** Parts that only this function's help has. */
  readonly sections?: readonly (() => HelpSection)[];
  /** Ids of related functions, the closest first. */
  readonly seeAlso: readonly [string, ...string[]];
  /** The pane finds the function by them. */
  readonly searchWords: SearchWords;
}

/**
 * A text, or a function that makes one from the parameter. Neither mentions the default, which the declaration adds.
 */
type ParameterText = string | ParameterHelp | ((parameter: Parameter) => string);

interface Explanation<P> extends Omit<FunctionHelp, 'declaration' | 'parameters'> {
  readonly parameters: Readonly<Record<keyof P, ParameterText>>;
}

/** The help of a function. Every parameter must have a text. */
export function explain<P extends Declaration['parameters']>(
  declaration: Omit<Declaration<P>, 'prepare' | 'handle' | 'stream'>,
  { parameters, ...texts }: Explanation<P>,
): FunctionHelp {
  return {
    ...texts,
    declaration: declaration as unknown as AnyDeclaration,
    parameters: Object.fromEntries(
      Object.entries(declaration.parameters).map(([name, parameter]) => [name, helpOf(parameter, parameters[name]!)]),
    ),
  };
}

function helpOf(parameter: Parameter, text: ParameterText): ParameterHelp {
  if (typeof text === 'object') return { ...text, text: withDefault(text.text, parameter) };
  return { text: withDefault(typeof text === 'string' ? text : text(parameter), parameter) };
}

const withDefault = (text: string, { default: value }: Parameter): string =>
  value === undefined ? text : `${text}; ${literalOf(value)} if omitted`;

/** The value as typed into a formula, but with thousands separators. */
function literalOf(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  return typeof value === 'number' ? value.toLocaleString('en') : value;
}

/** A part of the help that only one function has: a table with an introduction. */
export interface HelpSection {
  readonly title: string;
  readonly text: string;
  readonly head: readonly string[];
  /** Backticks mark code. */
  readonly rows: readonly (readonly string[])[];
}
