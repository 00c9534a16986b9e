import { columns } from '../../core/columns';
import type { Area, Operation, OperationParameter, WireNames } from './operation';

/** The record and the table's rows of quotes. Apart from the others, because MD.QUOTE needs only these. */

/** A quote's fields, in the service's order. */
export const QUOTE = columns({ symbol: 'text', ask: 'number', bid: 'number', mid: 'number', timestamp: 'unix' });

export const QUOTE_FIELDS: readonly string[] = QUOTE.map(({ name }) => name);
/** All of them, as "all" shows them: the bid before the ask. */
export const ALL_QUOTE_FIELDS: readonly string[] = [...new Set(['symbol', 'bid', ...QUOTE_FIELDS])];

export const QUOTE_FRESH_SECONDS = 15;

/** Maximum length of a list of symbols, in characters. */
export const MAX_SYMBOL_LIST_LENGTH = 50;

/** Maximum length of a list of symbols that a service takes for a kind of quotes, in characters. */
export const symbolListLength = (id: string, names: WireNames): number =>
  Number(names[`${id} symbols length`] ?? MAX_SYMBOL_LIST_LENGTH);

type PrecisionParameter = OperationParameter & { readonly name: 'precision'; readonly type: 'integer' };
export const PRECISION: PrecisionParameter = {
  name: 'precision',
  type: 'integer',
  in: 'query',
  min: 0,
  isAssumed: true,
};
const SYMBOL_LIST = {
  name: 'symbols',
  type: 'texts',
  in: 'query',
  isRequired: true,
  isAssumed: true,
  role: 'symbols',
  maxLength: MAX_SYMBOL_LIST_LENGTH,
} as const satisfies OperationParameter;

/** The service's number of decimals if none is requested. */
export const defaultPrecision = (area: Area): number => (area === 'crypto' ? 8 : 5);

/** The interface document shows the one for currencies. */
export const quotesOf = <A extends Area>(area: A) =>
  ({
    id: `GET /${area}/quotes`,
    method: 'GET',
    path: `/${area}/quotes`,
    area,
    kind: 'quotes',
    parameters: [SYMBOL_LIST, PRECISION],
    shape: 'items',
    record: QUOTE,
    freshSeconds: QUOTE_FRESH_SECONDS,
    batchBy: 'symbols',
    isAssumed: area !== 'currencies',
  }) as const satisfies Operation;
