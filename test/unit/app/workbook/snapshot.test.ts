import { type Opened, openWorkbook, valuesOf, recalculate } from '../opened-workbook';
import { frozenBlocks, freeze, thaw } from '../../../../src/app/workbook/freeze';
import {
  KeptSnapshots,
  deleteSnapshot,
  snapshots,
  takeSnapshot,
  leaveSnapshot,
  readLabels,
} from '../../../../src/app/workbook/snapshot';
import { compareSnapshot, showSnapshot } from '../../../../src/app/workbook/snapshot-match';
import type { Session } from '../../../../src/app/session';
import { createTestSession } from '../../../support/evaluate';
import { a1WithSheet, cellOf } from '../../../../src/core/sheet';

async function openWithQuotes(): Promise<Opened> {
  const opened = await openWorkbook();
  await opened.workbook.enter('A1', ['=MD.QUOTE("EURUSD")'], ['=MD.QUOTE("GBPUSD")'], ['=MD.QUOTE("BAD")']);
  return opened;
}

/** Another person's session with the same workbook. */
async function openedAlso({ session, workbook, service, clock }: Opened): Promise<Session> {
  const own = createTestSession({ service, now: () => clock.now });
  await own.ready;
  return Object.assign(own, { host: { ...session.host, workbook } });
}

/** The market moves, and every cell is calculated again. */
async function movePrices(opened: Opened, price: number): Promise<void> {
  opened.market.price = price;
  opened.clock.now += 60_000;
  await recalculate(opened);
}

const changesSince = async ({ session }: Opened, id: string) =>
  (await compareSnapshot(session, id)).changes.map(({ block, older, newer, change }) => [
    a1WithSheet(block),
    older,
    newer,
    change,
  ]);

/** Two pairs and their quotes beside them, then a third. */
async function openWithPairs(): Promise<Opened> {
  const opened = await openWorkbook();
  Object.assign(opened.market.prices, { EURUSD: 1.04, USDJPY: 156.5, GBPUSD: 1.27 });
  await opened.workbook.enter(
    'A1',
    ['EURUSD', '=MD.QUOTE(A1)'],
    ['USDJPY', '=MD.QUOTE(A2)'],
    ['GBPUSD', '=MD.QUOTE(A3)'],
  );
  return opened;
}

const quoteIn = (field: string): string => `=MD.CONVERT(2*MD.QUOTE("XAUUSD","${field}"),"USD","EUR")`;

describe('a snapshot', () => {
  test('is kept beside one that is taken at the same moment, as by the schedule', async () => {
    const { session } = await openWithQuotes();
    await Promise.all([takeSnapshot(session, 'Mine'), takeSnapshot(session, 'Due', 1_000_000)]);
    expect((await snapshots(session)).map(({ name }) => name)).toEqual(['Mine', 'Due']);
  });

  test.each([2, 3])(
    'is kept beside those that %i people take at the same moment in a shared workbook',
    async (count) => {
      const opened = await openWithQuotes();
      const sessions = await Promise.all(Array.from({ length: count }, () => openedAlso(opened)));
      await Promise.all(sessions.map((session, index) => takeSnapshot(session, `Of ${index}`)));
      const names = sessions.map((_, index) => `Of ${index}`);
      for (const session of sessions)
        expect((await snapshots(session)).map(({ name }) => name).toSorted()).toEqual(names);
      // Nor does a snapshot come back that somebody deletes while another is taken.
      const [first] = await snapshots(opened.session);
      await Promise.all([deleteSnapshot(sessions[0]!, first!.id), takeSnapshot(sessions[1]!, 'Later')]);
      expect((await snapshots(opened.session)).map(({ name }) => name).toSorted()).toEqual(
        ['Later', ...names.filter((name) => name !== first!.name)].toSorted(),
      );
    },
  );

  test('is stored in the workbook with its name, time and source', async () => {
    const { session } = await openWithQuotes();
    await session.save({ serviceAddress: 'https://api.example.com/tenant-secret' });
    await takeSnapshot(session, ' Before the memo ');
    expect(await snapshots(session)).toEqual([
      {
        id: expect.any(String) as string,
        name: 'Before the memo',
        at: 1_000_000,
        source: 'https://api.example.com',
        formulaCount: 3,
        resultCount: 0,
        dueAt: undefined,
        isShown: false,
      },
    ]);
  });

  test('without a name is named after its time, which another of the same minute does not have', async () => {
    const { session, clock } = await openWithQuotes();
    expect((await takeSnapshot(session, ' ')).name).toBe('1970-01-01 00:16:40');
    clock.now += 5_000;
    expect((await takeSnapshot(session, ' ')).name).toBe('1970-01-01 00:16:45');
  });

  test('lists nothing for cells that did not change', async () => {
    const { session } = await openWithQuotes();
    const { id } = await takeSnapshot(session, 'A');
    expect(await compareSnapshot(session, id)).toMatchObject({ changes: [], sameCount: 3 });
  });

  test('lists each change since then: cell, then, now and the difference', async () => {
    const opened = await openWithQuotes();
    const { id } = await takeSnapshot(opened.session, 'A');
    await movePrices(opened, 1.5);
    expect(await changesSince(opened, id)).toEqual([
      ['Sheet1!A1', 1, 1.5, 0.5],
      ['Sheet1!A2', 1, 1.5, 0.5],
    ]);
  });

  test('finds its cells again after rows were inserted', async () => {
    const opened = await openWithQuotes();
    const { id } = await takeSnapshot(opened.session, 'A');
    opened.workbook.insertRows('Sheet1', 1, 2);
    await movePrices(opened, 2);
    expect(await changesSince(opened, id)).toEqual([
      ['Sheet1!A1', 1, 2, 1],
      ['Sheet1!A4', 1, 2, 1],
    ]);
  });

  test('says which cells are gone', async () => {
    const opened = await openWithQuotes();
    const { id } = await takeSnapshot(opened.session, 'A');
    await opened.workbook.enter('A1', ['text']);
    expect(await changesSince(opened, id)).toEqual([['Sheet1!A1', 1, undefined, undefined]]);
  });

  test('is compared symbol by symbol after two rows were swapped', async () => {
    const opened = await openWithPairs();
    const { id } = await takeSnapshot(opened.session, 'A');
    await opened.workbook.enter('A1', ['USDJPY'], ['EURUSD']);
    opened.market.prices.EURUSD = 1.0504;
    opened.clock.now += 60_000;
    await recalculate(opened);
    expect(await changesSince(opened, id)).toEqual([['Sheet1!B2', 1.04, 1.0504, expect.closeTo(0.01, 10)]]);
  });

  test('is compared symbol by symbol if the symbols are in the formulas', async () => {
    const opened = await openWorkbook();
    Object.assign(opened.market.prices, { EURUSD: 1.04, USDJPY: 156.5 });
    await opened.workbook.enter('A1', ['=MD.QUOTE("EURUSD")'], ['=MD.QUOTE("USDJPY")']);
    const { id } = await takeSnapshot(opened.session, 'A');
    await opened.workbook.enter('A1', ['=MD.QUOTE("USDJPY")'], ['=MD.QUOTE("EURUSD")']);
    expect(await changesSince(opened, id)).toEqual([]);
  });

  test('is compared symbol by symbol within a list that was sorted, also beside its headings', async () => {
    const opened = await openWithPairs();
    await opened.workbook.enter('D1', ['=MD.QUOTE(A1:A3,"symbol,mid",,,TRUE)']);
    const { id } = await takeSnapshot(opened.session, 'A');
    await opened.workbook.enter('A1', ['GBPUSD'], ['AUDUSD'], ['EURUSD']);
    opened.market.prices.EURUSD = 2.08;
    opened.clock.now += 60_000;
    await recalculate(opened);
    const { changes } = await compareSnapshot(opened.session, id);
    expect(
      changes
        .filter(({ block }) => block.column > 2)
        .map(({ block, older, newer, change, difference }) => [a1WithSheet(block), older, newer, change, difference]),
    ).toEqual([
      ['Sheet1!D3', 'USDJPY', 'AUDUSD', undefined, 'symbol'],
      ['Sheet1!E3', 156.5, 1, undefined, 'symbol'],
      ['Sheet1!E4', 1.04, 2.08, 1, undefined],
    ]);
  });

  test.each([
    [
      'another symbol beside it',
      'A1',
      'NZDUSD',
      { difference: 'symbol', olderNames: ['EURUSD'], newerNames: ['NZDUSD'] },
    ],
    ['another symbol in it', 'B1', '=MD.QUOTE("NZDUSD")', { difference: 'symbol', newerNames: ['NZDUSD'] }],
    ['another field', 'B1', '=MD.QUOTE(A1,"bid")', { difference: 'formula' }],
    ['a factor', 'B1', '=MD.QUOTE(A1)*2', { difference: 'formula' }],
    ['a symbol that only the spreadsheet knows', 'B1', '=MD.QUOTE([@Pair])', { difference: 'formula' }],
  ])('gives no percentage for a cell that has %s now', async (_, at, content, expected) => {
    const opened = await openWithPairs();
    const { id } = await takeSnapshot(opened.session, 'A');
    await opened.workbook.enter(at, [content]);
    await recalculate(opened);
    const { changes } = await compareSnapshot(opened.session, id);
    expect(changes).toEqual([expect.objectContaining({ ...expected, older: 1.04, change: undefined })]);
    expect(a1WithSheet(changes[0]!.block)).toBe('Sheet1!B1');
  });

  test('does not list a cell that is blank in both, although the symbol beside it is another', async () => {
    const opened = await openWorkbook();
    const store = opened.session.part(KeptSnapshots);
    const takeBlank = async (symbol: string): Promise<string> => {
      await opened.workbook.enter('A1', [symbol, '=MD.QUOTE(A1)']);
      await recalculate(opened);
      const { id } = await takeSnapshot(opened.session, symbol);
      const kept = await store.readSnapshot(id);
      const runs = kept.runs.map((run) => ({ ...run, cells: run.cells.map((cell) => ({ ...cell, values: [['']] })) }));
      await store.writeRecord(id, { ...kept, runs });
      return id;
    };
    const [older, newer] = [await takeBlank('EURUSD'), await takeBlank('GBPUSD')];
    const { all, changes, sameCount } = await compareSnapshot(opened.session, older, newer);
    expect(all).toEqual([expect.objectContaining({ older: '', newer: '', difference: 'symbol' })]);
    expect(changes).toEqual([]);
    expect(sameCount).toBe(1);
  });

  test('shows a time as one beside a cell that is blank now', async () => {
    const opened = await openWorkbook();
    await opened.workbook.enter('A1', ['=MD.QUOTE("EURUSD","mid,timestamp")']);
    const { id } = await takeSnapshot(opened.session, 'A');
    await opened.workbook.enter('A1', ['=MD.QUOTE("EURUSD","mid")']);
    await recalculate(opened);
    const { all } = await compareSnapshot(opened.session, id);
    const time = all.find(({ block }) => a1WithSheet(block) === 'Sheet1!B1');
    expect(time).toMatchObject({ older: expect.any(Number) as number, format: 'yyyy-mm-dd hh:mm:ss' });
    expect(time?.newer).not.toEqual(expect.any(Number));
  });

  test('gives no percentage if it does not know the symbol, as in snapshots of earlier versions', async () => {
    const opened = await openWithPairs();
    const { id } = await takeSnapshot(opened.session, 'A');
    const kept = await opened.session.part(KeptSnapshots).readSnapshot(id);
    const runs = kept.runs.map((run) => ({
      ...run,
      cells: run.cells.map(({ formula, values, formats, readAt }) => ({ formula, values, formats, readAt })),
    }));
    await opened.session.part(KeptSnapshots).writeRecord(id, { ...kept, runs });
    opened.market.prices.EURUSD = 1.05;
    opened.clock.now += 60_000;
    await recalculate(opened);
    const { changes, sameCount } = await compareSnapshot(opened.session, id);
    expect(changes).toEqual([
      expect.objectContaining({ older: 1.04, newer: 1.05, change: undefined, difference: 'unknown' }),
    ]);
    expect(sameCount).toBe(2);
  });

  test('is compared in percent if an amount or a date beside it changed', async () => {
    const opened = await openWorkbook();
    await opened.workbook.enter('A1', ['EURUSD', 2, '=MD.QUOTE(A1)*B1']);
    const { id } = await takeSnapshot(opened.session, 'A');
    await opened.workbook.enter('B1', [3]);
    await movePrices(opened, 1.1);
    expect(await changesSince(opened, id)).toEqual([['Sheet1!C1', 1, 1.1, expect.closeTo(0.1, 10)]]);
  });

  const RATE = '=MD.CONVERT(B1/B2,"EUR","GBP")';
  const REPORTS = { '/stocks/filings': () => ({ ticker: 'AAPL', filings: [{ filing_type: '10-K' }] }) };
  test.each<[string, string, string, readonly number[]]>([
    ['an amount that is calculated', RATE, RATE, [300]],
    ['an amount that is a sum', '=MD.CONVERT(SUM(B1:B2),"EUR","GBP")', '=MD.CONVERT(SUM(B1:B2),"EUR","GBP")', [300]],
    ['an amount that only the spreadsheet knows', '=MD.CONVERT(Net,"EUR","GBP")', '=MD.CONVERT(Net,"EUR","GBP")', []],
    ['an amount in a table', '=MD.CONVERT([@Net],"EUR","GBP")', '=MD.CONVERT([@Net],"EUR","GBP")', []],
    ['an amount that is typed', '=MD.CONVERT(100,"EUR","GBP")', '=MD.CONVERT(250,"EUR","GBP")', []],
    ['an amount instead of a sum', RATE, '=MD.CONVERT(B1,"EUR","GBP")', []],
    ['another number of decimals', RATE, '=MD.CONVERT(B1/B2,"EUR","GBP",,2)', []],
    ['a calculated number of filings', '=MD.FILINGS("AAPL",,B1*2)', '=MD.FILINGS("AAPL",,B1*2)', [5]],
    ['another day', '=MD.HOURS("XNYS","2026-11-27")', '=MD.HOURS("XNYS","2026-11-30")', []],
  ])('takes a cell for the same question after a change of %s', async (_, before, after, [amount = 100]) => {
    const opened = await openWorkbook(REPORTS);
    await opened.workbook.enter('A1', [before, 100], ['', 4]);
    const { id } = await takeSnapshot(opened.session, 'A');
    await opened.workbook.enter('A1', [after, amount]);
    await recalculate(opened);
    const { all } = await compareSnapshot(opened.session, id);
    expect(new Set(all.map(({ difference }) => difference))).toEqual(new Set([undefined]));
  });

  test.each([
    ['the other currency', RATE, '=MD.CONVERT(B1/B2,"EUR","JPY")', 'symbol'],
    ['other quotes within an amount', quoteIn('mid'), quoteIn('bid'), 'formula'],
    ['a factor around it', RATE, `${RATE}*2`, 'formula'],
  ])('takes a cell for another question after a change of %s', async (_, before, after, difference) => {
    const opened = await openWorkbook();
    await opened.workbook.enter('A1', [before, 100], ['', 4]);
    const { id } = await takeSnapshot(opened.session, 'A');
    await opened.workbook.enter('A1', [after]);
    await recalculate(opened);
    expect(await compareSnapshot(opened.session, id)).toMatchObject({ all: [{ difference }] });
  });

  test('does not guess the question of a cell if a number that chooses the symbol changed', async () => {
    const opened = await openWorkbook();
    await opened.workbook.enter('A1', ['=MD.QUOTE(INDEX(C1:C2,B1))', 1, 'EURUSD'], ['', '', 'GBPUSD']);
    const { id } = await takeSnapshot(opened.session, 'A');
    await opened.workbook.enter('B1', [2]);
    await recalculate(opened);
    opened.market.price = 2;
    const { all } = await compareSnapshot(opened.session, id);
    expect(all).toMatchObject([{ difference: 'unknown' }]);
  });

  test('finds the lines with their amounts after they were sorted', async () => {
    const opened = await openWorkbook({
      '/currencies/convert/EUR/GBP': () => ({ result: 860_000, info: { rate: 0.86, timestamp: 1_790_000_000 } }),
    });
    const [small, large] = ['=MD.CONVERT(100,"EUR","GBP")', '=MD.CONVERT(250,"EUR","GBP")'];
    await opened.workbook.enter('A1', [small], [large]);
    const { id } = await takeSnapshot(opened.session, 'A');
    await opened.workbook.enter('A1', [large], [small]);
    await recalculate(opened);
    expect(await changesSince(opened, id)).toEqual([]);
  });

  test('is compared from the older to the newer, whichever of two is in the cells', async () => {
    const opened = await openWithQuotes();
    const { session, clock } = opened;
    const first = await takeSnapshot(session, 'A');
    await movePrices(opened, 2);
    const second = await takeSnapshot(session, 'B');
    const sides = [
      { name: 'A', at: 1_000_000 },
      { name: 'B', at: 1_060_000 },
    ];
    expect(await compareSnapshot(session, first.id)).toMatchObject({
      older: sides[0],
      newer: { name: undefined, at: clock.now },
    });
    await showSnapshot(session, first.id);
    clock.now += 60_000;
    expect(await compareSnapshot(session, second.id)).toMatchObject({ older: sides[0], newer: sides[1] });
    await leaveSnapshot(session, first.id);
    await opened.workbook.settled();
    await showSnapshot(session, second.id);
    expect(await compareSnapshot(session, first.id)).toMatchObject({ older: sides[0], newer: sides[1] });
  });

  test('is refused while cells wait, with the number of such cells', async () => {
    const opened = await openWorkbook();
    opened.workbook.dead.add('Sheet1!A1');
    await opened.workbook.enter('A1', ['=MD.QUOTE("EURUSD")']);
    await expect(takeSnapshot(opened.session, 'A')).rejects.toThrow(
      'Cells that still wait for their values: 1. Take the snapshot when these are there',
    );
  });

  test('is refused if there is no formula', async () => {
    const { session } = await openWorkbook();
    await expect(takeSnapshot(session, 'A')).rejects.toThrow('There is no MD formula to keep: enter or thaw one first');
  });

  test('leaves nothing behind when it is deleted', async () => {
    const { session, workbook } = await openWithQuotes();
    const before = workbook.snapshot();
    const { id } = await takeSnapshot(session, 'A');
    await deleteSnapshot(session, id);
    expect(workbook.snapshot()).toEqual(before);
    expect(await snapshots(session)).toEqual([]);
  });

  test('is left out if it is damaged', async () => {
    const { session, workbook } = await openWithQuotes();
    const { id } = await takeSnapshot(session, 'A');
    await workbook.writePart(`urn:md-for-excel:snapshot:${id}`, '<kept><json>%</json></kept>');
    expect(await snapshots(session)).toEqual([]);
    await expect(compareSnapshot(session, id)).rejects.toThrow('This snapshot is not in the workbook any more');
  });
});

describe('a snapshot shown in the cells', () => {
  test('replaces the formulas with its values, until the user leaves it', async () => {
    const opened = await openWithQuotes();
    const { session, workbook } = opened;
    const { id } = await takeSnapshot(session, 'A');
    await movePrices(opened, 2);
    expect(await showSnapshot(session, id)).toEqual({ shownCount: 3, leftOutCount: 0 });
    expect(await valuesOf(opened, 3)).toEqual([[1], [1], ['#N/A']]);
    expect((await snapshots(session))[0]!.isShown).toBe(true);
    expect(await leaveSnapshot(session, id)).toBe(3);
    await workbook.settled();
    expect(await valuesOf(opened, 3)).toEqual([[2], [2], ['#N/A']]);
    expect((await snapshots(session))[0]!.isShown).toBe(false);
  });

  test('is not shown any more once its cells are thawed or deleted, so that another can be shown', async () => {
    const opened = await openWithQuotes();
    const { session, workbook } = opened;
    const [{ id }, other] = [await takeSnapshot(session, 'A'), await takeSnapshot(session, 'B')];
    await showSnapshot(session, id);
    await expect(showSnapshot(session, other.id)).rejects.toThrow('“A” is in the cells: hide it first');
    await thaw(session, await frozenBlocks(session), { overwriteEdited: true });
    await workbook.settled();
    expect((await snapshots(session)).map(({ isShown }) => isShown)).toEqual([false, false]);
    expect(await showSnapshot(session, other.id)).toEqual({ shownCount: 3, leftOutCount: 0 });
    expect((await snapshots(session)).map(({ isShown }) => isShown)).toEqual([false, true]);
  });

  test('says of a frozen value that it was edited, instead of a change in percent', async () => {
    const { session, workbook } = await openWithQuotes();
    const { id } = await takeSnapshot(session, 'A');
    await freeze(session, 'workbook');
    await workbook.enter('A1', [2]);
    expect((await compareSnapshot(session, id)).changes).toMatchObject([
      { older: 1, newer: 2, change: undefined, difference: 'edited' },
    ]);
  });

  test('leaves a formula alone that it does not have, and says so', async () => {
    const opened = await openWithQuotes();
    const { session, workbook } = opened;
    await workbook.enter('D1', ['=MD.QUOTE("EURUSD","ask")']);
    await freeze(session, 'workbook');
    await thaw(session, (await frozenBlocks(session)).slice(0, 3), { overwriteEdited: true });
    await workbook.settled();
    const { id } = await takeSnapshot(session, 'A');
    await workbook.enter('E1', ['=MD.QUOTE("USDJPY")']);
    expect(await showSnapshot(session, id)).toEqual({ shownCount: 3, leftOutCount: 1 });
    const formulas = async () => (await workbook.formulas()).map(({ cell }) => a1WithSheet(cell));
    expect(await formulas()).toEqual(['Sheet1!E1']);
    await leaveSnapshot(session, id);
    expect(await formulas()).toEqual(['Sheet1!A1', 'Sheet1!D1', 'Sheet1!E1', 'Sheet1!A2']);
  });

  test('is the same as the snapshot while it is shown, and differs from another as their values do', async () => {
    const opened = await openWithQuotes();
    const earlier = await takeSnapshot(opened.session, 'A');
    await movePrices(opened, 2);
    const later = await takeSnapshot(opened.session, 'B');
    const rise = [
      ['Sheet1!A1', 1, 2, 1],
      ['Sheet1!A2', 1, 2, 1],
    ];
    await showSnapshot(opened.session, earlier.id);
    expect(await changesSince(opened, earlier.id)).toEqual([]);
    expect(await changesSince(opened, later.id)).toEqual(rise);
    await leaveSnapshot(opened.session, earlier.id);
    await opened.workbook.settled();
    await showSnapshot(opened.session, later.id);
    expect(await changesSince(opened, earlier.id)).toEqual(rise);
  });

  test('goes to the cells that ask for its symbols now, and to none that asks for another', async () => {
    const opened = await openWithPairs();
    const { session, workbook, market } = opened;
    const { id } = await takeSnapshot(session, 'A');
    await workbook.enter('A1', ['USDJPY'], ['EURUSD'], ['AUDUSD']);
    await recalculate(opened);
    market.prices.EURUSD = 1.2;
    expect(await showSnapshot(session, id)).toEqual({ shownCount: 2, leftOutCount: 1 });
    expect((await valuesOf(opened, 3, 2)).map(([, value]) => value)).toEqual([156.5, 1.04, 1]);
  });

  test.each([
    ['a row', 'A9:B9', ',"bid,ask"'],
    ['a row with headings', 'A9:B9', ',"bid,ask",,,TRUE'],
    ['a block', 'A9:B10', ''],
  ])('puts each value of %s of symbols under its symbol after these have changed places', async (_, symbols, more) => {
    const opened = await openWorkbook();
    const { session, workbook, market } = opened;
    Object.assign(market.prices, { EURUSD: 1.04, USDJPY: 156.5, GBPUSD: 1.27, AUDUSD: 0.66, NZDUSD: 0.59 });
    await workbook.enter('A9', ['EURUSD', 'USDJPY'], ['GBPUSD', 'AUDUSD']);
    await workbook.enter('A1', [`=MD.QUOTE(${symbols}${more})`]);
    await workbook.settled();
    const before = await valuesOf(opened, 2, 3);
    const { id } = await takeSnapshot(session, 'A');
    await workbook.enter('A9', ['USDJPY', 'EURUSD'], ['NZDUSD', 'GBPUSD']);
    await recalculate(opened);
    const { changes } = await compareSnapshot(session, id);
    expect(changes.map(({ older, newer }) => [older, newer])).toEqual(symbols === 'A9:B10' ? [[0.66, undefined]] : []);
    await showSnapshot(session, id);
    const swapped = before.map((row) => (more.includes('TRUE') ? [row[0], row[2], row[1]] : [row[1], row[0], row[2]]));
    expect(await valuesOf(opened, 2, 3)).toEqual(symbols === 'A9:B10' ? [swapped[0], ['', 1.27, '']] : swapped);
  });
});

test('a value that another program has saved with fifteen digits does not count as changed', async () => {
  const opened = await openWorkbook();
  opened.market.price = 0.1 + 0.2;
  await opened.workbook.enter('A1', ['=MD.QUOTE("EURUSD")']);
  const { id } = await takeSnapshot(opened.session, 'Friday');
  await movePrices(opened, 0.3);
  expect(await compareSnapshot(opened.session, id)).toMatchObject({ changes: [], sameCount: 1 });
});

test('the labels beside very many formulas can be read', async () => {
  const { workbook } = await openWorkbook();
  const many = Array.from({ length: 200_000 }, (_, row) => cellOf('Sheet1', row, 1));
  expect((await readLabels(workbook, many))(many[0]!)).toEqual({ rows: [''], columns: [''] });
});
