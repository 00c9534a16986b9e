import { at } from './addresses';
import type { EmulatedExcel } from './emulator/emulated-excel';
import { EmulatedWorkbook } from './emulator/workbook/emulated-workbook';
import { useOffice } from './opened';
import { loadCode } from './workbook-code';
import type { FrozenBlock, ThawReport, FreezeReport } from '../../src/app/workbook/freeze';

declare const window: Window & { mdInFrame: typeof import('./in-frame') };

const FORMULA = '=MD.QUOTE({"EURUSD";"GBPUSD"})';

/** Runs in the add-in's frame, on a session of its own. */
async function freeze(excel: EmulatedExcel): Promise<FreezeReport> {
  await loadCode(excel);
  return excel.pane.evaluate(async () => {
    const { ExcelHost, Session, freeze: run } = window.mdInFrame;
    return run(
      new Session(new ExcelHost(Promise.resolve())),
      'workbook',
      () => undefined,
      new AbortController().signal,
    );
  });
}

async function thawAll(excel: EmulatedExcel): Promise<ThawReport & { readonly found: readonly FrozenBlock[] }> {
  await loadCode(excel);
  return excel.pane.evaluate(async () => {
    const { ExcelHost, Session, frozenBlocks, thaw } = window.mdInFrame;
    const session = new Session(new ExcelHost(Promise.resolve()));
    const found = await frozenBlocks(session);
    return {
      found,
      ...(await thaw(session, found, { overwriteEdited: false }, () => undefined, new AbortController().signal)),
    };
  });
}

describe('freezing a workbook in Excel', () => {
  const office = useOffice();

  async function frozenWorkbook(): Promise<{ excel: EmulatedExcel; book: EmulatedWorkbook }> {
    const book = new EmulatedWorkbook('Model');
    const excel = await office.open({ workbook: book });
    await excel.type('B2', FORMULA);
    await excel.type('B9', '=MD.CONVERT(0,"EUR","USD")');
    expect(await freeze(excel)).toEqual({ frozenCount: 2, errorCount: 0, hasSpills: true, skipped: [] });
    return { excel, book };
  }

  test('replaces formulas with their values, and stores the formulas where no user sees them', async () => {
    const { book } = await frozenWorkbook();
    expect(['B2', 'B3', 'B9'].map((address) => book.cell(address))).toEqual([
      { value: expect.any(Number), isError: false },
      { value: expect.any(Number), isError: false },
      { value: 0, isError: false },
    ]);
    expect([...book.names.values()].map(({ isVisible }) => isVisible)).toEqual([false, false]);
    expect(book.parts.size).toBe(1);
  });

  test('is undone in the moved rows, after the workbook was saved and opened again', async () => {
    const { excel, book } = await frozenWorkbook();
    const [before] = book.valuesOf('B2', 'Model');
    book.moveRows('Model', 0, 3);
    await excel.close();
    const again = await office.open({ workbook: book });
    expect(await thawAll(again)).toMatchObject({ thawedCount: 2, skipped: [] });
    await book.settled();
    expect([book.cell('B5').formula, book.cell('B12').formula]).toEqual([FORMULA, '=MD.CONVERT(0,"EUR","USD")']);
    expect(book.sheet('Model').spillFrom(4, 1)).toEqual(at('B5:B6'));
    expect(before).toEqual([expect.any(Number)]);
  });

  test('is undone where the user sees columns as numbers', async () => {
    const { excel, book } = await frozenWorkbook();
    book.numbersColumns = true;
    expect(await thawAll(excel)).toMatchObject({ thawedCount: 2, skipped: [] });
    await book.settled();
    expect([book.cell('B2').formula, book.cell('B9').formula]).toEqual([FORMULA, '=MD.CONVERT(0,"EUR","USD")']);
  });

  test.each([
    ['a few names', true, 6],
    ['a name for each cell where Excel defines no name by a formula', false, 600],
  ])('takes %s for hundreds of cells, and is undone in the moved rows', async (_, takesNameFormulas, mostNames) => {
    const book = new EmulatedWorkbook('My model');
    book.takesNameFormulas = takesNameFormulas;
    const excel = await office.open({ workbook: book });
    const sheet = book.sheet('My model');
    // The last ones lie apart from each other.
    for (let row = 0; row < 300; row++)
      sheet.put(row, row < 150 ? 1 : 1 + (row % 2), {
        value: row,
        isError: false,
        formula: `=MD.CONVERT(${row},"EUR","USD")`,
      });
    expect(await freeze(excel)).toEqual({ frozenCount: 300, errorCount: 0, hasSpills: false, skipped: [] });
    expect(book.names.size).toBeLessThanOrEqual(mostNames);
    expect([...book.names.values()].some(({ isVisible }) => isVisible)).toBe(false);
    book.moveRows('My model', 100, 2);
    expect(await thawAll(excel)).toMatchObject({ thawedCount: 300, skipped: [] });
    await book.settled();
    expect(['B100', 'B103', 'C302', 'B302'].map((address) => book.cell(address).formula)).toEqual([
      '=MD.CONVERT(99,"EUR","USD")',
      '=MD.CONVERT(100,"EUR","USD")',
      '=MD.CONVERT(299,"EUR","USD")',
      undefined,
    ]);
  });

  test('is offered again after Excel’s own undo of thawing, which brings back cells alone', async () => {
    const { excel, book } = await frozenWorkbook();
    expect(await thawAll(excel)).toMatchObject({ thawedCount: 2 });
    await book.settled();
    expect((await thawAll(excel)).found).toEqual([]);
    // Thawing clears the cells, then writes their formulas.
    await book.undo();
    await book.undo();
    expect(['B2', 'B9'].map((address) => book.cell(address).formula)).toEqual([undefined, undefined]);
    book.moveRows('Model', 0, 1);
    const again = await thawAll(excel);
    expect(new Set(again.found.map(({ block, isEdited, thawed }) => [block, isEdited, typeof thawed?.at]))).toEqual(
      new Set([
        [at('B3:B4'), false, 'number'],
        [at('B10'), false, 'number'],
      ]),
    );
    expect(again).toMatchObject({ thawedCount: 2, skipped: [] });
    await book.settled();
    expect([book.cell('B3').formula, book.cell('B10').formula]).toEqual([FORMULA, '=MD.CONVERT(0,"EUR","USD")']);
  });
});
