import { CellError, quoted } from '../../core/errors';
import {
  argumentName,
  type Operation,
  type OperationParameter,
  wireName,
  type WireNames,
} from '../interface/operation';

/** Values by the product's parameter names; undefined ones are omitted. */
export type ParameterValues = Readonly<Record<string, string | number | readonly string[] | undefined>>;

/**
 * The path and query of a request, e.g. "/currencies/quotes?symbols=EURUSD,GBPUSD". Throws a #VALUE! that names what is
 * wrong.
 *
 * @param maxListLength maximum characters of a list, if the service accepts more than the table of operations says
 */
export function requestPath(
  operation: Operation,
  values: ParameterValues,
  overrides?: WireNames,
  maxListLength?: number,
): string {
  let path = operation.path;
  const query: string[] = [];
  for (const parameter of operation.parameters) {
    const text = wireText(parameter, values[parameter.name], maxListLength);
    if (text === undefined) continue;
    const name = wireName(operation, parameter, overrides);
    if (parameter.in === 'path')
      path = path.replace(`{${parameter.name}}`, encodeSegment(text, argumentName(parameter)));
    else query.push(`${encodeURIComponent(name)}=${encodeQuery(text)}`);
  }
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}

function wireText(
  parameter: OperationParameter,
  value: ParameterValues[string],
  maxListLength?: number,
): string | undefined {
  if (value === undefined) {
    if (parameter.isRequired) throw new CellError('#VALUE!', `${argumentName(parameter)}: a value is required`);
    return undefined;
  }
  const text = typeof value === 'object' ? value.join(',') : String(value);
  const problem = problemOf(parameter, value, text, maxListLength);
  if (problem !== undefined)
    throw new CellError('#VALUE!', `${argumentName(parameter)}: ${quoted(value)} is not ${problem}`);
  return text;
}

function problemOf(
  parameter: OperationParameter,
  value: ParameterValues[string],
  text: string,
  maxListLength?: number,
): string | undefined {
  const { type, min = -Infinity, max = Infinity, maxLength = Infinity, values } = parameter;
  if (type === 'integer' || type === 'unix' || type === 'number') {
    const number = Number(value);
    if (!Number.isFinite(number) || (type !== 'number' && !Number.isInteger(number)))
      return type === 'number' ? 'a number' : 'a whole number';
    if (number < min || number > max) return max === Infinity ? `at least ${min}` : `from ${min} to ${max}`;
  }
  const longest = type === 'texts' ? (maxListLength ?? maxLength) : maxLength;
  if (text.length > longest) return `a text of at most ${longest} characters`;
  if (values && !values.includes(text)) return `one of ${values.join(', ')}`;
  return undefined;
}

/** Refuses "." and "..", which would change the path. */
function encodeSegment(text: string, name: string): string {
  if (/^\.{1,2}$/.test(text))
    throw new CellError('#VALUE!', `${name}: ${quoted(text)} is not a name that the service can look up`);
  return encodeURIComponent(text);
}

/** Commas stay readable: they are allowed in a query and separate list items. */
const encodeQuery = (text: string): string => encodeURIComponent(text).replaceAll('%2C', ',').replaceAll('%3A', ':');
