import { CellError } from '../../../src/core/errors';
import { createTestSession, evaluate, formatsOf, plain, type Plain, show } from '../../support/evaluate';
import { createStubService } from '../../support/stub-service';
import { NOON, PAIRS, quoteOf, quotes } from './sample-answers';

const service = createStubService({ '/currencies/quotes': quotes(PAIRS) });
const session = createTestSession({ service });
const quote = (...rawArguments: unknown[]): Promise<Plain | Plain[][]> => show(session, 'QUOTE', ...rawArguments);

const unknown = (symbol: string): string =>
  `#N/A: "${symbol}" has no quote in currencies: check the spelling and the area`;

test('MD.QUOTE refuses pence, whose quote would be that of the pound', async () => {
  const pence = (symbol: string): string =>
    `#VALUE!: symbols: "${symbol}" is not a pair of currencies: pence have no quote; write GBP, and 100 pence for a pound`;
  const session = createTestSession({ service: createStubService({ '/currencies/quotes': quotes(PAIRS) }) });
  expect(await show(session, 'QUOTE', [['GBpUSD'], ['EURGBp'], ['gbpusd'], ['GBPUSD']])).toEqual([
    [pence('GBpUSD')],
    [pence('EURGBp')],
    [2.5],
    [2.5],
  ]);
  expect(await show(session, 'LIVE', 'GBpUSD')).toBe(pence('GBpUSD').replace('symbols', 'symbol'));
});

describe('MD.QUOTE of symbols in different places', () => {
  test('one symbol gives its mid price', async () => {
    expect(await quote('EURUSD')).toEqual([[1.5]]);
    expect(await quote([['EURUSD']])).toEqual([[1.5]]);
  });

  test('a comma separated text gives a column', async () => {
    expect(await quote('EURUSD, GBPUSD,USDJPY')).toEqual([[1.5], [2.5], [150]]);
  });

  test('a column gives a column', async () => {
    expect(await quote([['EURUSD'], ['GBPUSD']])).toEqual([[1.5], [2.5]]);
  });

  test('a row gives a row', async () => {
    expect(await quote([['EURUSD', 'GBPUSD']])).toEqual([[1.5, 2.5]]);
  });

  test('a block gives a block of the same shape', async () => {
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

  test('case and spaces do not matter', async () => {
    expect(await quote([[' eurusd '], ['GbpUsd']])).toEqual([[1.5], [2.5]]);
  });

  test('a symbol may stand twice', async () => {
    expect(await quote([['EURUSD'], ['GBPUSD'], ['EURUSD']])).toEqual([[1.5], [2.5], [1.5]]);
  });

  test('a data type counts as its basic value', async () => {
    expect(await quote([[{ type: 'Entity', basicType: 'String', basicValue: 'EURUSD' }]])).toEqual([[1.5]]);
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
  ])('%s alone is a scalar', async (field, value) => {
    expect(await quote('EURUSD', field)).toEqual([[value]]);
  });

  test('"all" is symbol, bid, ask, mid, timestamp', async () => {
    expect(await quote('EURUSD', 'all')).toEqual([['EURUSD', 1.25, 1.75, 1.5, 46346.5]]);
  });

  test('stand in the order given, a column each', async () => {
    expect(await quote('EURUSD,GBPUSD', 'ask,bid,ask')).toEqual([
      [1.75, 1.25, 1.75],
      [2.75, 2.25, 2.75],
    ]);
  });

  test('of a row of symbols stand below each other', async () => {
    expect(await quote([['EURUSD', 'GBPUSD']], 'bid,ask')).toEqual([
      [1.25, 2.25],
      [1.75, 2.75],
    ]);
  });

  test('may stand in a range; a blank cell there is a blank column', async () => {
    expect(await quote('EURUSD,GBPUSD', [['bid', '', 'ask']], null, null, true)).toEqual([
      ['bid', '', 'ask'],
      [1.25, '', 1.75],
      [2.25, '', 2.75],
    ]);
  });

  test('are mid when the range is wholly blank', async () => {
    expect(await quote('EURUSD', [['', null]])).toEqual([[1.5]]);
  });

  test('a blank column stays blank where a symbol fails', async () => {
    expect(await quote('NOSUCH', [['bid', '', 'ask']])).toEqual([[unknown('NOSUCH'), '', unknown('NOSUCH')]]);
  });

  test('timestamp is a date and time in UTC, prices have as many decimals as the longest, or as were asked for', async () => {
    const outcome = await evaluate(session, 'QUOTE', 'EURUSD', 'timestamp,mid');
    expect(formatsOf(outcome)).toEqual([['yyyy-mm-dd hh:mm:ss', '#,##0.00']]);
    expect(formatsOf(await evaluate(session, 'QUOTE', 'EURUSD', 'bid,ask', null, 4))).toEqual([
      ['#,##0.0000', '#,##0.0000'],
    ]);
  });

  test('timestamp counts from 1904 in a workbook that does', async () => {
    expect(await show(createTestSession({ service, dateSystem: '1904' }), 'QUOTE', 'EURUSD', 'timestamp')).toEqual([
      [46346.5 - 1462],
    ]);
  });
});

describe('the headers of MD.QUOTE', () => {
  test.each([[true], [1], ['true'], ['TRUE'], ['1'], [[[true]]]])('%j shows them', async (headers) => {
    expect(await quote('EURUSD', 'bid,ask', null, null, headers)).toEqual([
      ['bid', 'ask'],
      [1.25, 1.75],
    ]);
  });

  test.each([[false], [0], ['false'], ['0'], [null], [undefined], ['']])('%j does not', async (headers) => {
    expect(await quote('EURUSD', 'bid,ask', null, null, headers)).toEqual([[1.25, 1.75]]);
  });

  test('of a row of symbols stand in the first column', async () => {
    expect(await quote([['EURUSD', 'GBPUSD']], 'bid,ask', null, null, true)).toEqual([
      ['bid', 1.25, 2.25],
      ['ask', 1.75, 2.75],
    ]);
  });

  test('are there for one field too', async () => {
    expect(await quote('EURUSD', 'bid', null, null, true)).toEqual([['bid'], [1.25]]);
  });
});

describe('places of MD.QUOTE without a quote', () => {
  test('blank cells stay blank, however they arrive', async () => {
    expect(await quote([['EURUSD'], [''], [null], [0], ['  '], ['GBPUSD']], 'bid,ask')).toEqual([
      [1.25, 1.75],
      ['', ''],
      ['', ''],
      ['', ''],
      ['', ''],
      [2.25, 2.75],
    ]);
  });

  test('one blank cell is blank', async () => {
    expect(await quote('')).toEqual([['']]);
  });

  test('errors come back unchanged', async () => {
    const outcome = await evaluate(session, 'QUOTE', [
      ['EURUSD'],
      [new CellError('#REF!')],
      [{ type: 'Error', basicValue: '#DIV/0!' }],
    ]);
    expect(plain(outcome)).toEqual([[1.5], ['#REF!: '], ['#DIV/0!: ']]);
  });

  test('an unknown symbol is #N/A and leaves its neighbours alone', async () => {
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

describe('values of MD.QUOTE that the service does not give', () => {
  const quoteWith = (answer: Record<string, unknown>, fields: string): Promise<Plain | Plain[][]> =>
    show(
      createTestSession({ service: createStubService({ '/currencies/quotes': () => ({ items: [answer] }) }) }),
      'QUOTE',
      'EURUSD',
      fields,
    );

  test('null is #N/A, never 0, and leaves the other fields alone', async () => {
    expect(await quoteWith({ ...quoteOf('EURUSD', 1.5), mid: null, timestamp: null }, 'mid,bid,timestamp')).toEqual([
      ['#N/A: "mid" is not published', 1.25, '#N/A: "timestamp" is not published'],
    ]);
  });

  test('a missing field is #N/A', async () => {
    expect(await quoteWith({ symbol: 'EURUSD', bid: 1.25 }, 'bid,ask')).toEqual([
      [1.25, '#N/A: "ask" is not published'],
    ]);
  });

  test('0 is 0', async () => {
    expect(await quoteWith({ ...quoteOf('EURUSD', 1.5), mid: 0 }, 'mid')).toEqual([[0]]);
  });

  test('a price that is a text is #N/A', async () => {
    expect(await quoteWith({ symbol: 'EURUSD', mid: '1.5', bid: 1.25, timestamp: NOON }, 'mid,bid')).toEqual([
      ['#N/A: The service sent a "mid" that is not a number: recalculate, or tell your provider', 1.25],
    ]);
  });
});
