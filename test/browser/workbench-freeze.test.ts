import path from 'node:path';
import { HAS_LIBRE_OFFICE_AT_NIGHT, throughLibreOffice } from '../support/libre-office';
import { sessionOnPage } from './page-workbook';
import { useWorkbench } from './use-workbench';
import { openFile, saveFile, useFolder } from './workbook-files';
import { frozenBlocks } from '../../src/app/workbook/frozen';
import { freeze } from '../../src/app/workbook/freeze';
import { thaw } from '../../src/app/workbook/thaw';
import { a1WithSheet, type Block } from '../../src/core/sheet';

const bench = useWorkbench();
const folder = useFolder();

beforeAll(async () => {
  await session.ready;
});

const session = sessionOnPage(bench);
const { workbook } = session.host;

const ignore = (): void => undefined;
const never = new AbortController().signal;

test('freezing keeps the values of the sample model, and thawing restores the formulas', async () => {
  const cells = await workbook.formulas();
  const shown = (): Promise<unknown[]> =>
    Promise.all(
      cells.map(async ({ spill }) => (await workbook.read(spill)).map((row) => row.map(({ value }) => value))),
    );
  const before = await shown();
  expect(cells.some(({ spill }) => spill.rows > 1)).toBe(true);
  expect(await freeze(session, 'workbook', ignore, never)).toEqual({ frozenCount: cells.length, skipped: [] });
  expect(await workbook.formulas()).toEqual([]);
  expect(await shown()).toEqual(before);
  const frozen = await frozenBlocks(session);
  expect(frozen.filter(({ isEdited }) => isEdited)).toEqual([]);
  expect(await thaw(session, frozen, { overwriteEdited: false }, ignore, never)).toEqual({
    thawedCount: cells.length,
    skipped: [],
  });
  const namesOf = (all: typeof cells): string[] => all.map(({ cell, formula }) => `${a1WithSheet(cell)} ${formula}`);
  expect(namesOf(await workbook.formulas())).toEqual(namesOf(cells));
  expect(await frozenBlocks(session)).toEqual([]);
});

(HAS_LIBRE_OFFICE_AT_NIGHT ? test : test.skip)(
  'what is frozen comes back from a file that LibreOffice has saved (at night, where it is installed)',
  async () => {
    const nameOf = ({ cell, formula }: { cell: Block; formula: string }): string => `${a1WithSheet(cell)} ${formula}`;
    await bench.shows('Model!N12', (value) => typeof value === 'number');
    await bench.shows('Model!H30', (value) => value === '10-K');
    const before = (await workbook.formulas()).map(nameOf).sort();
    await freeze(session, 'workbook', ignore, never);
    const file = path.join(folder, 'frozen.xlsx');
    await saveFile(bench, file);
    await openFile(bench, throughLibreOffice(file, folder));
    await bench.page.waitForFunction(() => document.title.includes('frozen'));
    const frozen = await frozenBlocks(session);
    expect(frozen.map(({ block, formula }) => nameOf({ cell: firstOf(block!), formula })).sort()).toEqual(before);
    const edited = frozen.filter(({ isEdited }) => isEdited).map(({ formula }) => formula);
    expect(edited).toEqual([]);
    const { thawedCount } = await thaw(session, frozen, { overwriteEdited: false }, ignore, never);
    expect(thawedCount).toBe(before.length);
    expect((await workbook.formulas()).map(nameOf).sort()).toEqual(before);
  },
);

const firstOf = (block: Block): Block => ({ ...block, rows: 1, columns: 1 });
