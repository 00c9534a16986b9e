import { at } from './addresses';
import { PROFILE_NAMES, PROFILES } from './emulator/profiles';
import { Refusal } from './emulator/process-query';
import { EmulatedWorkbook } from './emulator/workbook/emulated-workbook';
import { useOffice } from './opened';

const PRICE = '=MD.QUOTE("EURUSD")';
const PRICE_FORMAT = /^#,##0\.0+$/;
const HOURS = '=MD.HOURS("XNYS","2026-11-23","2026-11-23",,FALSE)';
const DATE_TIME = 'yyyy-mm-dd hh:mm:ss';

const withoutDataTypes = PROFILE_NAMES.filter((name) => 'hasDataTypes' in PROFILES[name]);

describe('in an Excel whose functions can return only plain numbers', () => {
  const office = useOffice();

  const createBook = () => {
    const workbook = new EmulatedWorkbook('Model', 'Other');
    const formatted = async (address: string): Promise<string> => {
      for (;;) {
        const format = formatOf(workbook, address);
        if (format !== 'General') return format;
        await new Promise<void>((resolve) => {
          workbook.onFormats = resolve;
        });
      }
    };
    return { workbook, formatted };
  };

  const formatOf = (workbook: EmulatedWorkbook, address: string): string => {
    const { sheet, row, column } = at(address);
    return workbook.sheet(sheet).format(row, column);
  };

  test.each(withoutDataTypes)('%s: prices, dates and times get number formats, in their own cells', async (name) => {
    const { workbook, formatted } = createBook();
    const excel = await office.openOn(name, { workbook });
    await excel.type('A1', PRICE);
    await excel.type('A3', HOURS);
    expect(await formatted('A1')).toMatch(PRICE_FORMAT);
    const formats = () => Array.from({ length: 12 }, (_, column) => workbook.sheet('Model').format(2, column));
    while (!formats().includes(DATE_TIME))
      await new Promise<void>((resolve) => {
        workbook.onFormats = resolve;
      });
    expect(formats()[0]).toBe('General');
    expect(formatOf(workbook, 'A2')).toBe('General');
  });

  test('a format that the user has set stays, and so do the cells of formulas that calculate with the result', async () => {
    const { workbook, formatted } = createBook();
    workbook.sheet('Model').setFormat(0, 0, '0.00');
    const excel = await office.openOn('Excel 2021 retail', { workbook });
    await excel.type('A1', PRICE);
    await excel.type('A2', PRICE);
    // As a formula around it would have it.
    workbook.sheet('Model').put(1, 0, { value: 7, isError: false, formula: PRICE });
    await excel.type('A3', PRICE);
    await formatted('A3');
    expect([formatOf(workbook, 'A1'), formatOf(workbook, 'A2')]).toEqual(['0.00', 'General']);
  });

  test('a format that the add-in wrote is replaced when the price gets more decimals', async () => {
    const { workbook, formatted } = createBook();
    const excel = await office.openOn('Excel 2021 retail', { workbook });
    const quote = (mid: number) => ({
      items: [{ symbol: 'EURUSD', bid: mid, ask: mid, mid, timestamp: 1_790_000_000 }],
    });
    office.service.instead = () => quote(11_234.5);
    await excel.type('A1', PRICE);
    expect(await formatted('A1')).toBe('#,##0.0');
    office.service.instead = () => quote(11_234.567);
    await excel.runCommand('refreshAll');
    while (formatOf(workbook, 'A1') !== '#,##0.000')
      await new Promise<void>((resolve) => {
        workbook.onFormats = resolve;
      });
  });

  test('cells of a protected sheet keep the format that they have', async () => {
    const { workbook, formatted } = createBook();
    const sheet = workbook.sheet('Model');
    sheet.isProtected = true;
    sheet.unlocked.push(at('A1'));
    const excel = await office.openOn('Excel 2024 LTSC', { workbook });
    await excel.type('A1', PRICE);
    await excel.type('Other!A1', PRICE);
    await formatted('Other!A1');
    expect(formatOf(workbook, 'A1')).toBe('General');
  });

  test('a read-only workbook is not changed, without a note', async () => {
    const { workbook } = createBook();
    workbook.isReadOnly = true;
    const asked = new Promise<void>((resolve) => {
      workbook.onRightsAsked = resolve;
    });
    const excel = await office.openOn('Excel 2021 retail', { workbook });
    await excel.type('A1', PRICE);
    await asked;
    await excel.showPane();
    await excel.pane.getByRole('tab', { name: 'Activity' }).click();
    await excel.pane.getByText('Since the add-in was loaded').waitFor();
    expect(formatOf(workbook, 'A1')).toBe('General');
    expect(await excel.pane.locator('body').innerText()).not.toContain('number formats');
  });

  test('a refusal by Excel is mentioned in the activity', async () => {
    const { workbook } = createBook();
    workbook.onFormats = () => {
      throw new Refusal('AccessDenied');
    };
    const excel = await office.openOn('Excel 2021 retail', { workbook });
    await excel.type('A1', PRICE);
    await excel.showPane();
    await excel.pane.getByRole('tab', { name: 'Activity' }).click();
    await excel.pane.getByText('Excel does not let MD format cells in this workbook').waitFor();
  });
});
