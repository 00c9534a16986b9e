import { EmulatedWorkbook } from './emulator/workbook/emulated-workbook';
import { useOffice } from './opened';
import { loadCode } from './workbook-code';

declare const window: Window & { mdInFrame: typeof import('./in-frame') };

const THEIRS = [
  '=BDP("EUR Curncy","PX_LAST")',
  '=_xll.BDP("GBP Curncy","PX_BID")*2',
  '=BDP("AAPL US Equity","PX_VOLUME")',
];
const OURS = ['=MD.QUOTE("EURUSD","mid")', '=MD.QUOTE("GBPUSD","bid")*2', '=BDP("AAPL US Equity","PX_VOLUME")'];

describe('formulas of other add-ins in Excel', () => {
  const office = useOffice();

  test('are translated in one step, which a single undo takes back', async () => {
    const book = new EmulatedWorkbook('Model');
    const excel = await office.open({ workbook: book });
    // As Excel shows them where the other add-in is missing.
    for (const [index, formula] of THEIRS.entries())
      book.sheet('Model').put(index + 1, 1, { value: '#NAME?', isError: true, formula });
    await loadCode(excel);
    const report = await excel.pane.evaluate(async () => {
      const { ExcelWorkbook, fixCells, plansOf, planTranslations } = window.mdInFrame;
      const workbook = await ExcelWorkbook.open();
      const block = { sheet: 'Model', row: 1, column: 1, rows: 3, columns: 1 };
      return fixCells(workbook, plansOf((await planTranslations(workbook, block, 'currencies'))!));
    });
    expect(report).toEqual({ fixedCount: 2, changed: [] });
    const shown = (): (string | undefined)[] => ['B2', 'B3', 'B4'].map((address) => book.cell(address).formula);
    expect(shown()).toEqual(OURS);
    await book.settled();
    await book.undo();
    expect(shown()).toEqual(THEIRS);
  });

  test('have their translation in the pane as soon as one is selected', async () => {
    const book = new EmulatedWorkbook('Model');
    const excel = await office.open({ workbook: book });
    book.sheet('Model').put(1, 1, { value: '#NAME?', isError: true, formula: THEIRS[0]! });
    await excel.showPane();
    const { pane } = excel;
    await pane.getByRole('tab', { name: 'Cells' }).click();
    await excel.select('B2');
    const section = pane.getByRole('region', { name: 'Selected cell' });
    await section.getByText(OURS[0]!).waitFor();
    await section.getByRole('button', { name: 'Insert' }).click();
    await section.getByRole('button', { name: 'Replace' }).click();
    await section.getByText(' s old, from ').waitFor();
    expect(book.cell('B2').formula).toBe(OURS[0]);
  });
});
