import { useWorkbench } from './use-workbench';

const bench = useWorkbench();

beforeAll(async () => {
  await bench.openScratch();
});

const press = (key: string, address: string, satisfies: (value: unknown) => boolean): Promise<void> =>
  bench.press(key, address, satisfies);

const tracked = (): Promise<number | undefined> =>
  bench.page.evaluate(async () => (await window.workbench?.session.host.workbook.tracked('MD_frozen_'))?.size);

test('a change made in one step is undone in one step, with the names and parts that came with it', async () => {
  await bench.paste('B2', [['=MD.QUOTE("EURUSD")'], ['text']]);
  await bench.shows('B2', (value) => typeof value === 'number');
  await bench.page.evaluate(async () => {
    const { workbook } = window.workbench!.session.host;
    const block = { sheet: 'Scratch', row: 1, column: 1, rows: 1, columns: 1 };
    await workbook.asOneStep?.(async () => {
      await workbook.track([{ name: 'MD_frozen_1', blocks: [block] }]);
      await workbook.writePart('urn:test', '<a xmlns="urn:test"/>');
      await workbook.clear(block);
      await workbook.write(block, [[{ value: 1.5, format: '0.00' }]]);
    });
  });
  expect((await bench.shows('B2', (value) => value === 1.5)).text).toBe('1.50');
  expect(await tracked()).toBe(1);
  await press('Control+z', 'B2', (value) => typeof value === 'number' && value !== 1.5);
  expect(await tracked()).toBe(0);
  expect(await bench.page.evaluate(() => window.workbench?.session.host.workbook.readPart('urn:test'))).toBeUndefined();
  await press('Control+y', 'B2', (value) => value === 1.5);
  expect(await tracked()).toBe(1);
});

test('an insertion that replaces cells is undone in one step', async () => {
  await bench.paste('H2', [['one', 'two']]);
  await bench.page.evaluate(async () => {
    const { workbook } = window.workbench!.session.host;
    const block = { sheet: 'Scratch', row: 1, column: 7, rows: 1, columns: 2 };
    await workbook.asOneStep?.(async () => {
      await workbook.clear(block);
      await workbook.write({ ...block, columns: 1 }, [[{ formula: '=SEQUENCE(1,2)' }]]);
      await workbook.widen?.(block, [30, 5]);
    });
  });
  await bench.shows('I2', (value) => value === 2);
  await press('Control+z', 'I2', (value) => value === 'two');
  expect(await bench.texts('H2', 'I2')).toEqual(['one', 'two']);
});

test('one undo restores errors that were fixed, in one cell or in all of a kind', async () => {
  const { page } = bench;
  const wrong = ['=MD.QUOTE("EURUSD=X")', '=MD.QUOTE("GBP USD","bid")'];
  const formulas = (): Promise<(string | undefined)[]> =>
    page.evaluate(async () => {
      const block = { sheet: 'Scratch', row: 19, column: 1, rows: 2, columns: 1 };
      return (await window.workbench!.session.host.workbook.read(block)).map(([cell]) => cell?.formula);
    });
  await bench.paste(
    'B20',
    wrong.map((formula) => [formula]),
  );
  for (const address of ['B20', 'B21']) await bench.shows(address, (value) => value === '#N/A');
  await page.getByRole('tab', { name: 'Cells' }).click();
  await page.getByRole('button', { name: 'Fix all 2 like it' }).first().click();
  await bench.shows('B21', (value) => typeof value === 'number');
  expect(await formulas()).toEqual(['=MD.QUOTE("EURUSD")', '=MD.QUOTE("GBPUSD","bid")']);
  await press('Control+z', 'B21', (value) => value === '#N/A');
  expect(await formulas()).toEqual(wrong);
  await page.getByRole('button', { name: 'Fix Scratch!B20' }).click();
  await bench.shows('B20', (value) => typeof value === 'number');
  await press('Control+z', 'B20', (value) => value === '#N/A');
  expect(await formulas()).toEqual(wrong);
});

test('a deleted sheet comes back in one step, with the values of formulas that refer to it', async () => {
  const { page } = bench;
  const sheets = (): Promise<unknown> => page.evaluate(() => window.workbench?.session.host.workbook.sheetNames());
  await page.evaluate(() => {
    window.workbench?.setFormula('Scratch!K1', 'kept');
    window.workbench?.setFormula('Model!T1', '=Scratch!K1&"!"');
  });
  await bench.shows('Model!T1', (value) => value === 'kept!');
  await page.getByText('Scratch', { exact: true }).click({ button: 'right' });
  await page.getByText('Delete', { exact: true }).click();
  await page.getByRole('button', { name: 'OK', exact: true }).click();
  await bench.shows('Model!T1', (value) => value === '#REF!');
  expect(await sheets()).toEqual(['Model']);
  await press('Control+z', 'Model!T1', (value) => value === 'kept!');
  expect(await sheets()).toEqual(['Model', 'Scratch']);
  await press('Control+y', 'Model!T1', (value) => value === '#REF!');
  expect(await sheets()).toEqual(['Model']);
  await press('Control+z', 'Model!T1', (value) => value === 'kept!');
  expect(await bench.texts('Scratch!K1')).toEqual(['kept']);
});
