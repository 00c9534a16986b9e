import { type Opened, openWorkbook, valuesOf } from '../opened-workbook';
import earlier from './kept-by-earlier.json';
import { frozenBlocks, thaw } from '../../../../src/app/workbook/freeze';
import { compareSnapshot, showSnapshot } from '../../../../src/app/workbook/snapshot-match';
import { deleteSnapshot, leaveSnapshot, snapshots, takeSnapshot } from '../../../../src/app/workbook/snapshot';
import type { CellValue } from '../../../../src/app/host';
import { a1WithSheet, parseA1 } from '../../../../src/core/sheet';

const QUOTES = ['=MD.QUOTE(A1)', '=MD.QUOTE(A2)&" <é> 100%"', '=MD.QUOTE("EURUSD,USDJPY","symbol,mid")'];

/** A workbook as an earlier version left it: `kept-by-earlier.json` is what that wrote. */
async function openEarlier(which: keyof typeof earlier): Promise<Opened> {
  const opened = await openWorkbook();
  const { workbook, market } = opened;
  Object.assign(market.prices, { EURUSD: 1.05, GBPUSD: 1.27, USDJPY: 156.5 });
  const { cells, names, parts } = earlier[which];
  for (const [address, formula, value, format] of cells as [string, string, CellValue, string][])
    await workbook.write([
      { block: parseA1(address, '')!, cells: [[{ ...(formula === '' ? { value } : { formula }), format }]] },
    ]);
  await workbook.track(
    names.map(([name = '', ...addresses]) => ({ name, blocks: addresses.map((one) => parseA1(one, '')!) })),
  );
  for (const [namespace, xml] of parts as [string, string][]) await workbook.writePart(namespace, xml);
  await workbook.settled();
  return opened;
}

const formulasOf = async ({ workbook }: Opened): Promise<string[]> =>
  (await workbook.formulas()).map(({ formula }) => formula).sort();

test('formulas that an earlier version froze are listed with their time, and thawed', async () => {
  const opened = await openEarlier('frozen');
  const frozen = await frozenBlocks(opened.session);
  expect(frozen.map(({ block, formula, at, isEdited }) => [a1WithSheet(block!), formula, at, isEdited])).toEqual([
    ['Sheet1!B1', QUOTES[0], 1_060_000, false],
    ['Sheet1!D1:E2', QUOTES[2], 1_060_000, false],
  ]);
  await thaw(opened.session, frozen);
  expect(await formulasOf(opened)).toEqual([...QUOTES].sort());
  // What is marked is written as it is today, and read again.
  expect(await frozenBlocks(opened.session)).toEqual([]);
});

test('a snapshot of an earlier version is compared, shown, left and deleted, beside a new one', async () => {
  const opened = await openEarlier('frozen');
  const { session, workbook, clock } = opened;
  await thaw(session, await frozenBlocks(session));
  await workbook.settled();
  clock.now += 60_000;
  workbook.insertRows('Sheet1', 5, 1);
  await workbook.enter('B3', [8]);
  const later = await takeSnapshot(session, 'Later');
  const [old] = await snapshots(session);
  expect(old).toMatchObject({
    name: 'Friday & <Monday>',
    at: 1_000_000,
    formulaCount: 3,
    resultCount: 1,
    isShown: false,
  });
  const { changes } = await compareSnapshot(session, old!.id);
  expect(changes.map(({ block, older, newer }) => [a1WithSheet(block), older, newer])).toEqual([
    ['Sheet1!B3', 7, 8],
    ['Sheet1!B1', 1.04, 1.05],
    ['Sheet1!E1', 1.04, 1.05],
  ]);
  expect(await showSnapshot(session, old!.id)).toEqual({ shownCount: 3, leftOutCount: 0 });
  expect((await valuesOf(opened, 2, 5)).map((row) => [row[1], row[4]])).toEqual([
    [1.04, 1.04],
    [1.27, 156.5],
  ]);
  expect(await leaveSnapshot(session, old!.id)).toBe(3);
  await deleteSnapshot(session, old!.id);
  expect((await snapshots(session)).map(({ id }) => id)).toEqual([later.id]);
});

test('a snapshot that an earlier version has put into the cells is shown, and can be left', async () => {
  const opened = await openEarlier('shown');
  const { session, workbook } = opened;
  const [shown] = await snapshots(session);
  expect(shown).toMatchObject({ isShown: true });
  expect(await compareSnapshot(session, shown!.id)).toMatchObject({ changes: [] });
  expect(await leaveSnapshot(session, shown!.id)).toBe(3);
  await workbook.settled();
  expect(await formulasOf(opened)).toEqual([...QUOTES].sort());
  expect(await snapshots(session)).toMatchObject([{ isShown: false }]);
});

test.each([
  ['formulas', 'urn:md-for-excel:frozen:mpwgX3t20n7dtt5'],
  ['a snapshot', 'urn:md-for-excel:snapshot:lfls_743l'],
])('%s that a newer version kept are not read as if their format were known', async (_, namespace) => {
  const { session, workbook } = await openEarlier('frozen');
  await workbook.writePart(namespace, `<kept xmlns="${namespace}" version="4">{}</kept>`);
  await expect(snapshots(session)).rejects.toThrow(
    'What this workbook keeps was written by a newer version of MD: load the add-in again',
  );
});
