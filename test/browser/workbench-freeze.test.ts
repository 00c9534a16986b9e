import { freeze, frozenBlocks, thaw } from '../../src/app/freeze/freeze';
import { a1WithSheet } from '../../src/core/sheet/a1';
import { sessionOnPage } from './page-workbook';
import { useWorkbench } from './use-workbench';

const bench = useWorkbench();

beforeAll(async () => {
  await session.ready;
}, 120_000);

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
