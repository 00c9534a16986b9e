import { questionIn, subjectsOf } from '../../../../src/app/workbook/asked';
import { readBlock } from '../../../../src/app/workbook/block-contents';
import { type Opened, openWorkbook, QUOTED_AT, valuesOf, recalculate } from '../opened-workbook';
import { compareSnapshot } from '../../../../src/app/workbook/snapshot-match';
import { markedRanges, markSelection, unmark, takeSnapshot } from '../../../../src/app/workbook/snapshot';
import { type SheetWords, writeComparisonSheet, writeSnapshotSheet } from '../../../../src/app/workbook/snapshot-sheet';
import type { NewSheet } from '../../../../src/app/host';
import { english, LANGUAGES, loadLanguage } from '../../../../src/taskpane/texts/language';
import { a1, cellOf, parseA1 } from '../../../../src/core/sheet';
import { createCall } from '../../../support/evaluate';

const { snapshots: texts } = english().texts;
const WORDS: SheetWords = { ...texts, isGone: texts.gone, difference: ({ difference }) => difference ?? '' };
/** In digits: characters of East Asia take two. */
const widthOf = (text: string): number => text.length + (text.match(/[\u2e80-\uffef]/g) ?? []).length;
/** Milliseconds since 1970 → a date as a cell has it. */
const serial = (ms: number): number => Number((Math.round(ms / 1000) / 86_400 + 25_569).toFixed(10));

/** A treasurer's balances: amounts that are typed, rates that are asked for, and results. */
async function openBalances(): Promise<Opened> {
  const opened = await openWorkbook();
  Object.assign(opened.market.prices, { EURUSD: 1.1, GBPUSD: 1.3 });
  await opened.workbook.enter(
    'Cash!A1',
    ['Account', 'Amount', 'Rate', 'Dollars'],
    ['Euro', 100, '=MD.QUOTE("EURUSD")', 110],
    ['Sterling', 200, '=MD.QUOTE("GBPUSD","bid")', 260],
    ['', '', '', ''],
    ['Total', '', '', 370],
  );
  return opened;
}

const mark = async ({ workbook }: Opened, address: string): Promise<void> => {
  await workbook.select(parseA1(address, 'Cash')!);
  await markSelection(workbook);
};

const HEADINGS = [
  'Cell',
  'Name or label',
  'Symbol',
  'Field',
  'Value',
  'Time of the price',
  'Time of the answer',
  'Source',
  'Formula',
  'Remark',
];

describe('a snapshot as a sheet', () => {
  test('heads a text that a formula gives with what is typed above, not with the text of the line before', async () => {
    const opened = await openWorkbook({
      '/stocks/filings': ({ query }) => ({
        ticker: query.get('ticker'),
        filings: [{ filing_type: '10-K', period_of_report: 'FY 2026', filing_date: '2026-11-02' }],
      }),
    });
    const filings = (ticker: string) => `=MD.FILINGS("${ticker}","10-K",1,"filing_type,period_of_report",FALSE)`;
    await opened.workbook.enter(
      'Cash!A1',
      ['Company', 'Type', 'Period'],
      ['Apple', filings('AAPL')],
      ['Boeing', filings('BA')],
      ['Caterpillar', filings('CAT')],
    );
    const { id } = await takeSnapshot(opened.session, 'Review');
    await writeSnapshotSheet(opened.session, id, WORDS);
    const rows = await valuesOf(opened, 11, 10, 'Review');
    expect(rows.slice(5).map(([, label, , , value]) => [label, value])).toEqual(
      ['Apple', 'Boeing', 'Caterpillar'].flatMap((company) => [
        [`${company} · Type`, '10-K'],
        [`${company} · Period`, 'FY 2026'],
      ]),
    );
  });

  test('is a table of plain values: label, symbol, field, value, times, source and formula', async () => {
    const opened = await openBalances();
    const { id } = await takeSnapshot(opened.session, 'Friday');
    expect(await writeSnapshotSheet(opened.session, id, WORDS)).toBe('Friday');
    const [title, taken, note, blank, ...table] = await valuesOf(opened, 7, 10, 'Friday');
    expect(title![0]).toBe('Friday');
    expect(taken!.slice(0, 2)).toEqual(['Taken (UTC)', serial(1_000_000)]);
    expect(note![0]).toMatch(/need no add-in/);
    expect(blank!.every((value) => value === '')).toBe(true);
    const times = [serial(QUOTED_AT * 1000), serial(1_000_000), 'https://service.test'];
    expect(table).toEqual([
      HEADINGS,
      ['Cash!C2', 'Euro · Rate', 'EURUSD', 'mid', 1.1, ...times, '=MD.QUOTE("EURUSD")', ''],
      ['Cash!C3', 'Sterling · Rate', 'GBPUSD', 'bid', 1.3, ...times, '=MD.QUOTE("GBPUSD","bid")', ''],
    ]);
    const cells = (await readBlock(opened.workbook, parseA1('Friday!A1:J7', '')!)).flat();
    expect(cells.filter(({ formula }) => formula !== '')).toEqual([]);
    expect(cells.filter(({ format }) => format === 'yyyy-mm-dd hh:mm:ss')).toHaveLength(5);
  });

  test.each(Object.keys(LANGUAGES))('has room for its labels and headings in %s', async (code) => {
    const { snapshots } = (await loadLanguage(code)).texts;
    const words = { ...snapshots, isGone: snapshots.gone, difference: () => '' };
    const opened = await openBalances();
    const made: NewSheet[] = [];
    opened.workbook.addSheet = (sheet) => Promise.resolve(String(made.push(sheet)));
    const { id } = await takeSnapshot(opened.session, 'Friday');
    await writeSnapshotSheet(opened.session, id, words);
    await writeComparisonSheet(opened.session, await compareSnapshot(opened.session, id), words);
    const cut = made.flatMap(({ rows, columnWidths }) =>
      rows.flatMap((row) =>
        row.flatMap((cell, column) =>
          /label|heading/.test(cell?.style ?? '') && widthOf(String(cell?.value)) > columnWidths[column]! - 2
            ? [cell?.value]
            : [],
        ),
      ),
    );
    expect([made.length, cut]).toEqual([2, []]);
  });

  test('has the formulas as the user types them', async () => {
    const opened = await openBalances();
    Object.assign(opened.workbook, { listSeparator: ';' });
    const { id } = await takeSnapshot(opened.session, 'Freitag');
    await writeSnapshotSheet(opened.session, id, WORDS);
    expect((await valuesOf(opened, 7, 10, 'Freitag')).at(-1)![8]).toBe('=MD.QUOTE("GBPUSD";"bid")');
  });

  test('has each symbol of a list on its own line, with the time of its own price where that is shown', async () => {
    const opened = await openWorkbook();
    opened.market.times.GBPUSD = QUOTED_AT - 3600;
    await opened.workbook.enter('A1', ['=MD.QUOTE("EURUSD,GBPUSD","mid,timestamp",,,TRUE)']);
    const { id } = await takeSnapshot(opened.session, 'List');
    await writeSnapshotSheet(opened.session, id, WORDS);
    const rows = await valuesOf(opened, 9, 10, 'List');
    expect(
      rows.slice(5).map(([cell, , symbol, field, , time, , , , remark]) => [cell, symbol, field, time, remark]),
    ).toEqual([
      ['Sheet1!A2', 'EURUSD', 'mid', serial(QUOTED_AT * 1000), ''],
      ['Sheet1!B2', 'EURUSD', 'timestamp', serial(QUOTED_AT * 1000), ''],
      ['Sheet1!A3', 'GBPUSD', 'mid', serial((QUOTED_AT - 3600) * 1000), ''],
      ['Sheet1!B3', 'GBPUSD', 'timestamp', serial((QUOTED_AT - 3600) * 1000), ''],
    ]);
  });

  test('says of a list without times that the time is that of the oldest price', async () => {
    const opened = await openWorkbook();
    await opened.workbook.enter('A1', ['=MD.QUOTE("EURUSD,GBPUSD")']);
    const { id } = await takeSnapshot(opened.session, 'List');
    await writeSnapshotSheet(opened.session, id, WORDS);
    expect((await valuesOf(opened, 7, 10, 'List')).slice(5).map((row) => row[9])).toEqual([texts.oldest, texts.oldest]);
  });

  describe('names the symbols that were asked for', () => {
    /** @param calls what the calls in B1 have asked for, as the spreadsheet passed it */
    const namedIn = async (formula: string, ...calls: (readonly unknown[])[]): Promise<unknown> => {
      const opened = await openWorkbook();
      const { session, workbook } = opened;
      await workbook.enter('A1', ['EUR', formula], ['GBP']);
      for (const values of calls) {
        const call = createCall({ address: 'Sheet1!B1' });
        session.cells.beginCall(call, 'QUOTE', values);
        session.cells.endCall(call, 1);
      }
      const { id } = await takeSnapshot(session, 'Names');
      await writeSnapshotSheet(session, id, WORDS);
      return (await valuesOf(opened, 6, 10, 'Names'))[5]![2];
    };

    test.each([
      ['joined', '=MD.QUOTE(A1&"USD")', 'EURUSD'],
      ['joined by a function', '=MD.QUOTE(CONCATENATE(A1,"GBP"))', 'EURGBP'],
      ['made by several functions', '=MD.QUOTE(UPPER(TRIM(A1)&SUBSTITUTE("xyz","xyz","usd")))', 'EURUSD'],
      ['looked up', '=MD.QUOTE(INDEX(A1:A2,2),"mid")', 'GBP'],
      ['chosen', '=MD.QUOTE(IF(A1="EUR","EURUSD","GBPUSD"))', 'EURUSD'],
      ['of a name', '=MD.QUOTE(LET(x,A1,x&"JPY"))', 'EURJPY'],
      ['in a table', '=MD.QUOTE(Table1[@Pair])', 'EURUSD'],
    ])('%s: %s', async (_, formula, symbol) => {
      expect(await namedIn(formula, [symbol])).toBe(symbol);
    });

    test('by the call that an IF has chosen, and by all calls together', async () => {
      expect(await namedIn('=IF(A1="EUR",MD.QUOTE("EURUSD"),MD.QUOTE("GBPUSD"))', ['EURUSD'])).toBe('EURUSD');
      expect(await namedIn('=MD.QUOTE(A1&"USD")-MD.QUOTE(A2&"USD")', ['EURUSD'], ['GBPUSD'])).toBe('EURUSD, GBPUSD');
    });

    test('as texts and cells say, where they are the argument', async () => {
      expect(await namedIn('=MD.QUOTE(A1)')).toBe('EUR');
      expect(await namedIn('=MD.QUOTE("EURUSD")')).toBe('EURUSD');
    });

    test('or nothing, if only the spreadsheet knows', () => {
      expect(questionIn({ formula: '=MD.QUOTE(CONCATENATE(A1,"GBP"))', inputs: [['EUR']] }).names).toEqual([]);
      expect(questionIn({ formula: '=MD.QUOTE(A1#)', inputs: [['EUR']] }).names).toEqual([]);
    });
  });

  test.each(['', ',"all"'])('names the model of each score in =MD.SCORE("AAPL,BA"%s)', async (models) => {
    const score = { data: { piotroski: 4, 'altman-z': 1.19, 'beneish-m': -2.01 } };
    const opened = await openWorkbook({
      '/stocks/AAPL/scores': () => ({ ...score, symbol: 'AAPL' }),
      '/stocks/BA/scores': () => ({ ...score, symbol: 'BA' }),
    });
    await opened.workbook.enter('A1', [`=MD.SCORE("AAPL,BA"${models})`]);
    const { id } = await takeSnapshot(opened.session, 'List');
    await writeSnapshotSheet(opened.session, id, WORDS);
    const rows = await valuesOf(opened, 11, 10, 'List');
    expect(rows.slice(5).map(([, , symbol, field, value]) => [symbol, field, value])).toEqual(
      ['AAPL', 'BA'].flatMap((symbol) => [
        [symbol, 'piotroski', 4],
        [symbol, 'altman-z', 1.19],
        [symbol, 'beneish-m', -2.01],
      ]),
    );
  });

  test.each<[string, readonly string[]]>([
    ['MD.QUOTE(A1:B1,"bid,ask")', ['AUDUSD bid', 'NZDUSD bid', 'AUDUSD ask', 'NZDUSD ask']],
    [
      'MD.QUOTE(A1:B1,"bid,ask,mid")',
      ['AUDUSD bid', 'NZDUSD bid', 'AUDUSD ask', 'NZDUSD ask', 'AUDUSD mid', 'NZDUSD mid'],
    ],
    ['MD.QUOTE(A1:B1,"bid,ask",,,TRUE)', ['AUDUSD bid', 'NZDUSD bid', 'AUDUSD ask', 'NZDUSD ask']],
    ['MD.QUOTE($A1:$A2,"bid,ask")', ['AUDUSD bid', 'AUDUSD ask', 'EURUSD bid', 'EURUSD ask']],
    ['MD.QUOTE(A1:B2)', ['AUDUSD mid', 'NZDUSD mid', 'EURUSD mid', 'GBPUSD mid']],
    ['TRANSPOSE(MD.QUOTE(A1:A2,"bid"))', ['AUDUSD bid', 'EURUSD bid']],
  ])('knows the symbol of each cell of =%s by how its symbols lie', async (formula, expected) => {
    const opened = await openWorkbook();
    Object.assign(opened.market.prices, { AUDUSD: 0.66, NZDUSD: 0.59, EURUSD: 1.1, GBPUSD: 1.3 });
    await opened.workbook.enter('A1', ['AUDUSD', 'NZDUSD'], ['EURUSD', 'GBPUSD']);
    await opened.workbook.enter('D1', [`=${formula}`]);
    await opened.workbook.settled();
    const { id } = await takeSnapshot(opened.session, 'List');
    await writeSnapshotSheet(opened.session, id, WORDS);
    const rows = (await valuesOf(opened, 12, 5, 'List')).slice(5).filter(([cell]) => cell !== '');
    expect(rows.map(([, , symbol, field, value]) => [`${String(symbol)} ${String(field)}`, value])).toEqual(
      expected.map((subject) => [subject, opened.market.prices[subject.slice(0, 6)]]),
    );
  });

  test.each<[string, readonly string[]]>([
    ['{"AUDUSD","NZDUSD"},"bid,ask"', ['AUDUSD bid', 'NZDUSD bid', 'AUDUSD ask', 'NZDUSD ask']],
    ['{"AUDUSD";"NZDUSD"},"bid,ask"', ['AUDUSD bid', 'AUDUSD ask', 'NZDUSD bid', 'NZDUSD ask']],
    ['{"AUDUSD","NZDUSD";"EURUSD","GBPUSD"}', ['AUDUSD mid', 'NZDUSD mid', 'EURUSD mid', 'GBPUSD mid']],
    ['{"AUDUSD","NZDUSD";"EURUSD,GBPUSD",""}', Array<string>(4).fill('AUDUSD, EURUSD, GBPUSD, NZDUSD,  mid')],
  ])('knows the symbol of each cell of =MD.QUOTE(%s)', (args, expected) => {
    const values = [
      [1, 2],
      [3, 4],
    ];
    const subjectOf = subjectsOf({ formula: `=MD.QUOTE(${args})`, values });
    const subjects = values.flatMap((row, down) => row.map((_, across) => subjectOf(down, across)));
    expect(subjects.map(({ symbol, field }) => `${symbol} ${field}`)).toEqual(expected);
  });

  test('gives each row of a table the name that stands in it, and its headings none', () => {
    const values = [
      ['ticker', 'filing_type'],
      ['KO', '10-K'],
      ['AAPL', '10-Q'],
      ['KO', '8-K'],
    ];
    const subjectOf = subjectsOf({ formula: '=MD.FILINGS("AAPL,KO",,3)', values });
    expect(values.map((_, down) => subjectOf(down, 1).symbol)).toEqual(['', 'KO', 'AAPL', 'KO']);
  });

  test('has a name that spreadsheets accept', async () => {
    const opened = await openBalances();
    const { id } = await takeSnapshot(opened.session, "'Friday 17:00 [a/b]', for the committee of November");
    expect(await writeSnapshotSheet(opened.session, id, WORDS)).toBe("Friday 17.00  a b ', for the c");
  });

  test('calls a cell by its defined name', async () => {
    const opened = await openBalances();
    await opened.workbook.track([{ name: 'EuroRate', blocks: [parseA1('Cash!C2', '')!] }]);
    const { id } = await takeSnapshot(opened.session, 'Named');
    await writeSnapshotSheet(opened.session, id, WORDS);
    expect((await valuesOf(opened, 6, 2, 'Named'))[5]).toEqual(['Cash!C2', 'EuroRate']);
  });

  test('has the results of a marked range, without its labels', async () => {
    const opened = await openBalances();
    await mark(opened, 'A1:D5');
    const { id, resultCount } = await takeSnapshot(opened.session, 'Friday');
    expect(resultCount).toBe(5);
    await writeSnapshotSheet(opened.session, id, WORDS);
    const rows = (await valuesOf(opened, 12, 10, 'Friday')).slice(5);
    expect(rows.map(([cell, label, , , value]) => [cell, label, value])).toEqual([
      ['Cash!B2', 'Euro · Amount', 100],
      ['Cash!C2', 'Euro · Rate', 1.1],
      ['Cash!D2', 'Euro · Dollars', 110],
      ['Cash!B3', 'Sterling · Amount', 200],
      ['Cash!C3', 'Sterling · Rate', 1.3],
      ['Cash!D3', 'Sterling · Dollars', 260],
      ['Cash!D5', 'Total · Dollars', 370],
    ]);
  });
});

describe('marked ranges', () => {
  test('are listed until they are removed', async () => {
    const opened = await openBalances();
    await mark(opened, 'D2:D5');
    const [marked] = await markedRanges(opened.workbook);
    expect(marked?.block).toEqual(parseA1('Cash!D2:D5', ''));
    await unmark(opened.workbook, marked!);
    expect(await markedRanges(opened.workbook)).toEqual([]);
  });

  test('do not overlap', async () => {
    const opened = await openBalances();
    await mark(opened, 'D2:D5');
    await expect(mark(opened, 'A5:D5')).rejects.toThrow('Cash!D2:D5 is marked already: remove it first');
  });
});

describe('a comparison', () => {
  const linesOf = async (opened: Opened, id: string, otherId?: string): Promise<unknown[][]> =>
    (await compareSnapshot(opened.session, id, otherId)).all.map(({ label, older, newer }) => [label, older, newer]);

  test.each([
    ['=SUM(MD.QUOTE("EURUSD")*B2:B3)', 'total'],
    ['=ROUND(SUMPRODUCT(MD.QUOTE("EURUSD"),B2:B3),2)', 'total'],
    ['=IFERROR(SUBTOTAL(9,C2:C3)*MD.QUOTE("EURUSD"),"")', 'total'],
    ['=MD.QUOTE("EURUSD")/SUM(B2:B3)', 'other'],
  ])('knows whether %s is a total', async (formula, weight) => {
    const opened = await openBalances();
    await opened.workbook.enter('Cash!D5', [formula]);
    await mark(opened, 'D2:D3');
    const { id } = await takeSnapshot(opened.session, 'Friday');
    await opened.workbook.enter('Cash!D6', [formula]);
    const { all } = await compareSnapshot(opened.session, id);
    const marked = ['marked', 'marked'];
    const others = ['other', 'other'];
    expect(all.map((change) => change.weight)).toEqual(
      weight === 'total' ? [weight, weight, ...marked, ...others] : [...marked, ...others, weight, weight],
    );
  });

  test('has the results too, found by their labels after rows were inserted', async () => {
    const opened = await openBalances();
    await mark(opened, 'D2:D5');
    const { id } = await takeSnapshot(opened.session, 'Friday');
    opened.workbook.insertRows('Cash', 2, 1);
    await opened.workbook.enter('Cash!A3', ['Yen', 5, '', 5]);
    await opened.workbook.enter('Cash!D6', [375]);
    expect(await linesOf(opened, id)).toEqual([
      ['Total · Dollars', 370, 375],
      ['Euro · Dollars', 110, 110],
      ['Yen · Dollars', undefined, 5],
      ['Sterling · Dollars', 260, 260],
      ['Euro · Rate', 1.1, 1.1],
      ['Sterling · Rate', 1.3, 1.3],
    ]);
  });

  test('of two snapshots pairs a result whose label has changed, and says where it is now', async () => {
    const opened = await openBalances();
    await mark(opened, 'D2:D5');
    const { id: first } = await takeSnapshot(opened.session, 'Friday');
    await opened.workbook.enter('Cash!A3', ['Pound', 200]);
    const { id: second } = await takeSnapshot(opened.session, 'Next Friday');
    const placesOf = async () =>
      (await compareSnapshot(opened.session, first, second)).all
        .filter(({ weight }) => weight !== 'other')
        .map(({ label, older, newer, block }) => [label, older, newer, a1(block)]);
    const pairs = [
      ['Total · Dollars', 370, 370],
      ['Euro · Dollars', 110, 110],
      ['Sterling · Dollars', 260, 260],
    ];
    opened.workbook.insertRows('Cash', 0, 1);
    expect(await placesOf()).toEqual(pairs.map((pair, index) => [...pair, ['D6', 'D3', 'D4'][index]]));
    // The range is larger now, but was as large in both.
    opened.workbook.insertRows('Cash', 4, 1);
    expect((await placesOf()).map((place) => place.slice(0, 3))).toEqual(pairs);
  });

  test('pairs results without labels in their order after a row was inserted among them', async () => {
    const opened = await openWorkbook();
    await opened.workbook.enter('Cash!A1', [1], [2], [3]);
    await opened.workbook.enter('Cash!F1', ['=MD.QUOTE("EURUSD")']);
    await mark(opened, 'A1:A3');
    const { id } = await takeSnapshot(opened.session, 'Friday');
    opened.workbook.insertRows('Cash', 2, 1);
    expect((await linesOf(opened, id)).slice(0, 3)).toEqual([
      ['', 1, 1],
      ['', 2, 2],
      ['', 3, 3],
    ]);
  });

  test.each([
    ['more fields', '=MD.QUOTE("EURUSD","ask,bid",,,TRUE)', '=MD.QUOTE("EURUSD","ask,bid,mid",,,TRUE)'],
    ['more symbols', '=MD.QUOTE("EURUSD","ask,bid")', '=MD.QUOTE("EURUSD,GBPUSD","ask,bid,mid")'],
    ['more fields below each other', '=MD.QUOTE(A9:C9,"ask",,,TRUE)', '=MD.QUOTE(A9:C9,"ask,bid",,,TRUE)'],
  ])('names each field of a result that has grown by %s', async (_, before, after) => {
    const opened = await openWorkbook();
    await opened.workbook.enter('A9', ['EURUSD', 'GBPUSD', 'USDJPY']);
    await opened.workbook.enter('A1', [before]);
    const { id } = await takeSnapshot(opened.session, 'Friday');
    await opened.workbook.enter('A1', [after]);
    const { all } = await compareSnapshot(opened.session, id);
    expect(all.length).toBeGreaterThan(2);
    expect(all.every(({ field }) => typeof field === 'string' && field !== 'undefined')).toBe(true);
  });

  test('of two snapshots shows neither in the cells, and knows what was new in the second', async () => {
    const opened = await openBalances();
    await mark(opened, 'D2:D5');
    const { id: first } = await takeSnapshot(opened.session, 'Friday');
    opened.market.prices.EURUSD = 1.2;
    opened.clock.now += 7 * 86_400_000;
    await recalculate(opened);
    await opened.workbook.enter('Cash!D5', [380]);
    await opened.workbook.enter('Cash!F2', ['=MD.QUOTE("USDJPY")']);
    const { id: second } = await takeSnapshot(opened.session, 'Next Friday');
    opened.market.prices.EURUSD = 9;
    opened.clock.now += 60_000;
    await recalculate(opened);
    expect(await linesOf(opened, first, second)).toEqual([
      ['Total · Dollars', 370, 380],
      ['Euro · Dollars', 110, 110],
      ['Sterling · Dollars', 260, 260],
      ['Euro · Rate', 1.1, 1.2],
      ['Euro', undefined, 1],
      ['Sterling · Rate', 1.3, 1.3],
    ]);
    expect((await compareSnapshot(opened.session, second, first)).older.name).toBe('Friday');
  });

  test('as a sheet lists then, now and change, totals first and then by cell, with what is new, gone or another symbol', async () => {
    const opened = await openBalances();
    await mark(opened, 'D5');
    const { id } = await takeSnapshot(opened.session, 'Friday');
    opened.market.prices.EURUSD = 1.21;
    opened.clock.now += 60_000;
    await opened.workbook.enter('Cash!C3', ['=MD.QUOTE("USDJPY","bid")'], ['=MD.QUOTE("USDCHF")']);
    await recalculate(opened);
    await opened.workbook.enter('Cash!D5', [390]);
    const comparison = await compareSnapshot(opened.session, id);
    const sheet = await writeComparisonSheet(opened.session, comparison, WORDS);
    expect(sheet).toBe('Friday – Now');
    const rows = await valuesOf(opened, 10, 9, sheet);
    expect(rows.slice(1, 3).map(([side, name, , , at]) => [side, name, at])).toEqual([
      ['Then', 'Friday', serial(1_000_000)],
      ['Now', '', serial(1_060_000)],
    ]);
    expect(rows.slice(5)).toEqual([
      ['Cell', 'Name or label', 'Symbol', 'Field', 'Then', 'Now', 'Change', '%', 'Remark'],
      ['Cash!D5', 'Total · Dollars', '', '', 370, 390, 20, 20 / 370, ''],
      ['Cash!C2', 'Euro · Rate', 'EURUSD', 'mid', 1.1, 1.21, expect.closeTo(0.11, 10), expect.closeTo(0.1, 10), ''],
      ['Cash!C3', 'Sterling · Rate', 'GBPUSD', 'bid', 1.3, 1, '', '', 'symbol'],
      ['Cash!C4', 'Rate', 'USDCHF', 'mid', '', 1, '', '', 'new'],
    ]);
  });

  test.each([
    ['#,##0.00 "CHF"', 10],
    ['[$USD] #,##0.00', 10],
    ['#,##0\\ \\y', 10],
    ['[Red]#,##0_y', 10],
    ['yyyy-mm-dd', ''],
    ['[h]:mm', ''],
  ])('as a sheet has the change of what the format %s shows, if that is no date or time', async (format, change) => {
    const opened = await openWorkbook();
    await opened.workbook.enter('A1', ['=MD.QUOTE("EURUSD")', 100]);
    await opened.workbook.write([{ block: cellOf('Sheet1', 0, 1), cells: [[{ format }]] }]);
    await mark(opened, 'Sheet1!B1');
    const { id } = await takeSnapshot(opened.session, 'Friday');
    await opened.workbook.enter('B1', [110]);
    const sheet = await writeComparisonSheet(opened.session, await compareSnapshot(opened.session, id), WORDS);
    expect((await valuesOf(opened, 10, 9, sheet))[6]!.slice(4, 7)).toEqual([100, 110, change]);
  });

  test('as a sheet has no value in the colour of an alert', async () => {
    const opened = await openWorkbook();
    await opened.workbook.enter('A1', ['=MD.QUOTE("EURUSD")']);
    const format = '[Red][<=1]0.0000;0.0000';
    await opened.workbook.write([{ block: cellOf('Sheet1', 0, 0), cells: [[{ format }]] }]);
    const { id } = await takeSnapshot(opened.session, 'Friday');
    const sheet = await writeComparisonSheet(opened.session, await compareSnapshot(opened.session, id), WORDS);
    const cells = await readBlock(opened.workbook, parseA1(`'${sheet}'!E7:G7`, '')!);
    expect(cells.flat().map((cell) => cell.format)).toEqual(['0.0000', '0.0000', '0.0000']);
  });

  test('as a sheet has no line for a cell that is blank then and now', async () => {
    const opened = await openWorkbook();
    await opened.workbook.enter('Cash!A1', ['EURUSD'], [''], ['GBPUSD']);
    await opened.workbook.enter('Cash!B1', ['=MD.QUOTE(A1:A3)']);
    const { id } = await takeSnapshot(opened.session, 'Friday');
    const comparison = await compareSnapshot(opened.session, id);
    expect(comparison.all).toHaveLength(3);
    const sheet = await writeComparisonSheet(opened.session, comparison, WORDS);
    const rows = await valuesOf(opened, 10, 3, sheet);
    expect(rows.slice(6).map(([cell, , symbol]) => [cell, symbol])).toEqual([
      ['Cash!B1', 'EURUSD'],
      ['Cash!B3', 'GBPUSD'],
      ['', ''],
      ['', ''],
    ]);
  });
});
