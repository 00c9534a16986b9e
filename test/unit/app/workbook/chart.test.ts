import { chartOf, chartedBy, resultAt, SheetCharts } from '../../../../src/app/workbook/chart';
import { SeenQuotes } from '../../../../src/app/workbook/seen-quotes';
import { type Block, cellOf } from '../../../../src/core/sheet';
import { createTestSession } from '../../../support/evaluate';
import type { MemoryHost } from '../../../support/memory-host';
import { createStubService } from '../../../support/stub-service';
import { enter } from '../../functions/live-sheet';
import type { WrittenBlock } from '../../../../src/app/host';

const TICKS = '=MD.TICKS("SPX","2026-10-01","2026-10-31"';

describe('what is drawn of a result of MD.TICKS', () => {
  test('are the closes over their times', () => {
    const chart = chartOf(`${TICKS},,"time,close",,"day")`, [
      ['time', 'close'],
      [46_296, 4_700.5],
      [46_297, 4_710],
    ]);
    expect(chart).toMatchObject({ kind: 'line', times: [46_296, 46_297], headings: 1 });
    expect(chart!.series).toEqual([{ name: 'close', column: 1, values: [4_700.5, 4_710] }]);
  });

  test.each([
    ['with headings', `${TICKS},,,,"hour")`, [['time', 'open', 'high', 'low', 'close', 'count']]],
    ['without headings', `${TICKS},,,FALSE,"hour")`, []],
    ['of named columns without headings', `${TICKS},,"time,open,high,low,close,count",FALSE,"hour")`, []],
  ])('are bars %s, and never the count of ticks', (_, formula, headings) => {
    const chart = chartOf(formula, [...headings, [46_296, 1, 4, 0.5, 2, 9], [46_296.5, 2, 5, 1.5, 3, 7]]);
    expect(chart!.kind).toBe('bars');
    expect(chart!.series.map(({ name, column }) => [name, column])).toEqual([
      ['open', 1],
      ['high', 2],
      ['low', 3],
      ['close', 4],
    ]);
  });

  test('are the middle prices of ticks, and the closes of several indices, whose gaps stay gaps', () => {
    const tick = chartOf(`${TICKS},,,FALSE)`, [
      [46_296, 3, 1, 2],
      [46_297, 5, 3, 4],
    ]);
    expect(tick!.series).toEqual([{ name: 'mid', column: 3, values: [2, 4] }]);
    const formula = '=MD.TICKS("SPX,DAX",A1,B1,,,FALSE,"day")';
    const two = chartOf(formula, [
      [46_296, 1, ''],
      [46_297, '', 18_000],
      [46_298, '#N/A', 18_100],
      [46_299, 2, 0],
    ]);
    expect(two!.series).toEqual([
      { name: 'SPX', column: 1, values: [1, null, null, 2] },
      { name: 'DAX', column: 2, values: [null, 18_000, 18_100, 0] },
    ]);
  });

  test('are rows in their order where there are no times, also in a table that was turned', () => {
    expect(chartOf(`${TICKS},,"close",FALSE,"day")`, [[1], [2]])).toMatchObject({ times: undefined, kind: 'line' });
    expect(chartOf(`=TRANSPOSE(${TICKS.slice(1)},,"close",FALSE,"day"))`, [[1, '', 2]])!.series[0]!.values).toEqual([
      1,
      null,
      2,
    ]);
  });

  test('is nothing while there are no two numbers', () => {
    for (const cells of [
      [['#N/A']],
      [['#GETTING_DATA']],
      [
        ['time', 'close'],
        [46_296, 4_700],
      ],
      [],
    ])
      expect(chartOf(`${TICKS},,"time,close",,"day")`, cells)).toBeUndefined();
  });

  test('is offered only for ticks, quotes and live cells', () => {
    expect([`${TICKS})`, '=IF(A1="","",MD.QUOTE(A1))', '=MD.LIVE(A1)', '=MD.NEWS()', '=A1'].map(chartedBy)).toEqual([
      'result',
      'seen',
      'seen',
      undefined,
      undefined,
    ]);
  });
});

test('the values of a quote are kept by cell: an unchanged value with its beginning and end, a failure as a gap', async () => {
  let now = 0;
  const session = createTestSession({ now: () => now });
  const seen = new SeenQuotes(session);
  const show = (at: number, result: unknown, address = 'Sheet1!B2', symbol = 'EURUSD'): void => {
    now = at;
    session.cells.endCall({ address, asked: ['QUOTE', symbol], isPreview: false } as never, result);
  };
  const same = [[1.1], [2.2]];
  for (const at of [1, 2, 3]) show(at, same);
  show(4, [[1.2], [{ value: 2.3, format: '0.0' }]]);
  show(5, [['#N/A'], [2.4]]);
  show(6, [[9]], 'Sheet1!D9');
  const anchor = cellOf('Sheet1', 1, 1);
  const seenAt = (cell: Block) => seen.seenIn(anchor, cell, '=MD.QUOTE("EURUSD")');
  expect(await seenAt(anchor)).toEqual([
    { at: 1, value: 1.1 },
    { at: 3, value: 1.1 },
    { at: 4, value: 1.2 },
    { at: 5, value: null },
  ]);
  expect((await seenAt(cellOf('Sheet1', 2, 1))).map(({ value }) => value)).toEqual([2.2, 2.2, 2.3, 2.4]);
  show(7, [[3.1]], 'Sheet1!B2', 'GBPUSD');
  expect(await seenAt(anchor)).toEqual([{ at: 7, value: 3.1 }]);
});

test.each(['Sheet1!D4', undefined])(
  'the values of a live list are kept for each cell of its result, as in a host that says %s of its address',
  async (address) => {
    let bid = 0;
    const quotes = () => {
      bid++;
      return { items: ['EURUSD', 'GBPUSD'].map((symbol, index) => ({ symbol, bid: bid + index, ask: 9 })) };
    };
    const service = createStubService({ '/currencies/quotes': quotes });
    const session = createTestSession({ service });
    await session.ready;
    const seen = new SeenQuotes(session);
    await (session.host as MemoryHost).workbook.enter('A1', ['EURUSD'], ['GBPUSD']);
    const cell = enter(session, [[['EURUSD'], ['GBPUSD']], 'bid,ask', null, 1], { address });
    while (cell.tables.length < 2) await new Promise((resolve) => setTimeout(resolve, 50));
    cell.cancel();
    const anchor = cellOf('Sheet1', 3, 3);
    const valuesAt = async (row: number, formula: string) =>
      (await seen.seenIn(anchor, cellOf('Sheet1', row, 3), formula)).map(({ value }) => value).slice(0, 2);
    const formula = '=MD.LIVE(A1:A2,"bid,ask",,1)';
    expect(await valuesAt(3, formula)).toEqual([1, 2]);
    expect(await valuesAt(4, formula)).toEqual([2, 3]);
    if (address === undefined) expect(await valuesAt(3, '=MD.LIVE(A1:A2,"ask,bid",,1)')).toEqual([]);
  },
);

test('a chart in the sheet is drawn beside its result, again for another size, and after the pane was opened again', async () => {
  const session = createTestSession();
  const { workbook } = session.host;
  const anchor = cellOf('Sheet1', 0, 0);
  let rows = 3;
  const drawn: NonNullable<WrittenBlock['chart']>[] = [];
  const spill = () => ({ ...anchor, rows: rows + 1, columns: 2 });
  Object.assign(workbook, {
    formulas: () => Promise.resolve([{ cell: anchor, formula: `${TICKS},,"time,close",,"day")`, spill: spill() }]),
    read: () =>
      Promise.resolve([
        [['time', 'close'], ...Array.from({ length: rows }, (_, index) => [46_296 + index, index])].map((row) =>
          row.map((value) => ({ formula: '', format: '', value })),
        ),
      ]),
    write: (parts: readonly WrittenBlock[]) => {
      drawn.push(...parts.map(({ chart }) => chart!));
      return Promise.resolve();
    },
  });
  await session.part(SheetCharts).add(anchor, 'Closes');
  expect(drawn[0]).toMatchObject({
    title: 'Closes',
    categories: { row: 1, column: 0, rows: 3 },
    series: [{ name: 'close', values: { row: 1, column: 1, rows: 3, columns: 1 } }],
  });
  await session.part(SheetCharts).follow();
  expect(drawn).toHaveLength(1);
  rows = 5;
  await session.part(SheetCharts).follow();
  expect(drawn[1]).toMatchObject({ name: drawn[0]!.name, title: undefined, series: [{ values: { rows: 5 } }] });
  await new SheetCharts(session).follow();
  expect(drawn.at(-1)!.name).toBe(drawn[0]!.name);
});

test.each([
  ['"SPX,DAX"', 'SPX,DAX'],
  ['C1', 'SPX'],
  ['$C$1:$C$2', 'SPX, DAX'],
  ['UPPER(C1)', undefined],
])('a result for %s is named %s', async (symbols, name) => {
  const session = createTestSession();
  const anchor = cellOf('Sheet1', 0, 0);
  Object.assign(session.host.workbook, {
    formulas: () => Promise.resolve([{ cell: anchor, formula: `=MD.TICKS(${symbols},1,2)`, spill: anchor }]),
    read: ([block]: readonly Block[]) =>
      Promise.resolve([['SPX', 'DAX'].slice(0, block!.rows).map((value) => [{ formula: '', format: '', value }])]),
  });
  expect((await resultAt(session, anchor))!.name).toBe(name);
});
