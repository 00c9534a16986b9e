import { gridOf, isBlank, isBlankText, single, textsOf, unwrap } from '../../../src/core/arguments';
import { CellError } from '../../../src/core/errors';

describe('the basic value of a cell', () => {
  test.each([
    ['a number', 1.5, 1.5],
    ['a text', 'EURUSD', 'EURUSD'],
    ['TRUE', true, true],
    ['an omitted argument', undefined, null],
    ['an empty cell', null, null],
    ['a formatted number', { type: 'FormattedNumber', basicValue: 46346, numberFormat: 'yyyy-mm-dd' }, 46346],
    [
      'a number with properties',
      { type: 'Double', basicValue: 1.1, properties: { asOf: { type: 'Double', basicValue: 46346 } } },
      1.1,
    ],
    ['a text value', { type: 'String', basicValue: 'AAPL' }, 'AAPL'],
    ['a boolean value', { type: 'Boolean', basicValue: false }, false],
    ['an entity', { type: 'Entity', text: 'Apple Inc.', basicType: 'String', basicValue: 'AAPL' }, 'AAPL'],
    ['an empty value', { type: 'Empty', basicType: 'Empty', basicValue: '' }, ''],
    ['a value with a code of its own', { type: 'Entity', code: 'US0378331005', basicValue: 'AAPL' }, 'AAPL'],
    ['an object without a basic value', { type: 'WebImage', address: 'https://example.com' }, null],
  ])('is taken from %s', (_, value, raw) => expect(unwrap(value)).toBe(raw));

  test.each([
    ['ＡＡＰＬ', 'AAPL'],
    ['ｓｔｏｃｋｓ：ＡＡＰＬ，ＭＳＦＴ、７２０３', 'stocks:AAPL,MSFT,7203'],
    ['２０２６／１１／２５', '2026/11/25'],
    ['東京　市場', '東京 市場'],
    // Nothing of full width is in it.
    ['½ ²', '½ ²'],
  ])('has the usual letters, digits and marks for those of full width: %s', (typed, meant) => {
    expect(unwrap(typed)).toBe(meant);
    expect(unwrap({ type: 'FormattedText', basicType: 'String', basicValue: typed })).toBe(meant);
  });

  test.each(['EURUSD\u200b', '\u200eEURUSD\u202c', 'EUR\u00adUSD', '\ufeffEURUSD', 'ＥＵＲ\u2060ＵＳＤ'])(
    'loses its invisible characters: %j',
    (copied) => expect(unwrap(copied)).toBe('EURUSD'),
  );

  test('is an error of the same code for an error value', () => {
    expect(unwrap({ type: 'Error', basicType: 'Error', basicValue: '#DIV/0!', errorType: 'Div0' })).toEqual(
      new CellError('#DIV/0!'),
    );
    expect(unwrap({ type: 'Entity', basicType: 'Error', basicValue: '#NAME?' })).toMatchObject({ code: '#NAME?' });
    expect(unwrap({ type: 'Error', basicValue: '#NUM!' })).toMatchObject({ code: '#NUM!' });
  });

  test('keeps code and message for a thrown custom functions error', () => {
    expect(unwrap({ code: '#N/A', message: 'Enter your API key in the MD pane' })).toMatchObject({
      code: '#N/A',
      message: 'Enter your API key in the MD pane',
    });
  });

  test('is the error itself if the add-in made it', () => {
    const error = new CellError('#N/A', 'none');
    expect(unwrap(error)).toBe(error);
  });
});

test('a cell counts as blank if it is empty, or contains only spaces', () => {
  expect([null, '', ' ', '\u00A0'].map(isBlank)).toEqual([true, true, true, true]);
  expect([0, false, 'A', new CellError('#N/A')].map(isBlank)).toEqual([false, false, false, false]);
});

test('a text counts as blank if it is missing, only spaces, or the 0 that some desktops make of an empty cell', () => {
  expect([null, '', '  ', 0].map(isBlankText)).toEqual([true, true, true, true]);
  expect(['0', 'A', 1, false, new CellError('#N/A')].map(isBlankText)).toEqual([false, false, false, false, false]);
});

describe('a range as a grid', () => {
  test('keeps its cells in place, row by row', () => {
    expect(
      gridOf([
        ['A', 'B', 'C'],
        [1, null, true],
      ]),
    ).toEqual({ items: ['A', 'B', 'C', 1, null, true], height: 2, width: 3 });
  });

  test.each([
    ['a value', 'A', ['A']],
    ['a range of one cell', [['A']], ['A']],
    ['a list of one', ['A'], ['A']],
    ['an empty range', [], [null]],
    ['a range of an empty row', [[]], [null]],
    ['nothing', undefined, [null]],
  ])('has one cell for %s', (_, argument, items) => expect(gridOf(argument)).toEqual({ items, height: 1, width: 1 }));

  test('keeps a single row as a row', () =>
    expect(gridOf([['A', 'B']])).toEqual({ items: ['A', 'B'], height: 1, width: 2 }));

  test('that is a whole column ends with its last cell in use, however Excel represents blank cells', () => {
    const column = Array.from({ length: 1_048_576 }, (_, row): unknown[] => [
      row % 3 === 0 ? '' : row % 3 === 1 ? null : 0,
    ]);
    column[1] = ['EURUSD'];
    column[41] = ['GBPUSD'];
    const { items, height, width } = gridOf(column);
    expect([items[1], items[41], items.length, height, width]).toEqual(['EURUSD', 'GBPUSD', 42, 42, 1]);
  });

  test('that is the rest of a column below its headings also ends with its last cell in use', () => {
    const column = new Array<string[]>(1_048_574).fill(['']);
    column[1] = ['EURUSD'];
    expect(gridOf(column)).toEqual({ items: ['', 'EURUSD'], height: 2, width: 1 });
  });

  test('that is a whole empty column is one blank', () =>
    expect(gridOf(Array.from({ length: 1_048_576 }, () => ['']))).toEqual({ items: [null], height: 1, width: 1 }));

  test('that is smaller than a whole column keeps its blank end', () =>
    expect(gridOf([['EURUSD'], [''], ['']])).toMatchObject({ height: 3 }));

  test('gets blanks where its rows are short', () =>
    expect(gridOf([['A', 'B'], ['C']])).toEqual({ items: ['A', 'B', 'C', null], height: 2, width: 2 }));
});

describe('the one value of a scalar parameter', () => {
  test.each([
    ['a value', 20, 20],
    ['a range of one cell', [[20]], 20],
    ['nothing', undefined, null],
    ['an empty cell in a range', [['']], ''],
  ])('is read from %s', (_, argument, value) => expect(single(argument, 'limit')).toBe(value));

  test('is never taken from a larger range', () => {
    expect(() =>
      single(
        [
          [1, 2],
          [3, 4],
          [5, 6],
        ],
        'limit',
      ),
    ).toThrow(
      expect.objectContaining({
        code: '#VALUE!',
        message: 'limit: a range of 3 × 2 cells is not one value; give a single cell',
      }) as Error,
    );
  });
});

describe('the texts of a list parameter', () => {
  const textsIn = (argument: unknown) => textsOf(argument, 'symbols');

  test('are null when the argument is omitted, which is not the same as blank', () => {
    expect(textsIn(undefined)).toBeNull();
    expect(textsIn(null)).toBeNull();
  });

  test.each([
    ['one text', ' EURUSD ', ['EURUSD']],
    ['a comma separated text is a column', 'EURUSD, GBPUSD,USDJPY', ['EURUSD', 'GBPUSD', 'USDJPY']],
    ['commas with nothing between them count for nothing', ',EURUSD,, ,GBPUSD,', ['EURUSD', 'GBPUSD']],
    ['a comma separated text in a single cell is a column too', [['EURUSD,GBPUSD']], ['EURUSD', 'GBPUSD']],
    ['commas alone are a blank', ',,', [undefined]],
    ['a number is its digits', 600519, ['600519']],
    ['a blank', '', [undefined]],
  ])('%s', (_, argument, items) => expect(textsIn(argument)).toStrictEqual({ items, height: items.length, width: 1 }));

  test('keep the places of blank cells, however they arrive', () => {
    expect(
      textsIn([
        ['EURUSD', '', null],
        [0, '  ', 'GBPUSD'],
      ]),
    ).toStrictEqual({ items: ['EURUSD', undefined, undefined, undefined, undefined, 'GBPUSD'], height: 2, width: 3 });
  });

  test('keep the places of errors, unchanged', () => {
    const error = new CellError('#REF!');
    expect(textsIn([['EURUSD'], [error]])?.items).toEqual(['EURUSD', error]);
  });

  test('have an error instead of a list inside a range', () => {
    expect(textsIn([['GBPUSD, USDJPY'], ['EURUSD']])?.items).toEqual([
      expect.objectContaining({
        code: '#VALUE!',
        message: 'symbols: "GBPUSD, USDJPY" is a list inside a range; give one to a cell',
      }),
      'EURUSD',
    ]);
  });

  test('have an error instead of a price, a change and a share, but not of a whole number, which Tokyo has for names', () => {
    expect(textsIn([[7203], [1.0589], [-3], ['1.5']])?.items).toEqual([
      '7203',
      expect.objectContaining({ message: 'symbols: 1.0589 is not a text: put an apostrophe before it' }),
      expect.objectContaining({ message: 'symbols: -3 is not a text: put an apostrophe before it' }),
      '1.5',
    ]);
  });

  test('have an error instead of TRUE that says how to write the ticker TRUE', () => {
    expect(textsIn([['AAPL'], [true]])?.items[1]).toMatchObject({
      code: '#VALUE!',
      message: 'symbols: TRUE is not a text: put an apostrophe before it',
    });
  });
});

describe('a cell of the Stocks or Currencies data type', () => {
  const text = (basicValue: string): object => ({ type: 'String', basicType: 'String', basicValue });
  const entity = (properties: Readonly<Record<string, object>>, shown?: string): object => ({
    type: 'LinkedEntity',
    basicType: 'Error',
    basicValue: '#VALUE!',
    ...(shown !== undefined && { text: shown }),
    properties,
  });

  test.each([
    [
      'a stock by its ticker',
      entity({ 'Ticker symbol': text('MSFT'), 'Exchange abbreviation': text('XNAS') }),
      'stocks:MSFT',
    ],
    ['another provider\u2019s stock', entity({ ticker: text('AAPL'), exchange: text('XNAS') }), 'stocks:AAPL'],
    ['a pair by its instrument', entity({ Instrument: text('EUR/USD'), 'Ticker symbol': text('EURUSD') }), 'EURUSD'],
    ['a pair by its currencies', entity({ 'From currency': text('EUR'), Currency: text('USD') }), 'EURUSD'],
    ['a stock by what it shows', entity({}, 'MICROSOFT CORPORATION (XNAS:MSFT)'), 'stocks:MSFT'],
    ['a pair by what it shows', entity({}, 'EUR/USD'), 'EURUSD'],
    ['a stock by its ticker alone', entity({ Ticker: text('IBM') }), 'stocks:IBM'],
    [
      'a stock by a ticker that is not blank',
      entity({ 'Ticker symbol': text(' '), Ticker: text('IBM') }),
      'stocks:IBM',
    ],
    ['a pair by its name', entity({ Pair: text('gbp usd') }), 'gbpusd'],
    ['another provider\u2019s pair', entity({ pair: text('GBP-USD') }), 'GBPUSD'],
    ['another provider\u2019s currencies', entity({ from: text('GBP'), to: text('USD') }), 'GBPUSD'],
    ['a stock if the pair has no six letters', entity({ pair: text('BTC/USDT'), ticker: text('BTC') }), 'stocks:BTC'],
    ['a stock if the pair is too short', entity({ pair: text('BTC/U'), ticker: text('BTC') }), 'stocks:BTC'],
    ['what it shows if a currency is missing', entity({ from: text('GBP') }, 'GBP/JPY'), 'GBPJPY'],
    [
      'what it shows if a currency has other letters',
      entity({ from: text('GBP'), to: text('USDT') }, 'GBP/JPY'),
      'GBPJPY',
    ],
    ['what it shows if the first one has', entity({ from: text('XGBP'), to: text('USD') }, 'GBP/JPY'), 'GBPJPY'],
    ['an entity without the link', { ...entity({ ticker: text('IBM') }), type: 'Entity' }, 'stocks:IBM'],
  ])('is read as %s', (_, value, symbol) => expect(unwrap(value)).toBe(symbol));

  test('gives an error that says what to do if no symbol is found', () => {
    expect(unwrap(entity({ Population: text('many') }, 'Norway'))).toMatchObject({
      code: '#VALUE!',
      message: 'The data type "Norway" has no ticker and no pair of currencies: give the symbol as a text',
    });
    for (const [shown, of] of [
      [undefined, ''],
      ['(EUR/USD) since 1999', ' "(EUR/USD) since 1999"'],
      ['of EUR/USD', ' "of EUR/USD"'],
    ] as const)
      expect(unwrap(entity({}, shown))).toMatchObject({
        message: `The data type${of} has no ticker and no pair of currencies: give the symbol as a text`,
      });
  });

  test('is not assumed where a cell shows #VALUE! for another reason', () =>
    expect(unwrap({ ...entity({ ticker: text('IBM') }), type: 'Error' })).toEqual(new CellError('#VALUE!')));
});
