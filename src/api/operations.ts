import type { Column } from '../core/columns';
import { MODELS } from '../core/score';
import type { Area, Operation, Parameter, Shape } from './operation';
import * as record from './records';

/**
 * Every operation of the service, once. The client builds requests from these rows and checks answers by them; the
 * sandbox routes by them; functions, help and tests read them. Source: the service's interface document, version
 * 3.1.0; rows and parameters marked assumed come from the service's public reference.
 */

const [SECOND, MINUTE, HOUR, DAY] = [1, 60, 3_600, 86_400];

type Traits = Partial<Omit<Parameter, 'name' | 'type' | 'in'>>;

const query = (name: string, type: Parameter['type'], traits: Traits = {}): Parameter => ({ name, type, in: 'query', ...traits });
const path = (name: string, traits: Traits = {}): Parameter => ({ name, type: 'text', in: 'path', isRequired: true, ...traits });
const assumed = (parameter: Parameter): Parameter => ({ ...parameter, isAssumed: true });

interface Answer {
  readonly shape: Shape;
  readonly record?: readonly Column[];
  readonly freshSeconds: number;
  readonly batchBy?: string;
}

type Status = 'documented' | 'assumed';

function operation(id: string, tag: string, status: Status, summary: string, parameters: Parameter[], answer: Answer): Operation {
  const [method, pathText] = id.split(' ') as ['GET' | 'POST', string];
  return { id, method, path: pathText, tag, summary, parameters, record: [], ...answer, isAssumed: status === 'assumed' };
}

const mic = query('mic', 'texts', { argument: 'mics' });
const dates = [assumed(query('start', 'date')), assumed(query('end', 'date'))];
const cursor = query('cursor', 'text');
const size = assumed(query('size', 'integer', { min: 1, default: 50 }));
const precision = assumed(query('precision', 'integer', { min: 0 }));
const symbolList = assumed(query('symbols', 'texts', { isRequired: true, maxLength: 50 }));
const symbolPage = [
  size,
  assumed(query('mode', 'text', { values: ['full', 'base'] })),
  assumed(query('type', 'text')),
  assumed(query('country', 'text')),
  assumed(cursor),
];

const DOCUMENTED: readonly Operation[] = [
  operation('GET /stocks/markets', 'Markets', 'documented', 'Details of stock exchanges', [mic],
    { shape: 'array', record: record.MARKET, freshSeconds: DAY, batchBy: 'mic' }),
  operation('GET /stocks/markets/holidays', 'Markets', 'documented', 'Market holidays and half days', [assumed(mic), ...dates],
    { shape: 'array', record: record.HOLIDAY, freshSeconds: DAY, batchBy: 'mic' }),
  operation('GET /stocks/markets/hours', 'Markets', 'documented', 'Trading hours, half days included', [assumed(mic), ...dates],
    { shape: 'array', record: record.SESSION, freshSeconds: DAY, batchBy: 'mic' }),
  operation('GET /indices/{symbol}/ticks', 'Indices', 'documented', 'Historical ticks of an index',
    [path('symbol'), query('start', 'unix', { isRequired: true }), query('end', 'unix', { isRequired: true }), cursor,
      query('limit', 'integer', { min: 1, default: 100 })],
    { shape: 'page', record: record.TICK, freshSeconds: DAY }),
  operation('GET /indices/symbols', 'Indices', 'documented', 'Index symbols', symbolPage,
    { shape: 'page', record: record.SYMBOL, freshSeconds: DAY }),
  operation('GET /stocks/filings', 'Fundamentals', 'documented', 'Regulatory filings of a company, newest first',
    [assumed(query('ticker', 'text', { argument: 'tickers', isRequired: true })), assumed(query('type', 'text', { wire: 'filing_type' })),
      assumed(query('limit', 'integer', { min: 1, max: 100 }))],
    { shape: 'filings', record: record.FILING, freshSeconds: HOUR }),
  operation('GET /currencies/quotes', 'Currencies', 'documented', 'Last quotes of currency pairs', [symbolList, precision],
    { shape: 'items', record: record.QUOTE, freshSeconds: 15 * SECOND, batchBy: 'symbols' }),
  operation('GET /stocks/{symbol}/scores', 'Stocks', 'documented', 'Financial health scores of a stock',
    [path('symbol', { argument: 'symbols' }), assumed(query('model', 'text', {
      argument: 'models', wire: 'name', default: 'all', values: [...MODELS, 'all'] }))],
    { shape: 'scores', freshSeconds: HOUR }),
];

const TAGS: Record<Area, string> = {
  currencies: 'Currencies', crypto: 'Crypto', indices: 'Indices', stocks: 'Stocks', commodities: 'Commodities',
};

const symbolsOf = (area: Area): Operation =>
  operation(`GET /${area}/symbols`, TAGS[area], 'assumed', `Symbols of ${area}`, symbolPage,
    { shape: 'page', record: area === 'stocks' ? record.STOCK_SYMBOL : record.SYMBOL, freshSeconds: DAY });

const quoteOf = (area: Area): Operation =>
  operation(`GET /${area}/quote`, TAGS[area], 'assumed', `Last quote of one symbol of ${area}`,
    [assumed(query('symbol', 'text', { isRequired: true })), { ...precision, default: area === 'crypto' ? 8 : 5 }],
    { shape: 'object', record: record.QUOTE, freshSeconds: 15 * SECOND });

const quotesOf = (area: Area): Operation =>
  operation(`GET /${area}/quotes`, TAGS[area], 'assumed', `Last quotes of ${area}`, [symbolList, precision],
    { shape: 'items', record: record.QUOTE, freshSeconds: 15 * SECOND, batchBy: 'symbols' });

const newsOf = (area: Area): Operation =>
  operation(`GET /${area}/news`, TAGS[area], 'assumed', `News on ${area}`, [assumed(cursor), size],
    { shape: 'page', record: record.NEWS_ITEM, freshSeconds: MINUTE });

const convertOf = (area: Area): Operation =>
  operation(`GET /${area}/convert/{from}/{to}`, TAGS[area], 'assumed', `Conversion of an amount in ${area}`,
    [path('from'), path('to'),
      assumed(query('amount', 'number', { min: area === 'crypto' ? 1e-8 : 0.01, default: 10 })), precision],
    { shape: 'object', record: record.CONVERSION, freshSeconds: 15 * SECOND });

const ASSUMED: readonly Operation[] = [
  operation('GET /account/usage', 'Account', 'assumed', 'Requests used, by period',
    [assumed(query('limit', 'integer', { min: 1, max: 168, default: 24 })),
      assumed(query('interval', 'text', { values: ['1h', '1d'], default: '1h' }))],
    { shape: 'any', freshSeconds: MINUTE }),
  ...(['commodities', 'crypto', 'currencies', 'stocks'] as const).map(symbolsOf),
  ...(['commodities', 'crypto', 'currencies', 'indices', 'stocks'] as const).map(quoteOf),
  ...(['commodities', 'crypto', 'indices', 'stocks'] as const).map(quotesOf),
  ...(['commodities', 'crypto', 'currencies', 'indices', 'stocks'] as const).map(newsOf),
  ...(['crypto', 'currencies'] as const).map(convertOf),
  operation('GET /commodities/types', 'Commodities', 'assumed', 'Types of commodities', [],
    { shape: 'items', record: record.BARE_SYMBOL, freshSeconds: DAY }),
  operation('GET /crypto/exchanges', 'Crypto', 'assumed', 'Crypto exchanges', [],
    { shape: 'items', record: record.CRYPTO_EXCHANGE, freshSeconds: DAY }),
  operation('GET /stocks/countries', 'Stocks', 'assumed', 'Countries with listed stocks', [],
    { shape: 'items', record: record.BARE_SYMBOL, freshSeconds: DAY }),
  operation('GET /stocks/markets/status', 'Markets', 'assumed', 'Whether exchanges are open now', [assumed(mic)],
    { shape: 'array', record: record.STATUS, freshSeconds: MINUTE, batchBy: 'mic' }),
  operation('GET /algo/symbols', 'Algo', 'assumed', 'Symbols with history for backtests', [],
    { shape: 'items', record: record.ALGO_SYMBOL, freshSeconds: DAY }),
  operation('POST /algo/upload/backtesting', 'Algo', 'assumed', 'Upload of a backtesting strategy; payload unpublished', [],
    { shape: 'any', freshSeconds: 0 }),
  operation('POST /algo/upload/backtrader', 'Algo', 'assumed', 'Upload of a backtrader strategy; payload unpublished', [],
    { shape: 'any', freshSeconds: 0 }),
];

export const OPERATIONS: readonly Operation[] = [...DOCUMENTED, ...ASSUMED];

const byId = new Map(OPERATIONS.map((row) => [row.id, row]));

/** The row of an operation such as "GET /stocks/markets". A name that is not in the table is a mistake in the code. */
export function operationOf(id: string): Operation {
  const row = byId.get(id);
  if (!row) throw new RangeError(`The table of operations has no "${id}"`);
  return row;
}

/** One parameter of an operation, with its bounds. A name that the operation does not have is a mistake in the code. */
export function parameterOf(id: string, name: string): Parameter {
  const parameter = operationOf(id).parameters.find((one) => one.name === name);
  if (!parameter) throw new RangeError(`${id} has no parameter "${name}"`);
  return parameter;
}
