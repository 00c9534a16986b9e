import { parseA1 } from '../../../../src/core/sheet';
import { sampleModel } from '../../../../src/workbench/sheet/sample-model';
import { NodeWorkbench } from '../../../support/node-workbench';

/** Rates and values in dollars, total included, and the figures in the second row. */
async function shownModel(blocked?: string) {
  const workbench = new NodeWorkbench({ sandbox: { now: () => Date.UTC(2026, 10, 25, 15) } });
  const model = sampleModel();
  if (blocked) {
    const { row, column } = parseA1(blocked, '')!;
    Object.values(model.sheets!)[0]!.cellData![row]![column]!.v = 'in the way';
  }
  const settled = workbench.settled();
  workbench.openNew(model);
  await settled;
  const blocks = await workbench.workbook.read(['M7:N12', 'K2:N2'].map((address) => parseA1(address, 'Model')!));
  return blocks.map((rows) => rows.map((cells) => cells.map(({ value }) => value)));
}

it('values each currency at its rate in dollars', async () => {
  const [rates, figures] = await shownModel();
  expect(rates!.flat().filter((value) => value !== '')).toEqual(Array(11).fill(expect.any(Number)));
  expect(figures).toEqual([['Prices missing', 0, 'Last quote', expect.any(Number)]]);
});

it('has errors, and no 0, where the prices that it needs are blank', async () => {
  const [rates, figures] = await shownModel('E25');
  expect(rates!.flat().filter((value) => value !== '')).toEqual(
    Array(11).fill(expect.stringMatching(/^#(?:N\/A|DIV\/0!)$/)),
  );
  expect(figures).toEqual([['Prices missing', 20, 'Last quote', 'none']]);
});
