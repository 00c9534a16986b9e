import { CellError } from '../../../src/core/errors';
import { createTestSession, evaluate, formatsOf, plain, type Plain, show } from '../../support/evaluate';
import { createStubService } from '../../support/stub-service';
import { PAIRS, quoteOf, quotes } from './sample-answers';
import { QUOTE_FIELDS } from '../../support/published-fields';

const service = createStubService({ '/currencies/quotes': quotes(PAIRS) });
const session = createTestSession({ service });
const quote = (...rawArguments: unknown[]): Promise<Plain | Plain[][]> => show(session, 'QUOTE', ...rawArguments);

const unknown = (symbol: string): string =>
  `#N/A: "${symbol}" has no quote in currencies: search for it in the MD pane, or name another area`;

test('MD.QUOTE refuses pence, because the quote would be that of the pound', async () => {
  const pence = (symbol: string): string =>
    `#VALUE!: symbols: "${symbol}" is not a pair of currencies: pence and cents have no quote; write GBP, ZAR, ILS or USD`;
  const session = createTestSession({ service: createStubService({ '/currencies/quotes': quotes(PAIRS) }) });
  expect(await show(session, 'QUOTE', [['GBpUSD'], ['EURGBp'], ['gbpusd'], ['GBPUSD']])).toEqual([
    [pence('GBpUSD')],
    [pence('EURGBp')],
    [2.5],
    [2.5],
  ]);
  expect(await show(session, 'QUOTE', [['GBp/USD'], ['currencies:GBpUSD'], ['GBP/USD']])).toEqual([
    [pence('GBp/USD')],
    [pence('currencies:GBpUSD')],
    [2.5],
  ]);
  const notations = ['GBp USD', 'GBpUSD=X', 'GBpUSD Curncy', 'crypto:GBpUSD', 'USDZAr', 'USDZAc', 'ILsUSD', 'USdEUR'];
  expect(
    await show(
      session,
      'QUOTE',
      notations.map((symbol) => [symbol]),
    ),
  ).toEqual(notations.map((symbol) => [pence(symbol)]));
  expect(await show(session, 'LIVE', 'GBpUSD')).toBe(pence('GBpUSD').replace('symbols', 'symbol'));
});

describe('MD.QUOTE', () => {
  test.each<[shown: string, symbols: unknown, prices: Plain[][]]>([
    ['the mid price of one symbol', 'EURUSD', [[1.5]]],
    ['the mid price of one cell', [['EURUSD']], [[1.5]]],
    ['a column for a comma separated text', 'EURUSD, GBPUSD,USDJPY', [[1.5], [2.5], [150]]],
    ['a column for a column', [['EURUSD'], ['GBPUSD']], [[1.5], [2.5]]],
    ['a row for a row', [['EURUSD', 'GBPUSD']], [[1.5, 2.5]]],
    ['a blank for a blank', '', [['']]],
    ['the same whatever the case and the spaces', [[' eurusd '], ['GbpUsd']], [[1.5], [2.5]]],
    ['a price twice for a symbol that appears twice', [['EURUSD'], ['GBPUSD'], ['EURUSD']], [[1.5], [2.5], [1.5]]],
    [
      'the price of the basic value of a data type',
      [[{ type: 'Entity', basicType: 'String', basicValue: 'EURUSD' }]],
      [[1.5]],
    ],
  ])('returns %s', async (_, symbols, prices) => expect(await quote(symbols)).toEqual(prices));

  test('returns one row for each used row of a whole column', async () => {
    const column = Array.from({ length: 1_048_576 }, () => ['']);
    column.splice(0, 3, ['EURUSD'], [''], ['USDJPY']);
    expect(await quote(column)).toEqual([[1.5], [''], [150]]);
  });

  test('returns one column for each used column of a whole row', async () => {
    const row = Array.from({ length: 16_384 }, () => '');
    row.splice(0, 3, 'EURUSD', '', 'USDJPY');
    expect(await quote([row])).toEqual([[1.5, '', 150]]);
    expect(await quote([row.map(() => '')])).toEqual([['']]);
  });

  test('returns one row for each row of a very long list', async () => {
    const list = Array.from({ length: 200_000 }, () => ['']);
    list.splice(0, 3, ['EURUSD'], [''], ['USDJPY']);
    const rows = (await quote(list)) as Plain[][];
    expect([rows.length, ...rows.slice(0, 3)]).toEqual([200_000, [1.5], [''], [150]]);
  });

  test('returns a block of the same shape for a block', async () => {
    expect(
      await quote([
        ['EURUSD', 'GBPUSD', ''],
        ['USDJPY', 'AUDUSD', 'EURUSD'],
      ]),
    ).toEqual([
      [1.5, 2.5, ''],
      [150, 0.75, 1.5],
    ]);
  });
});

describe('the fields of MD.QUOTE', () => {
  test.each([
    ['symbol', 'EURUSD'],
    ['bid', 1.25],
    ['ask', 1.75],
    ['mid', 1.5],
    ['timestamp', 46346.5],
    ['BID', 1.25],
  ])('are a single value if there is only %s', async (field, value) => {
    expect(await quote('EURUSD', field)).toEqual([[value]]);
  });

  test('begin with symbol, bid, ask, mid and timestamp for "all"', async () => {
    const [row] = (await quote('EURUSD', 'all')) as Plain[][];
    expect(row).toHaveLength(QUOTE_FIELDS.length);
    expect(row!.slice(0, 5)).toEqual(['EURUSD', 1.25, 1.75, 1.5, 46346.5]);
  });

  test('are a column each, in the given order', async () => {
    expect(await quote('EURUSD,GBPUSD', 'ask,bid,ask')).toEqual([
      [1.75, 1.25, 1.75],
      [2.75, 2.25, 2.75],
    ]);
  });

  test('are below each other for a row of symbols', async () => {
    expect(await quote([['EURUSD', 'GBPUSD']], 'bid,ask')).toEqual([
      [1.25, 2.25],
      [1.75, 2.75],
    ]);
  });

  test('may come from a range, whose blank cells are blank columns', async () => {
    expect(await quote('EURUSD,GBPUSD', [['bid', '', 'ask']], null, null, true)).toEqual([
      ['bid', '', 'ask'],
      [1.25, '', 1.75],
      [2.25, '', 2.75],
    ]);
  });

  test('are mid if the range is completely blank', async () =>
    expect(await quote('EURUSD', [['', null]])).toEqual([[1.5]]));

  test('say which symbol failed where they name it, and nothing else without an error beside it', async () => {
    expect(await quote([['EURUSD'], ['nosuch']], 'symbol,mid', null, null, true)).toEqual([
      ['symbol', 'mid'],
      ['EURUSD', 1.5],
      ['NOSUCH', unknown('NOSUCH')],
    ]);
    expect(await quote([['EURUSD', 'NOSUCH']], 'mid,symbol')).toEqual([
      [1.5, unknown('NOSUCH')],
      ['EURUSD', 'NOSUCH'],
    ]);
    expect(await quote([['EURUSD'], ['NOSUCH']], 'symbol')).toEqual([['EURUSD'], [unknown('NOSUCH')]]);
    expect(await quote([['currencies:nosuch'], [new CellError('#REF!')], ['AAPL US Equity']], 'symbol,bid')).toEqual([
      ['NOSUCH', unknown('NOSUCH')],
      ['#REF!: ', '#REF!: '],
      ['AAPL US EQUITY', unknown('AAPL US EQUITY')],
    ]);
  });

  test('include a blank column that stays blank for a failed symbol', async () => {
    expect(await quote([['EURUSD'], ['NOSUCH']], [['symbol', '']])).toEqual([
      ['EURUSD', ''],
      [unknown('NOSUCH'), ''],
    ]);
    expect(await quote('NOSUCH', [['bid', '', 'ask']])).toEqual([[unknown('NOSUCH'), '', unknown('NOSUCH')]]);
  });

  test('have formats: timestamp as a date and time in UTC, prices with as many decimals as the longest or as were asked for', async () => {
    const outcome = await evaluate(session, 'QUOTE', 'EURUSD', 'timestamp,mid');
    expect(formatsOf(outcome)).toEqual([['yyyy-mm-dd hh:mm:ss', '#,##0.00']]);
    expect(formatsOf(await evaluate(session, 'QUOTE', 'EURUSD', 'bid,ask', null, 4))).toEqual([
      ['#,##0.0000', '#,##0.0000'],
    ]);
  });

  test('count timestamps from 1904 in a workbook with that date system', async () => {
    expect(await show(createTestSession({ service, dateSystem: '1904' }), 'QUOTE', 'EURUSD', 'timestamp')).toEqual([
      [46346.5 - 1462],
    ]);
  });
});

describe('the headers of MD.QUOTE', () => {
  test.each([[true], [1], ['true'], ['TRUE'], ['1'], [[[true]]]])('are shown for %j', async (headers) => {
    expect(await quote('EURUSD', 'bid,ask', null, null, headers)).toEqual([
      ['bid', 'ask'],
      [1.25, 1.75],
    ]);
  });

  test.each([[false], [0], ['false'], ['0'], [null], [undefined], ['']])('are not shown for %j', async (headers) => {
    expect(await quote('EURUSD', 'bid,ask', null, null, headers)).toEqual([[1.25, 1.75]]);
  });

  test('are in the first column for a row of symbols', async () => {
    expect(await quote([['EURUSD', 'GBPUSD']], 'bid,ask', null, null, true)).toEqual([
      ['bid', 1.25, 2.25],
      ['ask', 1.75, 2.75],
    ]);
  });

  test('are shown for one field too', async () =>
    expect(await quote('EURUSD', 'bid', null, null, true)).toEqual([['bid'], [1.25]]));
});

describe('a cell of MD.QUOTE without a quote', () => {
  test('stays blank for a blank cell, however it arrives', async () => {
    expect(await quote([['EURUSD'], [''], [null], [0], ['  '], ['GBPUSD']], 'bid,ask')).toEqual([
      [1.25, 1.75],
      ['', ''],
      ['', ''],
      ['', ''],
      ['', ''],
      [2.25, 2.75],
    ]);
  });

  test('keeps an error unchanged', async () => {
    const outcome = await evaluate(session, 'QUOTE', [
      ['EURUSD'],
      [new CellError('#REF!')],
      [{ type: 'Error', basicValue: '#DIV/0!' }],
    ]);
    expect(plain(outcome)).toEqual([[1.5], ['#REF!: '], ['#DIV/0!: ']]);
  });

  test('is #N/A for an unknown symbol, and leaves its neighbours alone', async () => {
    expect(await quote([['EURUSD'], ['NOSUCH'], ['GBPUSD']])).toEqual([[1.5], [unknown('NOSUCH')], [2.5]]);
    expect(await quote([['EURUSD', 'NOSUCH', 'GBPUSD']])).toEqual([[1.5, unknown('NOSUCH'), 2.5]]);
    expect(
      await quote([
        ['EURUSD', 'NOSUCH'],
        ['', 'GBPUSD'],
      ]),
    ).toEqual([
      [1.5, unknown('NOSUCH')],
      ['', 2.5],
    ]);
  });
});

describe('a value of MD.QUOTE that the service does not give', () => {
  const quoteWith = (answer: Record<string, unknown>, fields: string): Promise<Plain | Plain[][]> =>
    show(
      createTestSession({ service: createStubService({ '/currencies/quotes': () => ({ items: [answer] }) }) }),
      'QUOTE',
      'EURUSD',
      fields,
    );

  const NOTHING = (field: string): string => `#N/A: "${field}" is not published`;
  const NO_NUMBER = '#N/A: The service sent a "mid" that is not a number: recalculate, or tell your provider';

  test.each<[string, object, string, readonly (number | string)[]]>([
    [
      'null, never 0',
      { mid: null, timestamp: null },
      'mid,bid,timestamp',
      [NOTHING('mid'), 1.25, NOTHING('timestamp')],
    ],
    ['a missing field', { ask: undefined, mid: undefined, timestamp: undefined }, 'bid,ask', [1.25, NOTHING('ask')]],
    ['a time of 0', { timestamp: 0 }, 'timestamp', [NOTHING('timestamp')]],
    ['a price that is a text', { mid: '1.5' }, 'mid,bid', [NO_NUMBER, 1.25]],
  ])('is #N/A for %s, and leaves the other fields alone', async (_, changes, fields, cells) => {
    expect(await quoteWith({ ...quoteOf('EURUSD', 1.5), ...changes }, fields)).toEqual([cells]);
  });

  test.each<[string, Record<string, number>, readonly (number | string)[]]>([
    ['all prices', { bid: 0, ask: 0, mid: 0 }, [NOTHING('bid'), NOTHING('ask'), NOTHING('mid')]],
    [
      'the bid, with half the price as its middle',
      { bid: 0, ask: 1.5, mid: 0.75 },
      [NOTHING('bid'), 1.5, NOTHING('mid')],
    ],
    [
      'the ask, with half the price as its middle',
      { bid: 1.5, ask: 0, mid: 0.75 },
      [1.5, NOTHING('ask'), NOTHING('mid')],
    ],
    ['the middle alone', { bid: 1.25, ask: 1.5, mid: 0 }, [1.25, 1.5, NOTHING('mid')]],
    ['a price between others below zero', { bid: -0.5, ask: 0, mid: -0.25 }, [-0.5, 0, -0.25]],
  ])('is #N/A for a 0, which is no price: %s', async (_, prices, cells) => {
    expect(await quoteWith({ ...quoteOf('EURUSD', 1.5), ...prices }, 'bid,ask,mid')).toEqual([cells]);
  });
});

test('MD.QUOTE refuses a price in another currency, which would hide the rate and its time', async () => {
  expect(await show(createTestSession(), 'QUOTE', 'VOD', 'mid@EUR')).toBe(
    '#VALUE!: fields: "mid@EUR" is not a field: multiply the price by MD.CONVERT(1,"USD","EUR"), whose rate has its own time',
  );
});
