import { withExcelApi } from './emulator/app-context';
import { EmulatedWorkbook } from './emulator/workbook/emulated-workbook';
import { useOffice, type OpenOptions } from './opened';

const FORMULAS = {
  A1: '=MD.QUOTE("EURUSD")',
  A2: '=MD.QUOTE("EURUSD,USDJPY","symbol,bid")',
  A4: '=MD.CONVERT(100,"USD","EUR")',
};

describe('cells of a failing service, with last values wanted,', () => {
  const office = useOffice();
  afterEach(() => {
    office.service.instead = undefined;
  });

  /** Formulas that had their values before the service failed. */
  async function openAndFail(options: OpenOptions = {}): Promise<EmulatedWorkbook> {
    const workbook = new EmulatedWorkbook('Model');
    const excel = await office.open({
      workbook,
      stored: { 'md.apiKey': 'demo', 'md.serviceAddress': office.service.address, 'md.onFailure': 'last-value' },
      ...options,
    });
    for (const [address, formula] of Object.entries(FORMULAS)) await excel.type(address, formula);
    office.service.instead = () => 'no data';
    await excel.runCommand('refreshAll');
    await workbook.settled();
    return workbook;
  }

  test('show them as numbers, with a clock in their format and one beside them', async () => {
    const workbook = await openAndFail();
    for (const address of ['A1', 'B2', 'B3', 'A4']) {
      expect(workbook.cell(address)).toMatchObject({
        value: expect.any(Number),
        icon: 'Clock',
        valueFormat: expect.stringMatching(/" ⏱ \d\d:\d\d"$/),
      });
    }
    expect(workbook.shown('A2')).toMatch(/^EURUSD ⏱ \d\d:\d\d$/);
  });

  test('show errors in an Excel without icons beside numbers, because a cell format may hide the clock', async () => {
    const workbook = await openAndFail(withExcelApi(1.16));
    expect(['A1', 'B2', 'B3', 'A4'].map((address) => workbook.shown(address))).toEqual([
      '#N/A',
      '#N/A',
      '#N/A',
      '#N/A',
    ]);
  });
});
