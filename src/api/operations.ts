import {
  type Area,
  type Operation,
  type OperationKind,
  type OperationParameter,
  type RequiredParameter,
  AREAS,
} from './interface/operation';
import { defaultPrecision, PRECISION, QUOTE, QUOTE_FRESH_SECONDS, quotesOf } from './interface/quote-rows';
import * as record from './interface/records';
import { SCORE_MODELS } from '../core/score';

/**
 * The table of all operations of the service. The rows of quotes are in interface/quote-rows.ts, because every
 * cell needs them. The client builds requests and checks answers by these rows; the sandbox routes by them; functions,
 * help and tests read them. Source: the service's interface document, version 3.1.0. Facts marked as assumed are not in
 * it: they were read in the service's public reference between September 2024 and November 2025, or follow from similar
 * rows.
 */

const [SECOND, MINUTE, HOUR, DAY] = [1, 60, 3_600, 86_400];

type ParameterDetails = Partial<Omit<OperationParameter, 'name' | 'type' | 'in' | 'isRequired'>>;
type Named<Name, Type> = OperationParameter & { readonly name: Name; readonly type: Type };

const path = <const Name extends string>(
  name: Name,
  traits: ParameterDetails,
): Named<Name, 'text'> & RequiredParameter => ({ name, type: 'text', in: 'path', isRequired: true, ...traits });
const query = <const Name extends string, Type extends OperationParameter['type']>(
  name: Name,
  type: Type,
  traits: ParameterDetails = {},
): Named<Name, Type> => ({ name, type, in: 'query', ...traits });
const mandatory = <P extends OperationParameter>(parameter: P): P & RequiredParameter => ({
  ...parameter,
  isRequired: true,
});
/** A parameter that the interface document does not show. */
const assumed = <P extends OperationParameter>(parameter: P): P => ({ ...parameter, isAssumed: true });

type AnswerTraits = Pick<Operation, 'kind' | 'area' | 'shape' | 'freshSeconds' | 'batchBy'> &
  Partial<Pick<Operation, 'record'>>;

function operation<const Id extends string, P extends OperationParameter = never>(
  id: Id,
  status: 'documented' | 'assumed',
  parameters: readonly P[],
  answer: AnswerTraits,
): Operation<Id, P> {
  const [method, path] = id.split(' ') as ['GET' | 'POST', string];
  return { id, method, path, parameters, record: [], ...answer, isAssumed: status === 'assumed' };
}

/** What each area has beside quotes: apart from them, since it is not in the script that a first quote waits for. */
const BESIDE_QUOTES = {
  currencies: ['symbols', 'news', 'conversion'],
  crypto: ['symbols', 'news', 'conversion'],
  indices: ['symbols', 'news'],
  stocks: ['symbols', 'news'],
  commodities: ['symbols', 'news'],
} as const satisfies Readonly<Partial<Record<Area, readonly OperationKind[]>>>;

type BesideByArea = typeof BESIDE_QUOTES;
export type BesideQuotes = BesideByArea[keyof BesideByArea][number];
/** The areas with an operation, such as those with news. */
export type AreaWith<K extends BesideQuotes> = {
  [A in keyof BesideByArea]: K extends BesideByArea[A][number] ? A : never;
}[keyof BesideByArea];

export const areasWith = <K extends BesideQuotes>(kind: K): readonly AreaWith<K>[] =>
  Object.entries<readonly string[]>(BESIDE_QUOTES).flatMap(([area, kinds]) =>
    kinds.includes(kind) ? [area as AreaWith<K>] : [],
  );

const mic = query('mic', 'texts', { argument: 'mics', role: 'exchanges' });
const dates = [assumed(query('start', 'date', { role: 'start' })), assumed(query('end', 'date', { role: 'end' }))];
const cursor = query('cursor', 'text');
const size = assumed(query('size', 'integer', { role: 'size', min: 1, default: 50 }));
/** The change log of 2025-03-13 removes the mode from the lists of commodities, indices and stocks. */
const symbolPage = [
  size,
  assumed(query('mode', 'text', { values: ['full', 'base'] })),
  assumed(query('type', 'text')),
  assumed(query('country', 'text')),
  assumed(cursor),
];
const symbolPageWithoutMode = symbolPage.filter(({ name }) => name !== 'mode');

const HAVE_MODE: ReadonlySet<Area> = new Set(['crypto', 'currencies', 'indices']);

/** The interface document shows the one for indices, and in section 4.5 still its mode. */
const symbolsOf = <A extends Area>(area: A) =>
  operation(
    `GET /${area}/symbols`,
    area === 'indices' ? 'documented' : 'assumed',
    HAVE_MODE.has(area) ? symbolPage : symbolPageWithoutMode,
    {
      area,
      kind: 'symbols',
      shape: 'page',
      record: area === 'stocks' ? record.STOCK_SYMBOL : record.SYMBOL,
      freshSeconds: DAY,
    },
  );

const quoteOf = <A extends Area>(area: A) =>
  operation(
    `GET /${area}/quote`,
    'assumed',
    [
      assumed(mandatory(query('symbol', 'text', { role: 'symbol' }))),
      { ...PRECISION, default: defaultPrecision(area) },
    ],
    { area, kind: 'quote', shape: 'object', record: QUOTE, freshSeconds: QUOTE_FRESH_SECONDS },
  );

const newsOf = <A extends Area>(area: A) =>
  operation(`GET /${area}/news`, 'assumed', [assumed(cursor), size], {
    area,
    kind: 'news',
    shape: 'page',
    record: record.NEWS_ITEM,
    freshSeconds: MINUTE,
  });

const convertOf = <A extends Area>(area: A) =>
  operation(
    `GET /${area}/convert/{from}/{to}`,
    'assumed',
    [
      path('from', { role: 'first-currency' }),
      path('to', { role: 'second-currency' }),
      assumed(query('amount', 'number', { role: 'amount', min: area === 'crypto' ? 1e-8 : 0.01, default: 10 })),
      PRECISION,
    ],
    { area, kind: 'conversion', shape: 'object', record: record.CONVERSION, freshSeconds: 15 * SECOND },
  );

const MODELS = [...SCORE_MODELS, 'all'];
const OF_MARKETS = { area: 'stocks', shape: 'array', freshSeconds: DAY, batchBy: 'mic' } as const;
const NAMES = { kind: 'names', shape: 'items', freshSeconds: DAY } as const;
const UPLOAD = { kind: 'upload', shape: 'any', freshSeconds: 0 } as const;

const ROWS = [
  operation('GET /stocks/markets', 'documented', [mic], { ...OF_MARKETS, kind: 'markets', record: record.MARKET }),
  operation('GET /stocks/markets/holidays', 'documented', [assumed(mic), ...dates], {
    ...OF_MARKETS,
    kind: 'holidays',
    record: record.HOLIDAY,
  }),
  operation('GET /stocks/markets/hours', 'documented', [assumed(mic), ...dates], {
    ...OF_MARKETS,
    kind: 'hours',
    record: record.SESSION,
  }),
  operation(
    'GET /indices/{symbol}/ticks',
    'documented',
    [
      path('symbol', { role: 'symbol' }),
      mandatory(query('start', 'unix', { role: 'start' })),
      mandatory(query('end', 'unix', { role: 'end' })),
      cursor,
      query('limit', 'integer', { role: 'size', min: 1, isMinAssumed: true, default: 100 }),
    ],
    { area: 'indices', kind: 'ticks', shape: 'page', record: record.TICK, freshSeconds: DAY },
  ),
  operation(
    'GET /stocks/filings',
    'documented',
    [
      assumed(mandatory(query('ticker', 'text', { argument: 'tickers', role: 'symbol' }))),
      assumed(query('type', 'text', { wire: 'filing_type' })),
      assumed(query('limit', 'integer', { role: 'size', min: 1, max: 100 })),
    ],
    { area: 'stocks', kind: 'filings', shape: 'filings', record: record.FILING, freshSeconds: HOUR },
  ),
  operation(
    'GET /stocks/{symbol}/scores',
    'documented',
    [
      path('symbol', { argument: 'symbols', role: 'symbol' }),
      assumed(query('model', 'text', { argument: 'models', wire: 'name', default: 'all', values: MODELS })),
    ],
    { area: 'stocks', kind: 'scores', shape: 'scores', record: record.SCORE, freshSeconds: HOUR },
  ),
  operation(
    'GET /account/usage',
    'assumed',
    [
      assumed(query('limit', 'integer', { role: 'size', min: 1, max: 168, default: 24 })),
      assumed(query('interval', 'text', { values: ['1h', '1d'], default: '1h' })),
    ],
    { kind: 'usage', shape: 'any', freshSeconds: MINUTE },
  ),
  ...areasWith('symbols').map(symbolsOf),
  ...AREAS.map(quoteOf),
  ...AREAS.map(quotesOf),
  ...areasWith('news').map(newsOf),
  ...areasWith('conversion').map(convertOf),
  operation('GET /commodities/types', 'assumed', [], { ...NAMES, area: 'commodities', record: record.BARE_SYMBOL }),
  operation('GET /crypto/exchanges', 'assumed', [], { ...NAMES, area: 'crypto', record: record.CRYPTO_EXCHANGE }),
  operation('GET /stocks/countries', 'assumed', [], { ...NAMES, area: 'stocks', record: record.BARE_SYMBOL }),
  operation('GET /stocks/markets/status', 'assumed', [assumed(mic)], {
    ...OF_MARKETS,
    kind: 'status',
    record: record.STATUS,
    freshSeconds: MINUTE,
  }),
  operation('GET /algo/symbols', 'assumed', [], { ...NAMES, record: record.ALGO_SYMBOL }),
  operation('POST /algo/upload/backtesting', 'assumed', [], UPLOAD),
  operation('POST /algo/upload/backtrader', 'assumed', [], UPLOAD),
];

export const OPERATIONS: readonly Operation[] = ROWS;

type KnownRow = (typeof ROWS)[number];
export type OperationId = KnownRow['id'];
/** The row of an operation, with the names and types of its parameters. */
type RowOf<Id extends OperationId, Row = KnownRow> = Row extends KnownRow
  ? Id extends Row['id']
    ? Row
    : never
  : never;
export type ParametersOf<Id extends OperationId> = RowOf<Id>['parameters'][number];

const byId = new Map<string, Operation>(OPERATIONS.map((row) => [row.id, row]));

/** The row of an operation such as "GET /stocks/markets". Throws for an unknown id, which is a bug. */
export function operationOf<Id extends OperationId>(id: Id): Operation<Id, ParametersOf<Id>>;
export function operationOf(id: string): Operation;
export function operationOf(id: string): Operation {
  const row = byId.get(id);
  if (!row) throw new RangeError(`The table of operations has no "${id}"`);
  return row;
}

/** One parameter of an operation, with its bounds. Throws for an unknown name, which is a bug. */
export function parameterOf<Id extends OperationId>(id: Id, name: ParametersOf<Id>['name']): OperationParameter {
  const parameter = (operationOf(id) as Operation).parameters.find((one) => one.name === name);
  if (!parameter) throw new RangeError(`${id} has no parameter "${name}"`);
  return parameter;
}
