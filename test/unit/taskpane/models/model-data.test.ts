import { setTimeout as sleep } from 'node:timers/promises';
import type { NewSheet } from '../../../../src/app/host';
import type { Model } from '../../../../src/taskpane/models/model';
import { ticksHelp } from '../../../../src/functions/ticks.help';
import en from '../../../../src/taskpane/texts/late/en.json';
import { evaluate, plain } from '../../../support/evaluate';
import { draft, type Rows, shown, trying, type Value, withEntry } from '../../../support/model-sheets';
import { NodeWorkbench } from '../../../support/node-workbench';

type Cells = Readonly<Record<string, Value>>;

/** The verdicts that must not appear while data is missing. */
interface Claims {
  readonly id: Model['id'];
  /** An entry of its list. */
  readonly first: string;
  /** Names what is missing, and how many. */
  readonly missing: string;
  /** Columns, by heading, whose cells rest on the service's data. */
  readonly columns: readonly string[];
  /** Figures, by the label on their left, that rest on the data of every row. */
  readonly figures: readonly string[];
  /** Numbers of rows, by the label on their left, that need the data of at least one. */
  readonly counts?: readonly string[];
  /** A request whose answer only a part of the columns needs, with the number of rows that lack it. */
  readonly part?: readonly [request: RegExp, rowCount: number];
}

const MODELS: readonly Claims[] = [
  {
    id: 'fx',
    first: 'A12',
    missing: 'Pairs without data',
    columns: ['Spread, bp', 'Move', 'Look at', 'Gain, quote', 'Notional, USD', 'Gain, USD'],
    figures: ['Gain, USD', 'Net notional, USD', 'Gross notional, USD', 'Moves to look at'],
  },
  {
    id: 'portfolio',
    first: 'A12',
    missing: 'Positions without data',
    columns: ['Value, USD', 'Gain, USD', 'Age, hours', 'Price is'],
    figures: [
      ...['Value, USD', 'Cost, USD', 'Gain, USD', 'Gain, part of gross cost'],
      ...['Freshly priced, part of value', 'Oldest quote, UTC', 'Largest position'],
    ],
  },
  {
    id: 'calendar',
    first: 'A12',
    missing: 'Markets without data',
    columns: ['Opens next', 'Settlement', 'Settles on', 'Days later', 'Trading days left'],
    figures: ['Open now', 'Settled everywhere by'],
    part: [/\/holidays\?/, 5],
  },
  {
    id: 'filings',
    first: 'A13',
    missing: 'Companies without data',
    columns: ['Newest filing', 'Business days ago', 'To read'],
    figures: ['Filings to read', 'Companies with more'],
    part: [/\/filings\?(?=.*XOM)(?=.*10-K)/, 1],
  },
  {
    id: 'credit',
    first: 'A12',
    missing: 'Companies without data',
    columns: ['Altman zone', 'Warnings', 'Verdict'],
    figures: [],
    counts: ['Pass', 'Review', 'Avoid'],
    part: [/\/stocks\/quotes\?/, 14],
  },
  {
    id: 'risk',
    first: 'A16',
    missing: 'Holdings without data',
    columns: ['Altman zone', 'Warnings', 'Verdict'],
    figures: ['Weight at risk', 'Weight to watch', 'Weight without warning'],
  },
  {
    id: 'index',
    // With the first, the others would lose what they are compared with.
    first: 'A15',
    missing: 'Indices without data',
    columns: ['Change', 'Change, %', 'Return', 'Volatility a year', 'Drawdown', 'Average, 50 days', 'Correlation, SPX'],
    figures: ['Deepest drawdown', 'Highest volatility'],
  },
];
const NO_DATA = en.common.noData;
const UNKNOWN = 'XXXYYY';

/** Requests that the service refuses, whatever the key. */
let refused: readonly RegExp[] = [];
/** What every answer waits for. */
let held: Promise<unknown> = Promise.resolve();
const bench = new NodeWorkbench({
  answer: ({ url }) =>
    held.then(() => (refused.some((part) => part.test(url)) ? new Response('', { status: 403 }) : undefined)),
});

/** The cells that hold something, by address. */
const cellsIn = (rows: Rows): Cells =>
  Object.fromEntries(
    rows.flatMap((row, down) =>
      row.flatMap((value, across) =>
        value === '' ? [] : [[`${String.fromCharCode(65 + across)}${down + 1}`, value] as const],
      ),
    ),
  );

/** What models show, side by side, by their ids. */
async function insert(ids: readonly Model['id'][], sheetOf = draft): Promise<(id: Model['id']) => Cells> {
  const all = await shown(
    bench,
    ids.map((id) => ({ ...sheetOf(id), name: id })),
  );
  return (id) => cellsIn(all.get(id)!);
}

/** The model with an unknown name in the place of that entry. */
const withUnknown = (id: Model['id']): NewSheet =>
  withEntry(draft(id), id, MODELS.find((model) => model.id === id)?.first ?? 'B6', { value: UNKNOWN });

const placesOf = (cells: Cells, text: string): { column: string; row: number }[] => {
  const found = Object.keys(cells).filter((at) => cells[at] === text);
  if (found.length === 0) throw new Error(`No cell says "${text}"`);
  return found.map((at) => ({ column: at[0]!, row: Number(at.slice(1)) }));
};
/** A figure above the table may be called as a column of it. */
const headingOf = (cells: Cells, text: string) => placesOf(cells, text).at(-1)!;

/** Under a heading, by what stands in the first column; spare rows are left out. */
function column(cells: Cells, heading: string): Record<string, string | number | boolean | undefined> {
  const place = headingOf(cells, heading);
  const below: Record<string, string | number | boolean | undefined> = {};
  for (let row = place.row + 1; cells[`A${row}`] !== undefined && cells[`B${row}`] !== undefined; row++)
    below[String(cells[`A${row}`])] = cells[`${place.column}${row}`];
  return below;
}

/** The next value on the right of a label. */
function figure(cells: Cells, label: string): string | number | boolean | undefined {
  const { column: left, row } = placesOf(cells, label)[0]!;
  const right = Array.from({ length: 4 }, (_, index) => `${String.fromCharCode(left.charCodeAt(0) + 1 + index)}${row}`);
  return right.map((at) => cells[at]).find((value) => value !== undefined);
}

const allOf = (cells: Cells, text: string): Record<string, string> =>
  Object.fromEntries(Object.keys(column(cells, text)).map((name) => [name, NO_DATA]));

/** Figures of the discounted cash flow that are worth nothing without data, from the value of five years to the upside. */
const VALUES = Array.from({ length: 12 }, (_, index) => `B${53 + index}`).filter((at) => at !== 'B59' && at !== 'B63');
const ALL: readonly Model['id'][] = [...MODELS.map(({ id }) => id), 'dcf'];

test.each(['fx', 'portfolio', 'calendar', 'filings', 'credit', 'risk', 'index'] as const)(
  'the model %s says that it waits until the service has answered, and only then that there is no data',
  async (id) => {
    let answer: (value?: unknown) => void = () => undefined;
    held = new Promise((resolve) => (answer = resolve));
    const sheet = await bench.workbook.addSheet(withUnknown(id));
    const block = { sheet, row: 0, column: 0, rows: 90, columns: 26 };
    const read = async (): Promise<readonly unknown[]> => {
      const [rows] = await bench.workbook.read([block]);
      return rows!.flat().map(({ value }) => value);
    };
    const until = async (text: string): Promise<readonly unknown[]> => {
      for (;;) {
        const values = await read();
        if (values.includes(text)) return values;
        await sleep(20);
      }
    };
    const waiting = await until(en.common.waiting);
    expect(waiting).not.toContain(NO_DATA);
    expect(waiting).toContain(en.common.onTheirWay);
    answer();
    const last = await until(NO_DATA);
    expect(last).not.toContain(en.common.waiting);
    bench.openNew();
  },
);

describe('if the key is refused', () => {
  let cellsOf: Awaited<ReturnType<typeof insert>>;

  beforeAll(async () => {
    await bench.session.save({ apiKey: 'invalid' });
    cellsOf = await insert(ALL);
  });

  test.each(MODELS)(
    'the model $id draws no conclusion, and says how many values are missing',
    ({ id, missing, columns, figures, counts = [] }) => {
      const cells = cellsOf(id);
      for (const heading of columns) {
        // What somebody has typed a price for needs no service.
        const { Cash: _, ...wanted } = allOf(cells, heading);
        expect([heading, column(cells, heading)]).toEqual([heading, expect.objectContaining(wanted)]);
      }
      for (const label of [...figures, ...counts]) expect([label, figure(cells, label)]).toEqual([label, NO_DATA]);
      expect(figure(cells, missing)).toBe(
        Object.keys(column(cells, columns[0]!)).filter((name) => name !== 'Cash').length,
      );
    },
  );

  test('the model dcf has no value', () => {
    const cells = cellsOf('dcf');
    for (const at of VALUES) expect([at, cells[at]]).toEqual([at, NO_DATA]);
    expect(figure(cells, 'Inputs without data')).toBe(6);
    expect(cells.F13).toBe(1);
  });
});

describe('with an unknown name in its list', () => {
  let cellsOf: Awaited<ReturnType<typeof insert>>;

  beforeAll(async () => {
    await bench.session.save({ apiKey: 'demo' });
    cellsOf = await insert(ALL, withUnknown);
  });

  test.each(MODELS)(
    'the model $id draws no conclusion about it, and has complete data for all others',
    ({ id, missing, columns, figures }) => {
      const cells = cellsOf(id);
      for (const heading of columns) {
        const { [UNKNOWN]: unknown, ...known } = column(cells, heading);
        expect([heading, unknown]).toEqual([heading, NO_DATA]);
        expect(Object.values(known).filter((value) => String(value).startsWith('#'))).toEqual([]);
      }
      const unknown = Object.values(column(cells, columns[0]!)).filter((value) => value === NO_DATA);
      expect(figure(cells, missing)).toBe(unknown.length);
      for (const label of figures) expect([label, figure(cells, label)]).toEqual([label, NO_DATA]);
    },
  );

  test('the model dcf has no value', () => {
    const cells = cellsOf('dcf');
    for (const at of VALUES) expect([at, cells[at]]).toEqual([at, NO_DATA]);
    expect(figure(cells, 'Inputs without data')).toBe(5);
  });
});

test('models count rows that lack a part of their data, and draw conclusions from the rest', async () => {
  const partly = MODELS.filter(({ part }) => part);
  refused = partly.map(({ part }) => part![0]);
  await bench.session.save({ apiKey: 'another' });
  const cellsOf = await insert(partly.map(({ id }) => id));
  for (const { id, missing, figures, counts = [], part } of partly) {
    const cells = cellsOf(id);
    expect([id, figure(cells, missing)]).toEqual([id, part![1]]);
    for (const label of [...figures, ...counts])
      expect([label, typeof figure(cells, label)]).toEqual([label, 'number']);
  }
  refused = [];
  await bench.session.save({ apiKey: 'demo' });
});

test('the model fx values a position in the reporting currency at exactly its amount, and others at rates with all digits', async () => {
  const at = await trying(bench, 'fx', {
    all: {},
    won: { B5: { value: 'KRW' } },
    'no limit': { B7: { value: 'five' } },
    'no reference': { C21: { formula: '=0' } },
  });
  const { USDCAD, USDJPY } = column(cellsIn(at.rows('all')), 'Notional, USD');
  expect([USDCAD, USDJPY]).toEqual([-1_500_000, -3_000_000]);
  const rate = at('won', 'N12');
  expect(rate).toEqual(expect.any(Number));
  expect(String(rate).replace(/^0\.0*/, '').length).toBeGreaterThan(4);
  const unlimited = cellsIn(at.rows('no limit'));
  expect([figure(unlimited, 'Moves to look at'), figure(unlimited, 'Pairs without data')]).toEqual([NO_DATA, 0]);
  const unreferenced = cellsIn(at.rows('no reference'));
  expect(column(unreferenced, 'Gain, quote').EURGBP).toBe(NO_DATA);
  expect(figure(unreferenced, 'Pairs without data')).toBe(1);
});

describe('the model index', () => {
  const mean = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0) / all.length;
  const spread = (one: readonly number[], two = one): number =>
    one.reduce((sum, value, index) => sum + (value - mean(one)) * (two[index]! - mean(two)), 0);

  test('gives the figures of an independent calculation from the last tick before each close', async () => {
    const [from, before] = [46_262, 46_353];
    const at = await trying(bench, 'index', { all: { B5: { value: from }, B6: { value: before } } });
    const exchanges = { SPX: 'XNYS', DAX: 'XETR', UKX: 'XLON' };
    const closes = await Promise.all(
      Object.entries(exchanges).map(([symbol, mic]) => closesOf(symbol, mic, from, before)),
    );
    for (const [index, own] of closes.entries()) {
      const [row, values] = [14 + index, [...own.values()]];
      const figures = Object.fromEntries(
        Array.from('CDEFGHIJKLMN', (letter) => [letter, Number(at('all', `${letter}${row}`))]),
      );
      const logs = values.slice(1).map((close, day) => Math.log(close / values[day]!));
      const both = [...own.keys()].filter((day) => closes[0]!.has(day));
      const changes = [own, closes[0]!].map((one) =>
        both.slice(1).map((day, before) => one.get(day)! / one.get(both[before]!)! - 1),
      ) as [number[], number[]];
      const [last, previous] = [values.at(-1)!, values.at(-2)!];
      expect([values.length > 60, figures.M, figures.N]).toEqual([true, values.length, 0]);
      expect([figures.C, figures.D]).toEqual([last, [...own.keys()].at(-1)]);
      expect(figures.E).toBeCloseTo(last - previous, 8);
      expect(figures.F).toBeCloseTo(last / previous - 1, 10);
      expect(figures.G).toBeCloseTo(last / values[0]! - 1, 10);
      expect(figures.H).toBeCloseTo(Math.sqrt((spread(logs) / (logs.length - 1)) * 252), 10);
      expect(figures.I).toBeCloseTo(
        Math.min(...values.map((close, day) => close / Math.max(...values.slice(0, day + 1)) - 1)),
        10,
      );
      expect(figures.J).toBeCloseTo(mean(values.slice(-20)), 6);
      expect(figures.K).toBeCloseTo(mean(values.slice(-50)), 6);
      expect(figures.L).toBeCloseTo(spread(...changes) / Math.sqrt(spread(changes[0]) * spread(changes[1])), 10);
    }
  });

  test('says how many days are missing, and concludes nothing about an index without them', async () => {
    // Tokyo has days without the others, and a period that is not over has days to come.
    const at = await trying(bench, 'index', {
      exchange: { B15: { value: 'XTKS' } },
      'to come': { B6: { formula: '=TODAY()+5' } },
      'a short period': { B5: { formula: '=B6-30' } },
      'not in the list': { B10: { value: 'NDX' } },
    });
    expect(at('exchange', 'N15')).not.toBe(0);
    for (const letter of 'EFGHIJKL') expect([letter, at('exchange', `${letter}15`)]).toEqual([letter, NO_DATA]);
    expect([typeof at('exchange', 'C15'), at('exchange', 'B3'), at('exchange', 'G5')]).toEqual(['number', 1, NO_DATA]);
    expect([at('to come', 'B3'), at('to come', 'G5')]).toEqual([3, NO_DATA]);
    expect([at('a short period', 'K14'), typeof at('a short period', 'H14')]).toEqual([NO_DATA, 'number']);
    expect(at('not in the list', 'C10')).toBe('← enter one of SPX, DAX, UKX');
  });
});

test('the model dcf gives the same value as an independent calculation, follows the scenario, and has no value without an input or with growth above the cost of capital', async () => {
  const tried = await trying(bench, 'dcf', {
    all: {},
    upside: { B20: { value: 2 } },
    downside: { B20: { value: 3 } },
    'no margin': { B24: {} },
    'a margin': { B24: { value: 0.31 } },
    'growth for ever': { E35: { value: 0.2 } },
    'no company': { B14: {} },
    'no such convention': { B19: { value: 2 } },
    'another company': { B6: { value: 'MSFT' } },
    'its accounts': { B6: { value: 'MSFT' }, B30: { value: 'MSFT' } },
  });
  const at = (address: string): number => tried('all', address) as number;
  const equity = at('F17') + at('F18') * at('F19');
  const wacc = equity * (1 - at('F23')) + at('F21') * (1 - at('F22')) * at('F23');
  const stub = (at('B18') - at('B17')) / 365;
  let [revenue, value, time, flow] = [at('B23'), 0, 0, 0];
  for (let year = 0; year < 5; year++) {
    const before = revenue;
    revenue *= 1 + at('C32') + ((at('C33') - at('C32')) * year) / 4;
    const margin = at('B24') + ((at('C34') - at('B24')) * (year + 1)) / 5;
    flow = revenue * margin * (1 - at('F22')) + revenue * (at('B25') - at('B26')) - (revenue - before) * at('B27');
    time = year === 0 ? stub / 2 : stub + year - 0.5;
    value += (flow * (year === 0 ? stub : 1)) / (1 + wacc) ** time;
  }
  value += (flow * (1 + at('C35'))) / (wacc - at('C35')) / (1 + wacc) ** time;
  expect(at('F24')).toBeCloseTo(wacc, 12);
  expect(at('B55')).toBeCloseTo(value, 4);
  expect(at('B61')).toBeCloseTo((value - at('B28')) / at('B29'), 8);
  expect(at('D71')).toBeCloseTo(at('B61'), 8);
  expect(at('B64')).toBeCloseTo(at('B61') / at('B7') - 1, 8);
  expect(tried('upside', 'B61')).toBeGreaterThan(at('B61'));
  expect(tried('downside', 'B61')).toBeLessThan(at('B61'));
  expect(tried('a margin', 'B61')).toEqual(expect.any(Number));
  expect(tried('its accounts', 'B61')).toEqual(expect.any(Number));
  expect(tried('another company', 'C30')).toBe('← enter the accounts of MSFT above, then its ticker here');
  for (const name of ['no margin', 'growth for ever', 'no such convention', 'another company'])
    expect([name, tried(name, 'B61')]).toEqual([name, NO_DATA]);
  expect(tried('no company', 'B62')).toBe(NO_DATA);
});

/** The last prices before the closes of an index's exchange, by day. */
async function closesOf(symbol: string, mic: string, from: number, before: number): Promise<Map<number, number>> {
  const hours = await evaluate(bench.session, 'HOURS', mic, from, before - 1, 'date,close_time', false, 'utc');
  const last = (plain(hours) as number[][]).map(async ([day, close]) => {
    const tick = await evaluate(bench.session, 'TICKS', symbol, day, close, -1, 'mid', false);
    return [day!, Number(plain(tick))] as const;
  });
  return new Map(await Promise.all(last));
}

test('the recipes in the help of MD.TICKS give the change since the previous close, for five requests at most', async () => {
  let asked: string[] = [];
  const counted = new NodeWorkbench({
    answer: ({ url }) => {
      asked.push(url);
      return Promise.resolve(undefined);
    },
  });
  const today = Math.floor(Date.now() / 86_400_000) + 25_569;
  const [previous, last] = [...(await closesOf('SPX', 'XNYS', today - 7, today)).values()].slice(-2);
  const changes: number[] = [];
  for (const [recipe] of ticksHelp.sections![0]!().rows) {
    asked = [];
    const rows = [[], [], [{ value: '' }, { value: '' }, { formula: recipe!.replaceAll('`', '') }]];
    const sheet = { name: 'Recipe', columnWidths: [], rows };
    changes.push(Number((await shown(counted, [sheet])).get('Recipe')![2]![2]));
    expect(asked.length).toBeLessThanOrEqual(5);
  }
  const quote = Number(plain(await evaluate(counted.session, 'QUOTE', 'indices:SPX')));
  expect(changes[0]).toBeCloseTo(quote / last! - 1, 3);
  expect(changes[1]).toBeCloseTo(last! / previous! - 1, 10);
});
