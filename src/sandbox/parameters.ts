import { dayFromIso } from '../core/calendar/iso-dates';
import {
  type Operation,
  type OperationParameter,
  type ValidationProblem,
  type WireNames,
  wireName,
} from '../api/interface/operation';
import { invalid } from './refusal';

/** Checks a request against the operation's row; every faulty parameter is listed in one 422. */
export function readParameters(
  operation: Operation,
  request: { readonly path: Readonly<Record<string, string>>; readonly query: URLSearchParams },
  wireNames: WireNames,
): Query {
  const values = new Map<string, QueryValue>();
  const problems: ValidationProblem[] = [];
  for (const parameter of operation.parameters) {
    const wire = wireName(operation, parameter, wireNames);
    const text = parameter.in === 'path' ? request.path[parameter.name] : request.query.getAll(wire).at(-1);
    if (text === undefined) {
      if (parameter.isRequired) problems.push({ loc: [parameter.in, wire], msg: 'Field required', type: 'missing' });
      else if (parameter.default !== undefined) values.set(parameter.name, parameter.default);
      continue;
    }
    const verdict = read(text, parameter);
    if ('value' in verdict) values.set(parameter.name, verdict.value);
    else problems.push({ loc: [parameter.in, wire], msg: verdict.msg, type: verdict.type });
  }
  if (operation.kind === 'symbols')
    for (const name of REMOVED)
      if (request.query.has(name) && !operation.parameters.some((one) => wireName(operation, one, wireNames) === name))
        problems.push({ loc: ['query', name], msg: 'Extra inputs are not permitted', type: 'extra_forbidden' });
  if (problems.length > 0) throw invalid(...problems);
  return new Query(values);
}

/** Parameters that the lists of symbols had until March 2025; some lists still have them. */
const REMOVED = ['page', 'mode'];

type QueryValue = string | number | readonly string[];

/** The checked parameters of one request, by their names in the operations table. Dates are days since 1970. */
export class Query {
  constructor(private readonly values: ReadonlyMap<string, QueryValue>) {}

  textOf(name: string): string | undefined {
    const value = this.values.get(name);
    return typeof value === 'string' ? value : undefined;
  }

  numberOf(name: string): number | undefined {
    const value = this.values.get(name);
    return typeof value === 'number' ? value : undefined;
  }

  /** A comma-separated list, upper case, each name once; undefined if the parameter is absent. */
  namesOf(name: string): readonly string[] | undefined {
    const value = this.values.get(name);
    return Array.isArray(value) ? [...new Set((value as string[]).map((text) => text.toUpperCase()))] : undefined;
  }
}

type Verdict = { readonly value: QueryValue } | { readonly msg: string; readonly type: string };

const INTEGER = /^[+-]?\d+$/;

function readNumber(text: string, isInteger: boolean): Verdict {
  if (isInteger && !INTEGER.test(text))
    return { msg: 'Input should be a valid integer, unable to parse string as an integer', type: 'int_parsing' };
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value))
    return { msg: 'Input should be a valid number, unable to parse string as a number', type: 'float_parsing' };
  return { value };
}

function readDate(text: string): Verdict {
  const value = dayFromIso(text);
  return value === undefined ? { msg: 'Input should be a valid date', type: 'date_parsing' } : { value };
}

function listInWords(values: readonly string[]): string {
  const quotedValues = values.map((value) => `'${value}'`);
  return `${quotedValues.slice(0, -1).join(', ')} or ${quotedValues.at(-1) ?? ''}`;
}

function readText(text: string, { maxLength = Infinity, values, type }: OperationParameter): Verdict {
  if (text.length > maxLength)
    return { msg: `String should have at most ${maxLength} characters`, type: 'string_too_long' };
  if (values && !values.includes(text)) return { msg: `Input should be ${listInWords(values)}`, type: 'enum' };
  if (type === 'text') return { value: text };
  return {
    value: text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  };
}

function checkBounds(verdict: Verdict, { min = -Infinity, max = Infinity }: OperationParameter): Verdict {
  if (!('value' in verdict) || typeof verdict.value !== 'number') return verdict;
  if (verdict.value < min)
    return { msg: `Input should be greater than or equal to ${min}`, type: 'greater_than_equal' };
  if (verdict.value > max) return { msg: `Input should be less than or equal to ${max}`, type: 'less_than_equal' };
  return verdict;
}

function read(text: string, parameter: OperationParameter): Verdict {
  switch (parameter.type) {
    case 'integer':
    case 'unix':
      return checkBounds(readNumber(text, true), parameter);
    case 'number':
      return checkBounds(readNumber(text, false), parameter);
    case 'date':
      return readDate(text);
    case 'text':
    case 'texts':
    case 'instant':
      return readText(text, parameter);
  }
}
