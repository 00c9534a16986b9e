import { frozenBlocks, thaw } from '../../../../src/app/freeze/freeze';
import { compareSnapshot } from '../../../../src/app/snapshot/compare';
import { leaveSnapshot, showSnapshot } from '../../../../src/app/snapshot/show';
import { deleteSnapshot, snapshots, takeSnapshot } from '../../../../src/app/snapshot/snapshot';
import { a1WithSheet } from '../../../../src/core/sheet/a1';
import { type Opened, openWorkbook, valuesOf } from '../opened-workbook';

const never = new AbortController().signal;
const ignore = (): void => undefined;

async function openWithQuotes(): Promise<Opened> {
  const opened = await openWorkbook();
  await opened.workbook.enter('A1', ['=MD.QUOTE("EURUSD")'], ['=MD.QUOTE("GBPUSD")'], ['=MD.QUOTE("BAD")']);
  return opened;
}

/** The market moves, and every cell is calculated again. */
async function movePrices({ workbook, market, clock, session }: Opened, price: number): Promise<void> {
  market.price = price;
  clock.now += 60_000;
  const cells = await session.host.workbook.formulas();
  await workbook.calculate(cells.map(({ cell }) => cell));
  await workbook.settled();
}

const changesSince = async ({ session }: Opened, id: string) =>
  (await compareSnapshot(session, id)).changes.map(({ block, then, now, change }) => [
    a1WithSheet(block),
    then,
    now,
    change,
  ]);

describe('a snapshot', () => {
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
        isShown: false,
      },
    ]);
  });

  test('without a name is named after its time', async () => {
    const { session } = await openWithQuotes();
    expect((await takeSnapshot(session, ' ')).name).toBe('1970-01-01 00:16');
  });

  test('lists nothing for cells that did not change', async () => {
    const { session } = await openWithQuotes();
    const { id } = await takeSnapshot(session, 'A');
    expect(await compareSnapshot(session, id)).toEqual({ changes: [], sameCount: 3 });
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

  test('is refused while cells wait, with the number of such cells', async () => {
    const opened = await openWorkbook();
    opened.workbook.dead.add('Sheet1!A1');
    await opened.workbook.enter('A1', ['=MD.QUOTE("EURUSD")']);
    await expect(takeSnapshot(opened.session, 'A')).rejects.toThrow(
      '1 of the cells still wait for their values: take the snapshot when these are there',
    );
  });

  test('is refused if there is no formula', async () => {
    const { session } = await openWorkbook();
    await expect(takeSnapshot(session, 'A')).rejects.toThrow('There is no MD formula to keep: enter one first');
  });

  test('leaves nothing behind when it is deleted', async () => {
    const { session, workbook } = await openWithQuotes();
    const before = workbook.snapshot();
    const { id } = await takeSnapshot(session, 'A');
    await deleteSnapshot(session, id);
    expect(workbook.snapshot()).toEqual(before);
    expect(await snapshots(session)).toEqual([]);
  });

  test('is left out if somebody has damaged it', async () => {
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
    expect(await showSnapshot(session, id, ignore, never)).toEqual({ shownCount: 3, leftOutCount: 0 });
    expect(await valuesOf(opened, 3)).toEqual([[1], [1], ['#N/A']]);
    expect((await snapshots(session))[0]!.isShown).toBe(true);
    expect(await leaveSnapshot(session, id, ignore, never)).toBe(3);
    await workbook.settled();
    expect(await valuesOf(opened, 3)).toEqual([[2], [2], ['#N/A']]);
    expect((await snapshots(session))[0]!.isShown).toBe(false);
  });

  test('is not shown any more once its cells are thawed or deleted, so that another can be shown', async () => {
    const opened = await openWithQuotes();
    const { session, workbook } = opened;
    const [{ id }, other] = [await takeSnapshot(session, 'A'), await takeSnapshot(session, 'B')];
    await showSnapshot(session, id, ignore, never);
    await expect(showSnapshot(session, other.id, ignore, never)).rejects.toThrow('“A” is in the cells: hide it first');
    await thaw(session, await frozenBlocks(session), { overwriteEdited: true }, ignore, never);
    await workbook.settled();
    expect((await snapshots(session)).map(({ isShown }) => isShown)).toEqual([false, false]);
    expect(await showSnapshot(session, other.id, ignore, never)).toEqual({ shownCount: 3, leftOutCount: 0 });
    expect((await snapshots(session)).map(({ isShown }) => isShown)).toEqual([false, true]);
  });

  test('leaves formulas alone that were frozen before', async () => {
    const opened = await openWithQuotes();
    const { session, workbook } = opened;
    const { id } = await takeSnapshot(session, 'A');
    await workbook.enter('C1', ['=MD.QUOTE("USDJPY")']);
    await showSnapshot(session, id, ignore, never);
    await leaveSnapshot(session, id, ignore, never);
    await workbook.settled();
    expect((await workbook.formulas()).map(({ cell }) => a1WithSheet(cell))).toEqual([
      'Sheet1!A1',
      'Sheet1!C1',
      'Sheet1!A2',
      'Sheet1!A3',
    ]);
  });

  test('is the same as the snapshot while it is shown, and differs from another as their values do', async () => {
    const opened = await openWithQuotes();
    const earlier = await takeSnapshot(opened.session, 'A');
    await movePrices(opened, 2);
    const later = await takeSnapshot(opened.session, 'B');
    await showSnapshot(opened.session, earlier.id, ignore, never);
    expect(await changesSince(opened, earlier.id)).toEqual([]);
    expect(await changesSince(opened, later.id)).toEqual([
      ['Sheet1!A1', 2, 1, -0.5],
      ['Sheet1!A2', 2, 1, -0.5],
    ]);
  });

  test('is hidden before another one is shown', async () => {
    const opened = await openWithQuotes();
    const first = await takeSnapshot(opened.session, 'A');
    const second = await takeSnapshot(opened.session, 'B');
    await showSnapshot(opened.session, first.id, ignore, never);
    await expect(showSnapshot(opened.session, second.id, ignore, never)).rejects.toThrow(
      '“A” is in the cells: hide it first',
    );
  });
});
