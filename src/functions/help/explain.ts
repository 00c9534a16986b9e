import type { AnyDeclaration, Declaration, Parameter } from '../define';

export interface Example {
  /** A formula as it is typed, e.g. `=MD.QUOTE("EURUSD")`. */
  readonly formula: string;
  /** What it gives, in words that can follow "gives". */
  readonly gives: string;
}

/** What is said of one argument. */
export interface ParameterHelp {
  readonly text: string;
  /** What is said of each word that it drops down. */
  readonly words?: Readonly<Record<string, string>>;
}

/** What is said of a function, in the formula bar, the pane, the help pages and the README. */
export interface FunctionHelp {
  readonly declaration: AnyDeclaration;
  /** One sentence: what it returns. */
  readonly summary: string;
  /** The result's shape, order and units. */
  readonly returns: string;
  /** By name, in the order of the formula. */
  readonly parameters: Readonly<Record<string, ParameterHelp>>;
  /** The first stands wherever there is room for one. */
  readonly examples: readonly [Example, ...Example[]];
  /** HTML that only this function's page has. */
  readonly more?: (() => string) | undefined;
}

/** A text, or what makes one of the parameter. Neither names the default: that follows from the declaration. */
type ParameterText = string | ParameterHelp | ((parameter: Parameter) => string);

interface Explanation<P> extends Pick<FunctionHelp, 'summary' | 'returns' | 'examples' | 'more'> {
  readonly parameters: Readonly<Record<keyof P, ParameterText>>;
}

/** The help of a function. Every parameter must have its text. */
export function explain<P extends Declaration['parameters']>(
  declaration: Omit<Declaration<P>, 'handle' | 'stream'>,
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
  value === undefined ? text : `${text}; ${written(value)} when left out`;

/** As it is typed into a formula, but for the commas of thousands. */
function written(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  return typeof value === 'number' ? value.toLocaleString('en') : value;
}
