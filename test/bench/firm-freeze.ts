import { EmulatedWorkbook } from '../excel/emulator/workbook/emulated-workbook';
import { builtAddIn } from './built';
import { type OpenExcel, withExcel } from './excel';
import { type Figure, figureInTurn, roundsOf } from './figure';

const ROUNDS = { rounds: roundsOf(5) };
const [FEW, MANY] = [1_000, 10_000];
const MAX_MS = 300_000;

/**
 * What freezing a formula takes among 10,000 that lie apart from each other, against one among 1,000, in the emulated
 * Excel.
 */
export const firmFreeze = (): Promise<Figure[]> =>
  withExcel(async (open) => {
    const msPerCell = async (count: number): Promise<number> => (await msToFreeze(count, open)) / count;
    const against = `freezing a cell among ${FEW.toLocaleString('en')}; ours is one among ${MANY.toLocaleString('en')}`;
    return [
      await figureInTurn({ name: 'firm.freeze', unit: 'ms per cell', against, goal: 1.3 }, ROUNDS, {
        ours: () => msPerCell(MANY),
        baseline: () => msPerCell(FEW),
      }),
    ];
  });

async function msToFreeze(count: number, open: OpenExcel): Promise<number> {
  const workbook = new EmulatedWorkbook();
  const [sheet] = workbook.sheets;
  // In every other row, with a symbol beside it.
  for (let row = 0; row < 2 * count; row += 2) {
    sheet!.put(row, 0, { value: `S${row}`, isError: false });
    sheet!.put(row, 1, { value: 1.1, isError: false, formula: `=MD.QUOTE(A${row + 1})` });
  }
  const stored = { 'md.apiKey': 'demo', 'md.serviceAddress': '{add-in}/service' };
  const excel = await open(builtAddIn(), { workbook, stored });
  await excel.showPane();
  const { pane } = excel;
  const total = count.toLocaleString('en');
  await pane.getByRole('tab', { name: 'Cells' }).click();
  await pane.getByText(`${total} cells`).first().waitFor({ timeout: MAX_MS });
  await pane.getByText('Freeze and share').click();
  await pane.getByRole('button', { name: 'Freeze: Whole workbook', exact: true }).click();
  const start = performance.now();
  await pane.getByRole('button', { name: 'Freeze', exact: true }).click();
  await pane.getByText(`${total} formulas frozen`).first().waitFor({ timeout: MAX_MS });
  const ms = performance.now() - start;
  await excel.close();
  return ms;
}
