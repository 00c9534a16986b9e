import type { Operation, OperationParameter } from './operation';

/**
 * How a service differs from the table: "GET /stocks/filings ticker" → its name of the parameter; "GET /stocks/news" →
 * its path; "GET /stocks/quotes symbols length" → its longest list; "base" → the prefix of every path.
 */
export type WireNames = Readonly<Record<string, string>>;

/** The parameter's name on the wire. Settings may override it if the interface document does not show one. */
export const wireName = (operation: Operation, parameter: OperationParameter, overrides: WireNames = {}): string =>
  overrides[`${operation.id} ${parameter.name}`] ?? parameter.wire ?? parameter.name;

/** Maximum length of a parameter's text or list, in characters; NaN if it has none. */
export const listLength = ({ id }: Operation, { name, maxLength }: OperationParameter, names: WireNames = {}): number =>
  Number(names[`${id} ${name} length`] ?? maxLength);

/** The parameter's name in messages. */
export const argumentName = ({ argument, name }: OperationParameter): string => argument ?? name;
