import type { ValidationProblem, Operation } from '../../api/interface/operation';
import { dayFromIso } from '../../core/calendar/iso-dates';
import { parameterOf } from '../../api/operations';
import { MAX_LIST_LENGTH } from '../memory/caches';

/** A question about several names, each of which can be answered separately. */
export interface ListQuestion {
  /** Upper case, each once, in the requested order. */
  readonly names: readonly string[];
  /** The other parameters as a query: they are the same for all names that travel together. */
  readonly rest: string;
  /** Why the list itself is refused. */
  readonly problems: readonly ValidationProblem[];
}

const WHOLE_NUMBER = /^\+?\d{1,9}$/;

/** The supported parameters beside the list, by the list's parameter; anything else is left to the service. */
const BESIDE: Readonly<Record<string, readonly string[]>> = { symbols: ['precision'], mic: ['start', 'end'] };

/**
 * A question's names and other parameters; undefined if it is not a list, or if the service should receive it
 * unchanged.
 */
export function readListQuestion(operation: Operation, query: URLSearchParams): ListQuestion | undefined {
  const { batchBy = '' } = operation;
  const beside = BESIDE[batchBy];
  if (beside === undefined || ![...query.keys()].every((name) => name === batchBy || beside.includes(name)))
    return undefined;
  const list = query.getAll(batchBy).at(-1);
  if (list === undefined) return undefined;
  const names = namesIn(list);
  const problems = batchBy === 'symbols' ? problemsOf(operation, list, names) : [];
  const values = Object.fromEntries(
    beside.flatMap((name) => {
      const text = query.getAll(name).at(-1);
      return text === undefined ? [] : [[name, text] as const];
    }),
  );
  if (problems.length > 0) return { names, rest: restOf(values), problems };
  if (names.length === 0 || list.length > MAX_LIST_LENGTH || names.some(({ length }) => length > SYMBOL_LENGTH))
    return undefined;
  const read = batchBy === 'symbols' ? readPrecision(values) : readDates(values);
  return read && { names, rest: restOf(read), problems };
}

type Beside = Readonly<Record<string, string>>;

const restOf = (values: Beside): string => new URLSearchParams(values).toString();

function readPrecision({ precision }: Beside): Beside | undefined {
  if (precision === undefined) return {};
  const { min = 0, max = Infinity } = PRECISION;
  const decimals = WHOLE_NUMBER.test(precision) ? Number(precision) : NaN;
  return decimals >= min && decimals <= max ? { precision: String(decimals) } : undefined;
}

/** Days in order; of others the service says what is wrong, once and not for every market. */
function readDates(values: Beside): Beside | undefined {
  const days = Object.values(values).map(dayFromIso);
  const { start, end } = values;
  const isInOrder = start === undefined || end === undefined || start <= end;
  return days.every((day) => day !== undefined) && isInOrder ? values : undefined;
}

const PRECISION = parameterOf('GET /currencies/quotes', 'precision');
/** The longest symbol, in characters. */
export const SYMBOL_LENGTH = parameterOf('GET /currencies/quotes', 'symbols').maxLength!;

const namesIn = (list: string): string[] => [
  ...new Set(
    list
      .split(',')
      .map((name) => name.trim().toUpperCase())
      .filter((name) => name !== ''),
  ),
];

function problemsOf(
  { parameters }: Operation,
  symbols: string,
  names: readonly string[],
): readonly ValidationProblem[] {
  const { maxLength = Infinity } = parameters.find(({ name }) => name === 'symbols')!;
  const longest =
    symbols.length > MAX_LIST_LENGTH
      ? MAX_LIST_LENGTH
      : names.some((name) => name.length > maxLength)
        ? maxLength
        : undefined;
  if (longest === undefined) return [];
  return [
    { loc: ['query', 'symbols'], msg: `String should have at most ${longest} characters`, type: 'string_too_long' },
  ];
}
