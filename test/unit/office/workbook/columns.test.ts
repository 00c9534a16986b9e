import { writeParts } from '../../../../src/office/workbook/cells';

const USUAL = 48;

/** An Excel of one sheet, whose columns are as wide as the test says. */
function withColumns(widths: Readonly<Record<string, number>>) {
  const formats = new Map(
    Object.entries(widths).map(([address, columnWidth]) => {
      const format = { columnWidth, useStandardWidth: columnWidth === USUAL, load: () => format };
      return [address, format];
    }),
  );
  const getRange = (address: string) => ({ format: formats.get(address), untrack: () => undefined });
  const workbook = { worksheets: { getItem: () => ({ getRange }) } };
  return {
    context: { workbook, sync: () => Promise.resolve() } as unknown as Excel.RequestContext,
    widths: () => Object.fromEntries([...formats].map(([address, { columnWidth }]) => [address, columnWidth])),
  };
}

test('columns of the usual width become as wide as their contents; a chosen width stays, even a small one', async () => {
  const { context, widths } = withColumns({ B3: USUAL, C3: 200, D3: USUAL, E3: 30 });
  const block = { sheet: 'Model', row: 2, column: 1, rows: 5, columns: 4 };
  await writeParts(context, [{ block, cells: [], widths: [20, 20, 2, 20] }]);
  expect(widths()).toEqual({ B3: 108.75, C3: 200, D3: USUAL, E3: 30 });
});
