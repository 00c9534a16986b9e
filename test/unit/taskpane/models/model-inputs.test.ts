import type { Model } from '../../../../src/taskpane/models/model';
import en from '../../../../src/taskpane/texts/late/en.json';
import { nightInNewYork } from '../../../support/trading-time';
import { draft, place, type Rows, shown, trying, type Value, withEntry } from '../../../support/model-sheets';
import { NodeWorkbench } from '../../../support/node-workbench';
import type { NewCell, NewSheet } from '../../../../src/app/host';

/** What is entered in the place of an input. */
const ENTRIES: Readonly<Record<string, NewCell>> = {
  '#N/A': { formula: '=NA()' },
  'a text': { value: 'five' },
  'a blank': {},
  'a negative number': { value: -5 },
};
/** At night every input is tried in every way; otherwise each in one of them, by turns. */
const entriesFor = (index: number): readonly string[] => {
  const all = Object.keys(ENTRIES);
  return process.env.MD_TESTS === 'night' ? all : [all[index % all.length]!];
};
const NO_DATA = en.common.noData;
const ERROR = /^#[A-Z/0]+[!?]?$/;

interface TriedInput {
  readonly cell: string;
  /** The input's name. Absent for an entry of the model's list. */
  readonly name?: string;
  /** With a negative number another input is named: the two are out of order. */
  readonly namedIfNegative?: string;
  /** Entries, besides its own, with which conclusions are drawn. @default none */
  readonly possible?: readonly string[];
  /** Figures without a value while the input is impossible. */
  readonly blanked: readonly string[];
}

interface Tried {
  readonly id: Model['id'];
  /** What the model concludes. */
  readonly figures: readonly string[];
  readonly inputs: readonly TriedInput[];
  /** The first row of its list: its conclusions, and those of the next row, which must stay. */
  readonly list?: { readonly entry: string; readonly columns: string; readonly row: number };
  /** Inputs of that row besides its entry, and the cells that need them. */
  readonly ofRow?: readonly Omit<TriedInput, 'name' | 'namedIfNegative'>[];
}

const single = (cell: string, name: string, blanked: readonly string[], ...possible: string[]): TriedInput => ({
  cell,
  name,
  blanked,
  possible,
});

const VALUES = ['B53', 'B54', 'B55', 'B56', 'B57', 'B58', 'B60', 'B61', 'B62', 'B64'];
const dcf = (cell: string, name: string, ...possible: string[]): TriedInput => single(cell, name, VALUES, ...possible);

const TRIED: readonly Tried[] = [
  {
    id: 'fx',
    figures: ['G5', 'G6', 'G7', 'G8', 'K5'],
    inputs: [
      single('B5', 'Reporting currency', ['G5', 'G6', 'G7']),
      single('B7', 'Look at moves beyond', ['G8', 'J13']),
    ],
    list: { entry: 'A12', columns: 'HIJKOP', row: 12 },
  },
  {
    id: 'portfolio',
    figures: ['G5', 'G6', 'G7', 'G8', 'K5', 'K6', 'K7', 'K8'],
    inputs: [
      single('B5', 'Reporting currency', ['G5', 'G7', 'K5', 'K6', 'K12']),
      single('B6', 'Fresh until, hours', ['K6', 'M13']),
    ],
    list: { entry: 'A12', columns: 'IJLM', row: 12 },
    ofRow: [
      { cell: 'B12', blanked: ['H12', 'I12', 'J12', 'K12', 'K13', 'G5', 'G7', 'K6'], possible: ['a negative number'] },
      { cell: 'C12', blanked: ['H12', 'J12', 'K12', 'K13', 'G5', 'G7', 'K5'] },
      { cell: 'D12', blanked: ['G12', 'H12', 'I12', 'J12', 'K12', 'K13', 'G5', 'G7', 'K5'] },
    ],
  },
  {
    id: 'calendar',
    figures: ['H5', 'H6'],
    inputs: [
      single('B5', 'Trade date', ['H6', 'H12', 'I12', 'J12', 'H10', 'J10']),
      single('B6', 'Count trading days until', ['J12', 'J10']),
      single('B7', 'Show sessions until', []),
    ],
    list: { entry: 'A12', columns: 'FGHIJ', row: 12 },
  },
  {
    id: 'filings',
    figures: ['G5', 'G6'],
    inputs: [
      single('B5', 'Filing type', ['G5', 'G6', 'D13'], 'a blank', 'a text'),
      single('B6', 'Filings for each company', ['G5', 'G6', 'D13']),
      single('B7', 'Reviewed until', ['G5', 'G6', 'D13']),
      single('B9', 'Business days of', ['C13'], 'a text'),
      single('B10', 'Type of the annual report', [], 'a text'),
      single('B11', 'News at most', []),
    ],
    list: { entry: 'A13', columns: 'BCDU', row: 13 },
  },
  {
    id: 'credit',
    figures: ['F5', 'F6', 'F7'],
    inputs: [
      single('B5', 'Piotroski F at least', ['F5', 'F6', 'F7', 'G12']),
      single('B6', 'Altman Z: distress below', ['F5', 'E12', 'G12'], 'a negative number'),
      { ...single('B7', 'Altman Z: safe above', ['F5', 'E12', 'G12']), namedIfNegative: 'Altman Z: distress below' },
      single('B8', 'Beneish M: manipulation above', ['F5', 'G12'], 'a negative number'),
    ],
    list: { entry: 'A12', columns: 'EFG', row: 12 },
  },
  {
    id: 'risk',
    figures: ['G5', 'G6', 'G7'],
    inputs: [
      single('B5', 'Piotroski F at least', ['G5', 'G6', 'G7', 'L16']),
      single('B6', 'Altman Z: distress below', ['G5', 'F16', 'L16'], 'a negative number'),
      { ...single('B7', 'Altman Z: safe above', ['G5', 'F16', 'L16']), namedIfNegative: 'Altman Z: distress below' },
      single('B8', 'Beneish M: manipulation above', ['G5', 'L16'], 'a negative number'),
      single('B9', 'Newest report at most, days old', ['G5', 'G6', 'G7', 'L16']),
      single('B10', 'Types of reports', ['G5', 'G6', 'G7', 'L16'], 'a text'),
    ],
    list: { entry: 'A16', columns: 'FKL', row: 16 },
    ofRow: [{ cell: 'B16', blanked: ['K16', 'L16', 'G5', 'G6', 'G7'] }],
  },
  {
    id: 'index',
    figures: ['G5', 'G6', 'G7'],
    inputs: [
      single('B5', 'From', ['G5', 'G6', 'G7', 'E14']),
      single('B6', 'Before', ['G5', 'G6', 'G7', 'E14']),
      single('B7', 'Shorter average, days', ['J14']),
      single('B8', 'Longer average, days', ['K14']),
      single('B9', 'Trading days a year', ['G6', 'H14']),
      single('B10', 'Correlation with', ['L14']),
    ],
    list: { entry: 'A15', columns: 'CDEFGHIJKL', row: 15 },
    ofRow: [{ cell: 'B15', blanked: ['E15', 'H15', 'L15', 'M15', 'N15', 'G5', 'G6'] }],
  },
  {
    id: 'dcf',
    figures: VALUES,
    inputs: [
      dcf('B17', 'Valuation date'),
      dcf('B19', 'Flows in the middle of the year (1 yes, 0 no)'),
      dcf('B20', 'Scenario (1 base, 2 upside, 3 downside)'),
      dcf('B23', 'Revenue'),
      dcf('B24', 'EBIT margin'),
      dcf('B25', 'Depreciation, part of revenue'),
      dcf('B26', 'Capital expenditure, part of revenue'),
      dcf('B27', 'Working capital, part of added revenue'),
      dcf('B28', 'Net debt (negative: net cash)', 'a negative number'),
      dcf('B29', 'Diluted shares, millions'),
      dcf('B30', 'Accounts of'),
      dcf('F17', 'Risk-free rate'),
      dcf('F18', 'Beta'),
      dcf('F19', 'Equity risk premium'),
      dcf('F21', 'Cost of debt before tax'),
      dcf('F22', 'Tax rate'),
      dcf('F23', 'Debt, part of capital'),
      dcf('C32', 'Revenue growth, first year'),
      dcf('D33', 'Revenue growth, fifth year'),
      dcf('E34', 'EBIT margin, fifth year'),
      dcf('C35', 'Growth after five years'),
    ],
  },
];

// Prices of shares are older than those of currencies then.
const bench = new NodeWorkbench({ sandbox: { now: nightInNewYork() } });

/** Shows #N/A where a chart would draw a zero. */
const IS_PLOTTED = /^=IF\((\w+)="","",IF\(ISNUMBER\(\1\),\1,NA\(\)\)\)$/;

/** Errors in what the model itself calculates. MD cells may show theirs: they say what is wrong. */
function errorsIn(model: NewSheet, cell: string, rows: Rows): string[] {
  const input = place(cell);
  return model.rows.flatMap((cells, row) =>
    cells.flatMap((own, column) => {
      const formula = own?.formula ?? '';
      const isOurs = formula !== '' && !IS_PLOTTED.test(formula) && !/^=(?!IFERROR\().*MD\./.test(formula);
      const value = String(rows[row]?.[column] ?? '');
      const isInput = row === input.row && column === input.column;
      return isOurs && !isInput && ERROR.test(value) ? [`${formula}: ${value}`] : [];
    }),
  );
}

describe.each(TRIED.map((one, index) => ({ ...one, index })))(
  'the model $id',
  ({ id, figures, inputs, list, ofRow = [], index }) => {
    const model = draft(id, bench.now());
    const nameOf = (cell: string, entry: string): string => `${cell} ${entry.replace('#N/A', 'NA')}`;
    const tried = [...inputs.map(({ cell }) => cell), ...(list ? [list.entry] : []), ...ofRow.map(({ cell }) => cell)];
    const variants = tried.flatMap((cell, order) =>
      entriesFor(index + order).map((entry) => withEntry(model, nameOf(cell, entry), cell, ENTRIES[entry]!)),
    );
    let all: Awaited<ReturnType<typeof shown>>;
    const rowsOf = (cell: string, entry: string) => all.get(nameOf(cell, entry))!;
    const valueIn = (rows: Rows, cell: string): Value | undefined => rows[place(cell).row]?.[place(cell).column];

    beforeAll(async () => {
      all = await shown(bench, [{ ...model, name: 'As it is' }, ...variants]);
    });

    test('draws its conclusions from its own inputs', () => {
      const rows = all.get('As it is')!;
      expect(valueIn(rows, 'C3')).toBe(en.common.complete);
      for (const figure of figures) expect([figure, valueIn(rows, figure)]).not.toEqual([figure, NO_DATA]);
      expect(errorsIn(model, 'A1', rows)).toEqual([]);
    });

    test.each(inputs.flatMap((one, order) => entriesFor(index + order).map((entry) => ({ ...one, entry }))))(
      'names $cell, $name, if it is $entry, and concludes nothing from it',
      ({ cell, name, namedIfNegative = name, entry, possible = [], blanked }) => {
        const rows = rowsOf(cell, entry);
        expect(errorsIn(model, cell, rows)).toEqual([]);
        const said = String(valueIn(rows, 'C3'));
        if (possible.includes(entry)) expect(said).not.toContain('Correct first');
        else {
          expect(said).toBe(`Correct first: ${(entry === 'a negative number' ? namedIfNegative : name)!}`);
          for (const figure of blanked) expect([figure, valueIn(rows, figure)]).toEqual([figure, NO_DATA]);
        }
      },
    );

    if (list)
      test.each(entriesFor(index + inputs.length))(
        'concludes nothing about an entry of its list that is %s, but about the next',
        (entry) => {
          const rows = rowsOf(list.entry, entry);
          expect(errorsIn(model, list.entry, rows)).toEqual([]);
          for (const column of list.columns) {
            const at = `${column}${list.row}`;
            expect([at, valueIn(rows, at)]).toEqual([at, entry === 'a blank' ? '' : NO_DATA]);
            expect(valueIn(rows, `${column}${list.row + 1}`)).not.toBe(NO_DATA);
          }
          expect(valueIn(rows, 'B3')).toBe(entry === 'a blank' ? 0 : 1);
        },
      );

    if (ofRow.length > 0)
      test.each(
        ofRow.flatMap((one, order) =>
          entriesFor(index + inputs.length + 1 + order).map((entry) => ({ ...one, entry })),
        ),
      )('concludes nothing from $cell, of a row, if it is $entry, nor from all rows', (tried) => {
        const { cell, entry, possible = [], blanked } = tried;
        const rows = rowsOf(cell, entry);
        expect(errorsIn(model, cell, rows)).toEqual([]);
        const isPossible = possible.includes(entry);
        expect(valueIn(rows, 'B3')).toBe(isPossible ? 0 : 1);
        for (const at of blanked)
          expect([at, valueIn(rows, at)]).toEqual([at, isPossible ? expect.any(Number) : NO_DATA]);
      });
  },
);

test('the model Discounted cash flow says what may be entered if an entry is mistyped', async () => {
  const at = await trying(bench, 'dcf', {
    'loss of revenue': { B23: { value: -400_000 } },
    'tax of 200%': { F22: { value: 2 } },
    'rate of 420%': { F17: { value: 4.2 } },
    'growth of 600%': { D32: { value: 6 } },
  });
  expect(at('loss of revenue', 'C23')).toBe('← enter more than 0');
  expect(at('tax of 200%', 'G22')).toBe('← enter 0% to 100%');
  expect(at('rate of 420%', 'G17')).toBe('← enter -5% to 50%');
  expect(at('growth of 600%', 'F32')).toBe('← enter -90% to 200%');
  for (const name of ['loss of revenue', 'tax of 200%', 'rate of 420%', 'growth of 600%'])
    expect([name, at(name, 'B61'), at(name, 'B64')]).toEqual([name, NO_DATA, NO_DATA]);
});

test('the model Credit screen has no verdicts while its thresholds are out of order', async () => {
  const at = await trying(bench, 'credit', { order: { B6: { value: 3.5 } }, 'ten criteria': { B5: { value: 10 } } });
  expect(at('order', 'C3')).toBe('Correct first: Altman Z: distress below');
  expect(at('order', 'C6')).toBe('← enter less than 2.99');
  expect([at('order', 'E12'), at('order', 'G12'), at('order', 'F5')]).toEqual([NO_DATA, NO_DATA, NO_DATA]);
  expect(at('ten criteria', 'C5')).toBe('← enter 0 to 9');
});

test('the model Portfolio says what part of the cost is priced, and shows no total while one price is missing', async () => {
  const at = await trying(bench, 'portfolio', {
    all: {},
    unpriced: { A13: { value: 'stocks:XXXYYY' } },
    'none fresh': { B6: { value: 0.000_001 } },
    'all fresh': { B6: { value: 1_000 } },
    'one of a cost of zero': { C13: { value: 0 } },
    pence: { B5: { value: 'GBP' }, D13: { value: 'GBp' } },
    'a large short': { B14: { value: -1_000_000 } },
  });
  const columnOf = (name: string, letter: string): number[] =>
    Array.from({ length: 12 }, (_, index) => Number(at(name, `${letter}${12 + index}`)));
  const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
  const gross = (numbers: readonly number[]): number => sum(numbers.map(Math.abs));
  expect(at('all', 'G5')).toBeCloseTo(sum(columnOf('all', 'I')), 4);
  expect(at('all', 'G7')).toBeCloseTo(sum(columnOf('all', 'I')) - sum(columnOf('all', 'H')), 4);
  expect(sum(columnOf('all', 'K'))).toBeCloseTo(1, 10);
  expect(at('all', 'K5')).toBe(1);
  for (const cell of ['G5', 'G6', 'G7', 'G8', 'K6', 'K7', 'K8', 'I13', 'J13', 'K12', 'K13'])
    expect([cell, at('unpriced', cell)]).toEqual([cell, NO_DATA]);
  const costs = columnOf('unpriced', 'H');
  expect(at('unpriced', 'K5')).toBeCloseTo(1 - costs[1]! / gross(costs), 10);
  expect([at('unpriced', 'B3'), typeof at('unpriced', 'J12')]).toEqual([1, 'number']);
  expect([at('none fresh', 'M13'), at('all fresh', 'K6'), at('all fresh', 'M13')]).toEqual(['old', 1, 'fresh']);
  expect(at('none fresh', 'K6')).toBeLessThan(1);
  expect(at('one of a cost of zero', 'J13')).toBeCloseTo(Number(at('one of a cost of zero', 'I13')), 4);
  expect(at('pence', 'G13')).toBe(0.01);
  expect(at('a large short', 'K8')).toBe('stocks:KO');
});

test('the model Holdings at risk counts an old report as a warning, and takes references to a portfolio', async () => {
  const at = await trying(bench, 'risk', {
    all: {},
    'every report old': { B9: { value: 0.5 } },
    prefixed: { A16: { value: 'stocks:AAPL' } },
    added: { A24: { value: 'CVX' }, B24: { value: 0.02 } },
  });
  const rows = Array.from({ length: 8 }, (_, index) => 16 + index);
  for (const row of rows)
    expect(Number(at('every report old', `K${row}`)) - Number(at('all', `K${row}`))).toBe(
      Number(at('all', `J${row}`)) > 140 ? 0 : 1,
    );
  const weights = ['G5', 'G6', 'G7'].map((cell) => Number(at('all', cell)));
  expect(weights.reduce((all, one) => all + one, 0)).toBeCloseTo(0.59, 10);
  for (const letter of 'CDEFGHIJKL') expect(at('prefixed', `${letter}16`)).toBe(at('all', `${letter}16`));
  expect([at('added', 'B3'), typeof at('added', 'J24')]).toEqual([0, 'number']);
});

test('the model Credit screen shows the newest report beside the scores, because the service gives no period for scores', async () => {
  const at = await trying(bench, 'credit', { all: {}, unknown: { A13: { value: 'XXXYYY' } } });
  const rows = Array.from({ length: 14 }, (_, index) => 12 + index);
  for (const row of rows) {
    const [type, filed, period] = ['J', 'K', 'L'].map((letter) => at('all', `${letter}${row}`));
    expect(['10-K', '10-Q', '20-F']).toContain(type);
    const iso = new Date((Number(filed) - 25_569) * 86_400_000).toISOString().slice(0, 10);
    expect(at('all', `M${row}`)).toBe(
      `scores of unknown period; newest report ${String(type)} ${String(period)}, filed ${iso}`,
    );
  }
  expect(at('unknown', 'M13')).toBe('scores of unknown period; no report known');
});

test('the model Filings tracker names the companies that report later than a year ago, and those that have told the SEC so', async () => {
  const [asOf, year] = [46_350, 365];
  /** Reports of one company, instead of those of the service. */
  const reports = (...all: readonly (readonly [type: string, filed: number])[]): Record<string, NewCell> =>
    Object.fromEntries([
      ['B8', { value: asOf }],
      ...all.flatMap(([type, filed], index): [string, NewCell][] => [
        [`X${13 + index}`, { value: 'AAPL' }],
        [`Y${13 + index}`, { value: type }],
        [`Z${13 + index}`, { value: filed }],
      ]),
    ]);
  const annual = ['10-K', asOf - 20 - year] as const;
  const at = await trying(bench, 'filings', {
    all: {},
    'annual report': reports(annual, ['10-K', asOf - 20 - 2 * year]),
    'with a notice': reports(['NT 10-K', asOf - 15], annual, ['10-K', asOf - 20 - 2 * year]),
    'an old notice': reports(annual, ['NT 10-K', asOf - 30 - year]),
    'on time': reports(['10-K', asOf - 5], annual),
    'early after a late year': reports(['10-K', asOf - 285], ['10-K', asOf - 285 - year + 50]),
    // Between the third quarter and the first of the next year lies the annual report.
    quarters: reports(['10-Q', asOf - 100], ['10-Q', asOf - 190], ['10-Q', asOf - 300], ['10-Q', asOf - 100 - year]),
    'a late quarter': reports(['10-Q', asOf - 100], ['10-Q', asOf - 10 - year], ['10-Q', asOf - 100 - year]),
  });
  const late = (name: string): readonly (Value | undefined)[] => [at(name, 'U13'), at(name, 'V13')];
  expect(late('annual report')).toEqual([20, '']);
  expect(late('with a notice')).toEqual([20, asOf - 15]);
  expect(late('an old notice')).toEqual([20, '']);
  expect(late('on time')).toEqual([0, '']);
  expect(late('early after a late year')).toEqual([0, '']);
  expect(late('quarters')).toEqual([0, '']);
  expect(late('a late quarter')).toEqual([10, '']);
  expect(at('annual report', 'U14')).toBe(NO_DATA);
  for (const row of [13, 14, 15, 16, 17, 18]) expect(typeof at('all', `U${row}`)).toBe('number');
});

test('the models with dates conclude nothing from a day before the first or after the last', async () => {
  const calendar = await trying(bench, 'calendar', { 'until before': { B6: { value: 40_000 } } });
  expect(calendar('until before', 'C6')).toBe('← enter a date, not before: Trade date');
  expect(calendar('until before', 'J12')).toBe(NO_DATA);
  const filings = await trying(bench, 'filings', { 'review to come': { B7: { value: 99_999 } } });
  expect(filings('review to come', 'C7')).toBe('← enter a date, not after: As of');
  expect(filings('review to come', 'G5')).toBe(NO_DATA);
});

test('the model FX watch list adds up the pairs with a position, and names those without beside the totals', async () => {
  const at = await trying(bench, 'fx', {
    all: {},
    'one without': { B13: {} },
    'two without': { B13: { value: 'five' }, B14: { formula: '=NA()' } },
    'none with': Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`B${12 + index}`, {}])),
  });
  const totals = ['G5', 'G6', 'G7'] as const;
  expect(totals.map((total) => typeof at('one without', total))).toEqual(['number', 'number', 'number']);
  expect(at('one without', 'G6')).toBeCloseTo(Number(at('all', 'G6')) - Number(at('all', 'O13')), 4);
  expect(at('one without', 'E9')).toBe('Without a position, left out of these totals: GBPUSD');
  expect([at('one without', 'B3'), at('one without', 'O13'), at('all', 'E9')]).toEqual([0, '', '']);
  expect(at('two without', 'G6')).toBeCloseTo(
    Number(at('all', 'G6')) - Number(at('all', 'O13')) - Number(at('all', 'O14')),
    4,
  );
  expect(at('two without', 'E9')).toBe('Without a position, left out of these totals: GBPUSD, AUDUSD');
  expect(totals.map((total) => at('none with', total))).toEqual([NO_DATA, NO_DATA, NO_DATA]);
});
