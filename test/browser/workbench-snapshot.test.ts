import path from 'node:path';
import { TRAITS } from '../../src/functions/generated/function-traits';
import { sessionOnPage } from './page-workbook';
import { useWorkbench } from './use-workbench';
import { button, openFile, saveFile, useFolder } from './workbook-files';
import { snapshots, takeSnapshot, leaveSnapshot, showSnapshot } from '../../src/app/workbook/snapshot';
import { isWaiting, scanCells } from '../../src/app/workbook/cells';
import { compareSnapshot } from '../../src/app/workbook/snapshot-compare';
import { a1WithSheet } from '../../src/core/sheet';

const bench = useWorkbench();
const session = sessionOnPage(bench);
const file = path.join(useFolder(), 'Memo.xlsx');
const never = new AbortController().signal;
const ignore = (): void => undefined;

beforeAll(async () => {
  await session.ready;
  await everyCellHasItsValue();
});

async function everyCellHasItsValue(): Promise<void> {
  while ((await scanCells(session)).some(({ error }) => isWaiting(error)));
}

async function reopen(): Promise<void> {
  await button(bench, 'New').click();
  await bench.page.waitForFunction(() => document.title === 'New workbook – MD workbench');
  await openFile(bench, file);
  await bench.shows('Model!N12', (value) => typeof value === 'number');
  await everyCellHasItsValue();
}

test('a snapshot survives a download: the reopened file can compare it and show its values', async () => {
  const { id } = await takeSnapshot(session, 'Memo', TRAITS);
  const [then, below] = [(await bench.cell('Model!C6')).value, (await bench.cell('Model!C7')).value];
  await saveFile(bench, file);
  await reopen();

  expect(await snapshots(session)).toEqual([expect.objectContaining({ id, name: 'Memo', isShown: false })]);
  // Another pair, so that there is something to tell.
  await bench.type('Model!B6', 'USDJPY');
  await bench.shows('Model!C6', (value) => Number(value) > 50);
  const { changes } = await compareSnapshot(session, id, TRAITS);
  const change = changes.find(({ block }) => a1WithSheet(block) === 'Model!C6');
  expect(change).toMatchObject({
    older: then,
    newer: (await bench.cell('Model!C6')).value,
    change: undefined,
    difference: 'symbol',
    olderNames: ['EURUSD'],
    newerNames: ['USDJPY'],
  });

  await showSnapshot(session, id, TRAITS, ignore, never);
  // Nothing was kept of the other pair, and the value of the first one must not stand beside it.
  expect((await bench.cell('Model!C6')).value ?? '').toBe('');
  expect((await bench.cell('Model!C7')).value).toBe(below);
  expect((await snapshots(session))[0]?.isShown).toBe(true);
  await leaveSnapshot(session, id, ignore, never);
  await bench.shows('Model!C6', (value) => Number(value) > 50);
});
