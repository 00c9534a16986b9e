import { columns } from '../../core/columns';
import { type Area, type Operation, assumed, operation, query } from './operation';

/**
 * The record and the rows of quotes in the table of operations. Separate from the others, because MD.QUOTE needs only
 * these.
 */

/** A quote's fields, in the service's order. */
export const QUOTE = columns({ symbol: 'text', ask: 'number', bid: 'number', mid: 'number', timestamp: 'unix' });

const FRESH_SECONDS = 15;

/** Maximum length of a list of symbols, in characters. */
export const MAX_SYMBOL_LIST_LENGTH = 50;

export const precisionParameter = assumed(query('precision', 'integer', { min: 0 }));
const symbolList = assumed(query('symbols', 'texts', { isRequired: true, maxLength: MAX_SYMBOL_LIST_LENGTH }));

/** The service's number of decimals if none is requested. */
export const defaultPrecision = (area: Area): number => (area === 'crypto' ? 8 : 5);

export const quoteOf = (area: Area): Operation =>
  operation(
    `GET /${area}/quote`,
    'assumed',
    [
      assumed(query('symbol', 'text', { isRequired: true })),
      { ...precisionParameter, default: defaultPrecision(area) },
    ],
    { shape: 'object', record: QUOTE, freshSeconds: FRESH_SECONDS },
  );

/** The interface document shows the one for currencies. */
export const quotesOf = (area: Area): Operation =>
  operation(`GET /${area}/quotes`, area === 'currencies' ? 'documented' : 'assumed', [symbolList, precisionParameter], {
    shape: 'items',
    record: QUOTE,
    freshSeconds: FRESH_SECONDS,
    batchBy: 'symbols',
  });
