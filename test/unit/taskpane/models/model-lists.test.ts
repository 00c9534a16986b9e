import { setTimeout as delay } from 'node:timers/promises';
import type { NewCell } from '../../../../src/app/host';
import en from '../../../../src/taskpane/texts/late/en.json';
import { draft, place, trying } from '../../../support/model-sheets';
import { NodeWorkbench } from '../../../support/node-workbench';
import { nightInNewYork } from '../../../support/trading-time';

const NO_DATA = en.common.noData;
const bench = new NodeWorkbench({ sandbox: { now: nightInNewYork() } });

describe('a list of a model', () => {
  /** Entries that the service knows, from the first row on, as somebody pastes them; some twice, some in small letters. */
  const LISTS = {
    fx: [12, ['EURUSD', 'gbpusd', 'USDJPY']],
    portfolio: [12, ['stocks:AAPL', 'stocks:msft', 'crypto:BTCUSD']],
    calendar: [12, ['XNYS', 'xlon', 'XETR']],
    filings: [13, ['AAPL', 'msft', 'XOM']],
    credit: [12, ['AAPL', 'msft', 'KO']],
    risk: [16, ['AAPL', 'msft', 'KO']],
    index: [14, ['SPX', 'dji', 'RUT']],
  } as const;
  const ROOM = 60;
  /** All columns that a row of the model is typed into. */
  const row = (id: keyof typeof LISTS, index: number): Record<string, NewCell> => {
    const [first, names] = LISTS[id];
    const at = first + index;
    const rest = {
      fx: { [`B${at}`]: 1000, [`C${at}`]: 1 },
      portfolio: { [`B${at}`]: 10, [`C${at}`]: 5, [`D${at}`]: 'USD' },
      risk: { [`B${at}`]: 0.01 },
      index: { [`B${at}`]: 'XNYS' },
    }[id as 'fx' | 'portfolio' | 'risk' | 'index'];
    return Object.fromEntries(
      Object.entries({ [`A${at}`]: names[index % names.length]!, ...rest }).map(([cell, value]) => [cell, { value }]),
    );
  };
  const rows = (id: keyof typeof LISTS, from: number, count: number): Record<string, NewCell> =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => Object.entries(row(id, from + index))).flat());

  test.each(Object.keys(LISTS) as (keyof typeof LISTS)[])(
    'in %s says that it is empty, counts one entry, takes as many as it has room for, also with a gap, and says what to do with entries below its end',
    async (id) => {
      const [first] = LISTS[id];
      const cleared = Object.fromEntries(Object.keys(rows(id, 0, 14)).map((cell): [string, NewCell] => [cell, {}]));
      const gap = Object.fromEntries(Object.keys(row(id, 20)).map((cell) => [cell, {}]));
      const at = await trying(bench, id, {
        empty: cleared,
        one: { ...cleared, ...rows(id, 0, 1) },
        gap: { ...rows(id, 0, 40), ...gap },
        full: rows(id, 0, ROOM),
        below: { ...rows(id, 0, 40), ...row(id, ROOM), ...row(id, ROOM + 3) },
      });
      expect(at('empty', 'C3')).toBe(`The list is empty: enter from row ${first} on`);
      expect([at('empty', 'B4'), at('empty', 'B3')]).toEqual([NO_DATA, 0]);
      for (const name of ['one', 'gap', 'full'])
        expect([name, at(name, 'B3'), at(name, 'C3')]).toEqual([name, 0, 'All data are here.']);
      expect(at('one', 'B4')).toEqual(expect.any(Number));
      expect([at('below', 'B3'), at('below', 'C3')]).toEqual([
        2,
        `The list ends in row ${first + ROOM - 1}. Not counted below it: 2. Move them up, or insert rows above row ${first + ROOM - 1} and fill its formulas down`,
      ]);
      if (id !== 'credit') expect(at('below', 'B4')).toBe(NO_DATA);
    },
  );

  test('in Filings tracker counts the filings of a company once, however often the list has it', async () => {
    const type = { B5: {}, B7: { value: 40_000 } };
    const once = { ...type, A14: {}, A15: {}, A16: {}, A17: {}, A18: {} };
    const at = await trying(bench, 'filings', {
      once,
      thrice: { ...once, A14: { value: 'aapl' }, A16: { value: 'AAPL' } },
      two: { ...once, A14: { value: 'XOM' } },
    });
    expect([at('once', 'D13'), at('once', 'B4')]).toEqual([4, 4]);
    expect(['D13', 'D14', 'D16', 'B4'].map((cell) => at('thrice', cell))).toEqual([4, 4, 4, 4]);
    expect([at('two', 'D13'), at('two', 'D14'), at('two', 'B4')]).toEqual([4, 4, 8]);
  });

  test('in Portfolio gives every position its share, at one rate for each currency', async () => {
    const forty = rows('portfolio', 0, 40);
    const at = await trying(bench, 'portfolio', {
      forty,
      euros: { ...forty, D13: { value: 'EUR' }, D14: { value: 'EUR' }, D51: { value: 'XXX' } },
      'a currency more': { D13: { value: 'SEK' }, D14: { value: 'GBp' }, D15: { value: 'GBP' } },
      'an own price': { A13: { value: 'Loan' }, O13: { value: 99.5 }, D13: { value: 'EUR' } },
    });
    const values = Array.from({ length: 40 }, (_, index) => Number(at('forty', `I${12 + index}`)));
    expect(at('forty', 'G5')).toBeCloseTo(
      values.reduce((sum, value) => sum + value, 0),
      4,
    );
    expect(at('forty', 'B4')).toBe(at('forty', 'G5'));
    expect(at('euros', 'G13')).toBe(at('euros', 'G14'));
    expect([at('euros', 'G51'), at('euros', 'B3')]).toEqual([NO_DATA, 1]);
    const currencies = ['USD', 'SEK', 'GBp', 'GBP', 'EUR', 'JPY', ''];
    expect(currencies.map((_, index) => at('a currency more', `Q${12 + index}`))).toEqual(currencies);
    expect(at('a currency more', 'G13')).toBe(at('a currency more', 'R13'));
    expect(at('a currency more', 'S13')).toEqual(expect.any(Number));
    expect(Number(at('a currency more', 'G14')) * 100).toBeCloseTo(Number(at('a currency more', 'G15')), 6);
    const [quantity, rate] = ['B13', 'G13'].map((cell) => Number(at('an own price', cell))) as [number, number];
    expect(at('an own price', 'I13')).toBeCloseTo(quantity * 99.5 * rate, 6);
    expect([at('an own price', 'E13'), at('an own price', 'M13'), at('an own price', 'B3')]).toEqual([
      '',
      'by hand',
      0,
    ]);
  });

  test('in FX watch list shows spreads to the last digit', async () => {
    const at = await trying(bench, 'fx', { all: {} });
    for (let row = 12; row < 24; row++) {
      const [bid, ask, mid] = ['D', 'E', 'F'].map((letter) => Number(at('all', `${letter}${row}`))) as [
        number,
        number,
        number,
      ];
      expect(at('all', `H${row}`)).toBeCloseTo(((ask - bid) / mid) * 10_000, 6);
      // Ten decimals of a price round a spread of a basis point by far less than a hundredth of it.
      expect(at('all', `H${row}`)).toBeCloseTo(1, 2);
    }
  });

  test('says that data are on their way while it waits, and in the index report nowhere that they are missing', async () => {
    let release!: (answer: undefined) => void;
    const held = new Promise<undefined>((resolve) => (release = resolve));
    const waiting = new NodeWorkbench({ sandbox: { now: nightInNewYork() }, answer: () => held });
    const sheet = await waiting.workbook.addSheet(draft('index', waiting.now()));
    const whole = { row: 0, column: 0, rows: 30, columns: 26, sheet };
    const read = async () => (await waiting.workbook.read([whole]))[0]!.map((row) => row.map(({ value }) => value));
    const says = async (sentence: string): Promise<void> => {
      while ((await read())[2]![2] !== sentence) await delay(20);
    };
    await says('Data are on their way…');
    expect((await read()).flat()).not.toContain(NO_DATA);
    release(undefined);
    await says('All data are here.');
  });
});

test('in Filings tracker the news about its companies stand by date beside the filings, as many as were asked for', async () => {
  const sheet = await bench.workbook.addSheet(draft('filings', bench.now()));
  const news = async () => {
    await bench.settled();
    const [cells] = await bench.workbook.read([{ ...place('AB13'), sheet, rows: 12, columns: 3 }]);
    return cells!.map((row) => row.map(({ value }) => value)).filter(([at]) => at !== '');
  };
  let rows = await news();
  while (typeof rows[0]?.[0] !== 'number') rows = await news();
  expect(rows.length).toBe(5);
  expect(rows.map(([at]) => Number(at))).toEqual(rows.map(([at]) => Number(at)).sort((one, other) => other - one));
  for (const [, about, text] of rows) {
    expect(String(about)).toMatch(/AAPL|MSFT|NVDA|JPM|KO|XOM/);
    expect(String(text)).not.toBe('');
  }
  bench.openNew();
});
