import { EmulatedWorkbook } from './emulator/workbook/emulated-workbook';
import { at } from './addresses';
import { type OpenOptions, useOffice } from './opened';
import { RemoteWorkbook } from './workbook-code';

/** Where a message may be smaller, smaller texts are too many for it; Excel's own limit is tried at night. */
const MAX_MESSAGE = process.env.MD_TESTS === 'all' ? 5_000_000 : 200_000;
const TEXTS_PER_MESSAGE = 160;

describe('the formulas of a workbook', () => {
  const office = useOffice();

  async function open(options: OpenOptions = {}) {
    const book = new EmulatedWorkbook('Model', 'Data');
    const excel = await office.open({ workbook: book, ...options });
    return { excel, book, workbook: await RemoteWorkbook.in(excel) };
  }

  test('are those that call our functions, sheet by sheet and row by row', async () => {
    const { excel, book, workbook } = await open();
    for (const address of ['Data!A1', 'Model!B1', 'Model!A2', 'Model!A1'])
      await excel.type(address, '=MD.CONVERT(0,"EUR","USD")');
    book.type('C1', "'=MD.QUOTE(A1)");
    book.type('C2', 'MD.QUOTE of the day');
    expect((await workbook.formulas()).map(({ cell }) => cell)).toEqual(
      ['Model!A1', 'Model!B1', 'Model!A2', 'Data!A1'].map(at),
    );
  });

  test('come with the value of the cell, its error, its table and the cells that it fills', async () => {
    const { excel, book, workbook } = await open();
    await excel.type('A1', '=MD.QUOTE({"EURUSD";"GBPUSD"},"all")');
    await excel.type('A4', '=MD.QUOTE("NOSUCH")');
    book.tables.push({ name: 'Prices', block: at('A4:B9') });
    const [spilled, failed] = await workbook.formulas();
    expect(spilled).toEqual({
      cell: at('A1'),
      formula: '=MD.QUOTE({"EURUSD";"GBPUSD"},"all")',
      text: 'EURUSD',
      error: undefined,
      spill: at('A1:E2'),
      isInTable: false,
      isLocked: false,
    });
    expect(failed).toMatchObject({ cell: at('A4'), text: '#N/A', error: '#N/A', spill: at('A4'), isInTable: true });
  });

  test('are marked as locked on a protected sheet, cell by cell', async () => {
    const { excel, book, workbook } = await open();
    for (const address of ['Model!A1', 'Model!A2', 'Data!A1']) await excel.type(address, '=MD.CONVERT(0,"EUR","USD")');
    const sheet = book.sheet('Model');
    sheet.isProtected = true;
    sheet.unlocked.push(at('A2'));
    expect((await workbook.formulas()).map(({ isLocked }) => isLocked)).toEqual([true, false, false]);
  });

  test('are empty for an empty workbook', async () => {
    const { workbook } = await open();
    expect(await workbook.formulas()).toEqual([]);
  });

  test('are found in a workbook with more cells than a message can hold', async () => {
    const { excel, book, workbook } = await open({ maxMessage: MAX_MESSAGE });
    await excel.type('B1', '=MD.CONVERT(0,"EUR","USD")');
    const text = `'${'x'.repeat(MAX_MESSAGE / TEXTS_PER_MESSAGE)}`;
    for (let row = 2; row <= 400; row += 1) book.type(`A${row}`, text);
    await excel.type('B400', '=MD.CONVERT(0,"EUR","GBP")');
    expect((await workbook.formulas()).map(({ cell }) => cell)).toEqual([at('B1'), at('B400')]);
    expect((await workbook.read(at('A2:A400'))).every(([cell]) => cell!.value === text.slice(1))).toBe(true);
  });

  test('are written in order, in pieces that fit a message', async () => {
    const { book, workbook } = await open();
    const rows = Array.from({ length: 300 }, (_, row) => [{ value: `${row} ${'y'.repeat(20_000)}` }, { value: row }]);
    await workbook.write(at('A1'), rows);
    expect(book.valuesOf('B1:B300', 'Model')).toEqual(rows.map((_, row) => [row]));
    expect(book.shown('A300')).toBe(rows[299]![0]!.value);
  });
});
