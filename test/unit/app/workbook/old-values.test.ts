import { CATALOG } from '../../../../src/functions/catalog';
import { type Opened, openWorkbook, valuesOf } from '../opened-workbook';
import { createTestSession } from '../../../support/evaluate';
import { cellOf, parseA1 } from '../../../../src/core/sheet';
import { scanCells, selectedCell, GivenResults } from '../../../../src/app/workbook/cells';
import { freeze, frozenBlocks } from '../../../../src/app/workbook/freeze';
import { LostResults } from '../../../../src/app/workbook/lost-results';
import { planRefresh, refreshOnOpen, runRefresh } from '../../../../src/app/workbook/refresh';
import { KeptSnapshots, snapshots, takeSnapshot } from '../../../../src/app/workbook/snapshot';
import { trace } from '../../../../src/app/workbook/trace';
import { loadWorkbookSettings, saveRefreshesOnOpen } from '../../../../src/app/workbook-settings';
import { useFakeTimers } from '../../../support/fake-timers';

const never = new AbortController().signal;
const ignore = (): void => undefined;

const oldnessIn = async ({ session }: Pick<Opened, 'session'>) =>
  (await scanCells(session)).map(({ oldness }) => oldness);

const refreshAll = async ({ session, workbook }: Opened): Promise<void> => {
  await runRefresh(session, await planRefresh(session, 'all'), ignore, never, 20);
  await workbook.settled();
};

/** Yesterday's workbook: three values and a sum, of which nothing was calculated since. */
async function openYesterday(): Promise<Opened> {
  const opened = await openWorkbook();
  const { workbook } = opened;
  workbook.loadSaved('A1', '=MD.QUOTE("EURUSD")', 1.2067);
  workbook.loadSaved('A2', '=IF(MD.QUOTE("GBPUSD")>1,"high","low")', 'high');
  workbook.loadSaved('A3', '=MD.QUOTE("BAD")', '#N/A');
  await workbook.enter('B1', ['=SUM(A1:A1)']);
  return opened;
}

describe('a value that the workbook was opened with', () => {
  test.each([...CATALOG].map(({ id }) => [`=MD.${id}(A1)`]))(
    'is from before the add-in started: %s',
    async (formula) => {
      const opened = await openWorkbook();
      opened.workbook.loadSaved('B1', formula, 12);
      expect(await oldnessIn(opened)).toEqual(['from-before']);
    },
  );

  test('is distinguished from a value that waits, shows nothing or was never known', async () => {
    const opened = await openYesterday();
    for (const [index, shown] of ['#BUSY!', '#GETTING_DATA', '', '#NAME?'].entries())
      opened.workbook.loadSaved(`C${index + 1}`, '=MD.QUOTE("EURUSD")', shown);
    expect(await oldnessIn(opened)).toEqual([
      'from-before',
      undefined,
      'from-before',
      undefined,
      'from-before',
      undefined,
      undefined,
    ]);
  });

  test('is no longer one once it is calculated, even in the branch that an IF leaves out', async () => {
    const opened = await openYesterday();
    opened.workbook.loadSaved('A4', '=IF(FALSE,MD.QUOTE("EURUSD"),0)', 0);
    opened.workbook.neverAsks.add('Sheet1!A4');
    await opened.workbook.calculate([cellOf('Sheet1', 0, 0)]);
    await opened.workbook.settled();
    expect(await oldnessIn(opened)).toEqual([undefined, 'from-before', 'from-before', 'from-before']);
    await refreshAll(opened);
    expect(await oldnessIn(opened)).toEqual([undefined, undefined, undefined, undefined]);
  });

  test('is mentioned for the selected cell, and not for a frozen value', async () => {
    const opened = await openYesterday();
    const { session, workbook } = opened;
    await workbook.select(cellOf('Sheet1', 0, 0));
    expect((await selectedCell(session)).filled).toMatchObject({ oldness: 'from-before', readAt: undefined });
    await freeze(session, 'workbook');
    expect((await selectedCell(session)).filled).toBeUndefined();
    expect((await frozenBlocks(session)).map(({ isTimeUnknown }) => isTimeUnknown)).toEqual([true, true, true]);
  });

  test('is traced with what depends on it', async () => {
    const { session } = await openYesterday();
    expect(await trace(session, () => Infinity)).toContainEqual(
      expect.objectContaining({ trouble: 'from-before', causeCount: 2, dependents: [parseA1('B1', 'Sheet1')] }),
    );
  });

  test('has no known time in a snapshot', async () => {
    const opened = await openYesterday();
    const { session } = opened;
    const { id } = await takeSnapshot(session, 'Early');
    expect(await snapshots(session)).toEqual([expect.objectContaining({ timeUnknownCount: 3 })]);
    const kept = (await session.part(KeptSnapshots).readSnapshot(id)).runs.flatMap(({ cells }) => cells);
    expect(kept.map(({ isTimeUnknown, readAt }) => [isTimeUnknown, readAt])).toEqual(Array(3).fill([true, null]));
    await refreshAll(opened);
    await takeSnapshot(session, 'Fresh');
    expect((await snapshots(session))[1]!.timeUnknownCount).toBeUndefined();
  });

  test('is not reported for running streams, since the host does not say in which cells they are', async () => {
    const opened = await openWorkbook();
    opened.workbook.loadSaved('A1', '=MD.LIVE("EURUSD")', 1.2);
    expect(await oldnessIn(opened)).toEqual(['from-before']);
    opened.session.cells.streams.add('LIVE');
    expect(await oldnessIn(opened)).toEqual([undefined]);
  });

  test('is known for more cells than the log holds between two looks', async () => {
    const { session, workbook } = await openWorkbook();
    for (let row = 0; row < 40_000; row++)
      session.cells.endCall(
        { isPreview: false, cancellation: { isCancelled: false } as never, address: `Sheet1!A${row + 1}` },
        1,
      );
    workbook.loadSaved('A1', '=MD.QUOTE("EURUSD")', 1);
    expect(await oldnessIn({ session })).toEqual([undefined]);
  });
});

describe('a workbook that wants its values refreshed when it is opened', () => {
  async function openAgain(opened: Opened): Promise<Opened> {
    const session = createTestSession({ service: opened.service, now: () => opened.clock.now });
    await session.ready;
    Object.assign(session, { host: { ...session.host, workbook: opened.workbook } });
    opened.workbook.session = session;
    await loadWorkbookSettings(session);
    await refreshOnOpen(session);
    await opened.workbook.settled();
    return { ...opened, session };
  }

  test('keeps that setting, and requests only the values from before', async () => {
    const opened = await openYesterday();
    expect((await openAgain(opened)).service.requests).toEqual([]);
    await saveRefreshesOnOpen(opened.session, true);
    const again = await openAgain(opened);
    expect(again.session.ofWorkbook.refreshesOnOpen).toBe(true);
    expect(again.service.requests.length).toBeGreaterThan(0);
    expect(await oldnessIn(again)).toEqual([undefined, undefined, undefined]);
    await saveRefreshesOnOpen(again.session, false);
    expect((await openAgain(opened)).session.ofWorkbook.refreshesOnOpen).toBeUndefined();
  });

  test('requests nothing for cells that were calculated meanwhile', async () => {
    const { session, workbook, service, clock } = await openYesterday();
    await saveRefreshesOnOpen(session, true);
    await workbook.calculate([cellOf('Sheet1', 0, 0)]);
    await workbook.settled();
    clock.now += 60_000;
    await refreshOnOpen(session);
    await workbook.settled();
    const symbols = service.requests.map(({ query }) => new URLSearchParams(query).get('symbols'));
    expect([symbols[0], symbols.slice(1).join()]).toEqual(['EURUSD', expect.not.stringContaining('EURUSD')]);
    expect(symbols.slice(1).join()).toContain('GBPUSD');
  });

  test('requests nothing if that takes more requests than are allowed', async () => {
    const opened = await openWorkbook();
    for (let row = 1; row <= 101; row++) opened.workbook.loadSaved(`A${row}`, `=MD.FILINGS("T${row}")`, 'x');
    await saveRefreshesOnOpen(opened.session, true);
    const again = await openAgain(opened);
    expect(again.service.requests).toEqual([]);
    expect(again.session.activity.notes.at(-1)?.text).toContain('about 101 requests');
  });
});

describe('a cell that goes on showing an older value', () => {
  /** A workbook that keeps the old value of a cell, wholly or in part, once it has one. */
  async function openKeeping(formula: string, kept: 'all' | 'first' | 'last') {
    const opened = await openWorkbook();
    const { session, workbook, market, clock } = opened;
    session.cells.watch(session.part(GivenResults));
    await workbook.enter('A1', [formula]);
    market.price = 2;
    clock.now += 60_000;
    workbook.keeping.set('Sheet1!A1', kept);
    await refreshAll(opened);
    return opened;
  }

  test.each([
    ['=MD.QUOTE("EURUSD")', 'all'],
    ['=MD.QUOTE("EURUSD,GBPUSD")', 'all'],
    ['=MD.QUOTE("EURUSD,GBPUSD")', 'first'],
    ['=MD.QUOTE("EURUSD,GBPUSD")', 'last'],
    ['=MD.QUOTE("EURUSD","bid,ask",,,TRUE)', 'last'],
  ] as const)('has no time: %s, %s of it', async (formula, kept) => {
    const opened = await openKeeping(formula, kept);
    const { session, workbook } = opened;
    expect(await scanCells(session)).toEqual([
      expect.objectContaining({ oldness: 'not-shown', readAt: undefined, priceTime: undefined }),
    ]);
    await workbook.select(cellOf('Sheet1', 0, 0));
    expect((await selectedCell(session)).filled).toMatchObject({ oldness: 'not-shown', readAt: undefined });
    const { id } = await takeSnapshot(session, 'Old');
    expect((await session.part(KeptSnapshots).readSnapshot(id)).runs[0]!.cells[0]).toMatchObject({
      readAt: null,
      isTimeUnknown: true,
    });
    expect(await trace(session, () => Infinity)).toEqual([
      expect.objectContaining({ trouble: 'stale', causeCount: 1 }),
    ]);
    await freeze(session, 'workbook');
    const [frozen, ...others] = await frozenBlocks(session);
    expect([frozen?.isTimeUnknown, frozen?.priceTime, others]).toEqual([true, undefined, []]);
  });

  test('has its time again once it shows the new value', async () => {
    const opened = await openKeeping('=MD.QUOTE("EURUSD")', 'all');
    opened.workbook.keeping.clear();
    await refreshAll(opened);
    expect(await scanCells(opened.session)).toEqual([
      expect.objectContaining({ oldness: undefined, readAt: 1_060_000 }),
    ]);
  });

  test('is not assumed if the result finds no room', async () => {
    const opened = await openWorkbook();
    opened.session.cells.watch(opened.session.part(GivenResults));
    await opened.workbook.enter('A2', ['mine']);
    await opened.workbook.enter('A1', ['=MD.QUOTE("EURUSD,GBPUSD")']);
    expect([await valuesOf(opened, 2), await oldnessIn(opened)]).toEqual([[['#SPILL!'], ['mine']], [undefined]]);
    await opened.workbook.select(cellOf('Sheet1', 0, 0));
    expect((await selectedCell(opened.session)).filled?.oldness).toBeUndefined();
  });

  test.each(['=MD.QUOTE("EURUSD")*2', '=IFERROR(MD.QUOTE("EURUSD"),0)', '=MD.QUOTE("EURUSD")+MD.QUOTE("GBPUSD")'])(
    'is not recognised in a formula that changes the value: %s',
    async (formula) => {
      const opened = await openKeeping(formula, 'all');
      expect(await oldnessIn(opened)).toEqual([undefined]);
    },
  );

  test.each([
    ['a text for a number', 'EURUSD', 'before'],
    ['a number for an error', '=MD.QUOTE("BAD")', 1.5],
    ['an error for a number', '=MD.QUOTE("EURUSD")', '#N/A'],
    ['an error for another one', '=MD.QUOTE("EURUSD","colour")', '#N/A'],
  ])('is seen in %s', async (_, formula, shown) => {
    const opened = await openWorkbook();
    const { session, workbook } = opened;
    session.cells.watch(session.part(GivenResults));
    const entered = formula.startsWith('=') ? formula : '=MD.QUOTE("EURUSD","symbol")';
    await workbook.enter('A1', [entered]);
    workbook.loadSaved('A1', entered, shown);
    expect(await oldnessIn(opened)).toEqual(['not-shown']);
  });
});

describe('older values that a host goes on showing', () => {
  useFakeTimers();

  test.each([
    ['=MD.QUOTE("EURUSD")', 'all'],
    ['=MD.QUOTE("EURUSD,GBPUSD")', 'last'],
    ['=MD.QUOTE("EURUSD,GBPUSD")', 'first'],
  ] as const)(
    'are calculated once more without a request, and listed if that does not help: %s',
    async (formula, kept) => {
      const opened = await openWorkbook();
      const { session, workbook, market, clock, service } = opened;
      const wait = async (seconds: number): Promise<void> => {
        clock.now += seconds * 1_000;
        await jest.advanceTimersByTimeAsync(seconds * 1_000);
      };
      const lost = session.part(LostResults);
      lost.start();
      const entered = workbook.enter('A1', [formula]);
      await wait(1);
      await entered;
      await wait(60);
      expect(lost.cells).toEqual([]);
      market.price = 2;
      workbook.keeping.set('Sheet1!A1', kept);
      await workbook.calculate([cellOf('Sheet1', 0, 0)]);
      await wait(1);
      const sent = service.requests.length;
      const calculate = jest.spyOn(workbook, 'calculate');
      await wait(60);
      expect(calculate).toHaveBeenCalledTimes(1);
      expect(service.requests).toHaveLength(sent);
      expect(lost.cells).toEqual([cellOf('Sheet1', 0, 0)]);
      expect(session.activity.notes.at(-1)?.text).toMatch(/^Excel goes on showing older values/);
      // The next time it helps.
      workbook.keeping.clear();
      await workbook.calculate([cellOf('Sheet1', 0, 0)]);
      await wait(60);
      expect(lost.cells).toEqual([]);
      expect(calculate).toHaveBeenCalledTimes(2);
    },
  );
});
