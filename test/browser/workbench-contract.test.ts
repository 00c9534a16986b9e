import { readBlock, withoutBlocks } from '../../src/app/workbook/block-contents';
import { workbookOf } from './page-workbook';
import { useWorkbench } from './use-workbench';
import { describeWorkbook, type OpenedWorkbook } from '../support/workbook-contract';
import { a1, cellOf } from '../../src/core/sheet';

const bench = useWorkbench();

describeWorkbook('the workbench', openSheets, { formatsValues: true });

/** On two sheets that are added to the open workbook. */
async function openSheets(): Promise<OpenedWorkbook> {
  const door = workbookOf(bench);
  const add = (name: string): Promise<string> => door.addSheet({ name, columnWidths: [], rows: [] });
  const [model, data] = [await add('Model'), await add('My data')];
  const PROBE = 'probe';
  /** Menus act a moment after the click: until what stands below has moved. */
  async function untilMoved(click: () => Promise<void>, from: number, to: number): Promise<void> {
    await door.select(cellOf(model, 0, 0));
    await door.track([{ name: PROBE, blocks: [cellOf(model, from, 0)] }]);
    await click();
    while ((await door.tracked(PROBE)).get(PROBE)?.[0]?.row !== to) await bench.page.evaluate(nextFrame);
    await door.track(withoutBlocks([PROBE]));
    // A menu that goes would take the next click.
    await bench.page.locator('button', { hasText: 'rows above' }).first().waitFor({ state: 'hidden' });
  }
  return {
    workbook: door,
    sheets: [model, data],
    settled: () => settled(door, [model, data]),
    userSelects: async (selected) => {
      if ((await door.selection()).sheet !== selected.sheet) await door.select(cellOf(selected.sheet, 0, 0));
      await bench.select(a1(selected));
    },
    watchSelection: async () => {
      const watch = await bench.page.evaluateHandle(() => {
        const state: { count: number; called?: Promise<void>; stop?: () => void } = { count: 0 };
        state.called = new Promise((resolve) => {
          state.stop = window.workbench!.session.host.workbook.on('selected', () => {
            state.count++;
            resolve();
          });
        });
        return state;
      });
      return {
        called: () => watch.evaluate(({ called }) => called),
        count: () => watch.evaluate(({ count }) => count),
        stop: () => watch.evaluate(({ stop }) => stop!()),
      };
    },
    insertRow: (row) => untilMoved(() => bench.insertRowAbove(row + 1), row, row + 1),
    deleteRow: (row) => untilMoved(() => bench.deleteRow(row + 1), row + 1, row),
    evaluations: () => bench.page.evaluate(() => window.workbench!.session.activity.counts.cells),
  };
}

const nextFrame = (): Promise<unknown> => new Promise(requestAnimationFrame);

/** Beyond what the agreement looks at. */
const BARRIER = { row: 0, column: 51, rows: 1, columns: 1 };
let barrier = 0;

/**
 * Until a formula that is written now has its value, and with it all that were written before: no formula waits for its
 * own any more.
 */
async function settled(door: OpenedWorkbook['workbook'], sheets: readonly string[]): Promise<void> {
  const isWaiting = async (): Promise<boolean> => {
    const cells = await Promise.all(
      sheets.map((sheet) => readBlock(door, { sheet, row: 0, column: 0, rows: 10, columns: 10 })),
    );
    return cells.flat(2).some(({ value }) => value === '#GETTING_DATA');
  };
  const pass = async (): Promise<void> => {
    const cell = { ...BARRIER, sheet: sheets[0]! };
    barrier += 1;
    await door.write([{ block: cell, cells: [[{ formula: `=${barrier}` }]] }]);
    while ((await readBlock(door, cell))[0]![0]!.value !== barrier) await bench.page.evaluate(nextFrame);
  };
  do await pass();
  while (await isWaiting());
  // A result that comes may make room for another one.
  await pass();
}
