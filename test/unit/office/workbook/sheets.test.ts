import { widenColumns } from '../../../../src/office/workbook/sheets';

/** An Excel of one sheet, whose columns are as wide as the test says. */
function withColumns(widths: Readonly<Record<string, number>>) {
  const formats = new Map(
    Object.entries(widths).map(([address, columnWidth]) => {
      const format = { columnWidth, load: () => format };
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

test('columns become as wide as their contents, except those that are wider already', async () => {
  const { context, widths } = withColumns({ B3: 48, C3: 200, D3: 48 });
  await widenColumns(context, { sheet: 'Model', row: 2, column: 1, rows: 5, columns: 3 }, [20, 20, 2]);
  expect(widths()).toEqual({ B3: 108.75, C3: 200, D3: 48 });
});
