import { useWorkbench } from './use-workbench';

type Cells = Readonly<Record<string, string | number | boolean>>;

/** The verdicts that must not appear while data is missing. */
interface Claims {
  readonly name: string;
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
    name: 'FX watch list',
    missing: 'Pairs without data',
    columns: ['Spread, bp', 'Move', 'Look at', 'Gain, quote', 'Notional, USD', 'Gain, USD'],
    figures: ['Gain, USD', 'Net notional, USD', 'Gross notional, USD', 'Moves to look at'],
  },
  {
    name: 'Portfolio',
    missing: 'Positions without data',
    columns: ['Value, USD', 'Gain, USD', 'Age, hours', 'Price is'],
    figures: [
      ...['Value, USD', 'Cost, USD', 'Gain, USD', 'Gain, part of cost'],
      ...['Freshly priced, part of value', 'Oldest quote, UTC', 'Largest position'],
    ],
  },
  {
    name: 'Trading calendar',
    missing: 'Markets without data',
    columns: ['Opens next', 'Settlement', 'Settles on', 'Days later', 'Trading days left'],
    figures: ['Open now', 'Settled everywhere by'],
    part: [/\/holidays\?/, 5],
  },
  {
    name: 'Filings tracker',
    missing: 'Companies without data',
    columns: ['Newest filing', 'Business days ago', 'To read'],
    figures: ['Filings to read', 'Companies with more'],
    part: [/\/filings\?(?=.*XOM)(?=.*10-K)/, 1],
  },
  {
    name: 'Credit screen',
    missing: 'Companies without data',
    columns: ['Altman zone', 'Warnings', 'Verdict'],
    figures: [],
    counts: ['Pass', 'Review', 'Avoid'],
    part: [/\/stocks\/quotes\?/, 14],
  },
  {
    name: 'Holdings at risk',
    missing: 'Holdings without data',
    columns: ['Altman zone', 'Warnings', 'Verdict'],
    figures: ['Weight at risk', 'Weight to watch', 'Weight without warning'],
  },
];
const WAITING = /^#(?:BUSY!|GETTING_DATA|CALC!)$/;
const NO_DATA = 'no data';
const CORS = { 'access-control-allow-origin': '*' };

const bench = useWorkbench({
  causes: /status of (401|403|404)/,
  // A new key asks again for all that is on any sheet.
  prepare: (workbench) => workbench.empty('Model'),
});
const inserted: string[] = [];

afterEach(() => bench.empty(...inserted.splice(0)));

async function saveKey(key: string): Promise<void> {
  await bench.page.getByRole('tab', { name: 'Settings' }).click();
  await bench.page.getByLabel('API key', { exact: true }).fill(key);
  await bench.page.getByRole('button', { name: 'Save', exact: true }).click();
  await bench.page.waitForFunction((saved) => window.workbench?.session.settings.apiKey === saved, key);
}

/** Inserts a model through the pane; returns the sheet's name and its cells, when none of them waits any more. */
async function insert(name: string): Promise<{ sheet: string; cells: Cells }> {
  const before = await sheets();
  await bench.page.getByRole('tab', { name: 'Models' }).click();
  await bench.page.getByRole('button', { name: `Insert ${name}` }).click();
  await bench.page.waitForFunction(
    async (count) => (await window.workbench!.session.host.workbook.sheetNames()).length > count,
    before.length,
  );
  const sheet = (await sheets()).find((one) => !before.includes(one))!;
  inserted.push(sheet);
  return { sheet, cells: await settled(sheet) };
}

const sheets = (): Promise<readonly string[]> =>
  bench.page.evaluate(() => window.workbench!.session.host.workbook.sheetNames());

/** The cells that hold something, by address, as soon as two looks at them are alike and none waits. */
async function settled(sheet: string): Promise<Cells> {
  for (let last = ''; ;) {
    const cells = await cellsOf(sheet);
    const now = JSON.stringify(cells);
    if (now === last && !Object.values(cells).some((value) => WAITING.test(String(value)))) return cells;
    last = now;
    await bench.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  }
}

const cellsOf = (sheet: string): Promise<Cells> =>
  bench.page.evaluate(async (name) => {
    const rows = await window.workbench!.session.host.workbook.read({
      sheet: name,
      row: 0,
      column: 0,
      rows: 80,
      columns: 20,
    });
    return Object.fromEntries(
      rows.flatMap((row, down) =>
        row.flatMap(({ value }, across) =>
          value === '' ? [] : [[`${String.fromCharCode(65 + across)}${down + 1}`, value] as const],
        ),
      ),
    );
  }, sheet);

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

const enter = async (sheet: string, at: string, content: string): Promise<Cells> => {
  await bench.page.evaluate(
    ([address, text]) => {
      window.workbench!.setFormula(address!, text!);
    },
    [`'${sheet}'!${at}`, content],
  );
  return settled(sheet);
};

const allOf = (cells: Cells, text: string): Record<string, string> =>
  Object.fromEntries(Object.keys(column(cells, text)).map((name) => [name, NO_DATA]));

describe.each(MODELS)('the model $name', ({ name, missing, columns, figures, counts = [], part }) => {
  test('draws no conclusion if the key is refused, and says how many values are missing', async () => {
    await saveKey('invalid');
    const { cells } = await insert(name);
    for (const heading of columns) expect([heading, column(cells, heading)]).toEqual([heading, allOf(cells, heading)]);
    for (const label of [...figures, ...counts]) expect([label, figure(cells, label)]).toEqual([label, NO_DATA]);
    expect(figure(cells, missing)).toBe(Object.keys(column(cells, columns[0]!)).length);
    bench.expectComplaint('401');
  });

  test('draws no conclusion about an unknown name, and has complete data for all others', async () => {
    await saveKey('demo');
    const { sheet } = await insert(name);
    const first = headingOf(await cellsOf(sheet), columns[0]!).row + 1;
    await bench.page.evaluate((at) => {
      window.workbench!.setFormula(at, 'XXXYYY');
    }, `'${sheet}'!A${first}`);
    const cells = await settled(sheet);
    for (const heading of columns) {
      const { XXXYYY: unknown, ...known } = column(cells, heading);
      expect([heading, unknown]).toEqual([heading, NO_DATA]);
      expect(Object.values(known).filter((value) => String(value).startsWith('#'))).toEqual([]);
    }
    const unknown = Object.values(column(cells, columns[0]!)).filter((value) => value === NO_DATA);
    expect(figure(cells, missing)).toBe(unknown.length);
    for (const label of figures) expect([label, figure(cells, label)]).toEqual([label, NO_DATA]);
  });

  if (part)
    test('counts rows that lack a part of their data, and draws conclusions from the rest', async () => {
      const [request, rowCount] = part;
      await bench.page.route(request, (route) => route.fulfill({ status: 403, headers: CORS, body: '' }));
      await saveKey(`another-${rowCount}`);
      const { cells } = await insert(name);
      expect(figure(cells, missing)).toBe(rowCount);
      for (const label of [...figures, ...counts])
        expect([label, typeof figure(cells, label)]).toEqual([label, 'number']);
      await bench.page.unroute(request);
      bench.expectComplaint('403');
    });
});

describe('the model FX watch list', () => {
  test('values a position in the reporting currency at exactly its amount, and others at rates with all digits', async () => {
    await saveKey('demo');
    const { sheet, cells } = await insert('FX watch list');
    const { USDCAD, USDJPY } = column(cells, 'Notional, USD');
    expect([USDCAD, USDJPY]).toEqual([-1_500_000, -3_000_000]);
    const { N12: rate } = await enter(sheet, 'B5', 'KRW');
    expect(rate).toEqual(expect.any(Number));
    expect(String(rate).replace(/^0\.0*/, '').length).toBeGreaterThan(4);
    const unlimited = await enter(sheet, 'B7', 'five');
    expect([figure(unlimited, 'Moves to look at'), figure(unlimited, 'Pairs without data')]).toEqual([NO_DATA, 0]);
    const unreferenced = await enter(sheet, 'C21', '=0');
    expect(column(unreferenced, 'Gain, quote').EURGBP).toBe(NO_DATA);
    expect(figure(unreferenced, 'Pairs without data')).toBe(1);
  });
});

describe('the model Discounted cash flow', () => {
  /** Figures that are worth nothing without data, from the value of five years to the upside. */
  const VALUES = Array.from({ length: 12 }, (_, index) => `B${53 + index}`).filter(
    (at) => at !== 'B59' && at !== 'B63',
  );
  test('has no value if the key is refused', async () => {
    await saveKey('invalid');
    const { cells } = await insert('Discounted cash flow');
    for (const at of VALUES) expect([at, cells[at]]).toEqual([at, NO_DATA]);
    expect(figure(cells, 'Inputs without data')).toBe(6);
    expect(cells.F13).toBe(1);
    bench.expectComplaint('401');
  });

  test('has no value for an unknown company, and one again for a known company', async () => {
    await saveKey('demo');
    const { sheet } = await insert('Discounted cash flow');
    const unknown = await enter(sheet, 'B6', 'XXXYYY');
    for (const at of VALUES) expect([at, unknown[at]]).toEqual([at, NO_DATA]);
    expect(figure(unknown, 'Inputs without data')).toBe(5);
    const known = await enter(sheet, 'B6', 'MSFT');
    for (const at of VALUES) expect([at, typeof known[at]]).toEqual([at, 'number']);
  });

  test('gives the same value as an independent calculation', async () => {
    const { cells } = await insert('Discounted cash flow');
    const at = (address: string): number => cells[address] as number;
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
  });

  test('follows the scenario, and has no value without an input or with growth above the cost of capital', async () => {
    const { sheet, cells } = await insert('Discounted cash flow');
    expect((await enter(sheet, 'B20', '=2')).B61).toBeGreaterThan(cells.B61 as number);
    expect((await enter(sheet, 'B20', '=3')).B61).toBeLessThan(cells.B61 as number);
    expect((await enter(sheet, 'B24', '')).B61).toBe(NO_DATA);
    expect((await enter(sheet, 'B24', '=0.31')).B61).toEqual(expect.any(Number));
    expect((await enter(sheet, 'E35', '=0.2')).B61).toBe(NO_DATA);
    await enter(sheet, 'E35', '=0.015');
    expect((await enter(sheet, 'B14', '')).B62).toBe(NO_DATA);
    expect((await enter(sheet, 'B19', '=2')).B61).toBe(NO_DATA);
  });
});
