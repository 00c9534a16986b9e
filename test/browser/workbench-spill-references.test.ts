import { useWorkbench } from './use-workbench';

const bench = useWorkbench();

/** Writes formulas into a sheet of its own, as the pane does. */
const write = (address: { row: number; column: number }, ...formulas: readonly string[]): Promise<unknown> =>
  bench.page.evaluate(
    ([place, rows]) =>
      window.workbench!.session.host.workbook.write(
        { sheet: 'Scratch', ...place, rows: rows.length, columns: 1 },
        rows.map((formula) => [{ formula }]),
      ),
    [address, formulas] as const,
  );

const G10 = { row: 9, column: 6 };
const I10 = { row: 9, column: 8 };

test('a spill that is referred to by its first cell alone spills again, as in Excel', async () => {
  await write(G10, '=SEQUENCE(3)');
  await bench.shows('Scratch!G12', (value) => value === 3);
  await write(I10, '=G10#');
  await bench.shows('Scratch!I12', (value) => value === 3);
  expect(await bench.texts('Scratch!I10', 'Scratch!I11', 'Scratch!I12', 'Scratch!I13')).toEqual(['1', '2', '3', '']);
});

test('it follows a spill that becomes longer or shorter, also of our own functions', async () => {
  await write(G10, '=MD.QUOTE("EURUSD,GBPUSD,USDJPY,AUDUSD")');
  await bench.shows('Scratch!I13', (value) => typeof value === 'number');
  await write(G10, '=MD.QUOTE("EURUSD,GBPUSD")');
  await bench.shows('Scratch!I12', (value) => value === null || value === '');
  await bench.shows('Scratch!I11', (value) => typeof value === 'number');
});
