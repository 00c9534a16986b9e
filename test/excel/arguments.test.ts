import { EmulatedWorkbook } from './emulator/workbook/emulated-workbook';
import { useOffice } from './opened';

describe('an argument from Excel of a million rows:', () => {
  const office = useOffice();

  test('a whole column fills as many rows as it has in use', async () => {
    const workbook = new EmulatedWorkbook('Model');
    const excel = await office.openOn('Microsoft 365 on Windows', { workbook });
    workbook.type('A1', 'EURUSD');
    workbook.type('A3', 'GBPUSD');
    await excel.type('B1', '=MD.QUOTE(A:A)');
    expect(workbook.sheet('Model').spillFrom(0, 1)).toMatchObject({ rows: 3, columns: 1 });
    expect(['B1', 'B2', 'B3'].map((address) => workbook.shown(address))).toEqual([
      expect.any(Number),
      '',
      expect.any(Number),
    ]);
    expect(office.service.requests).toHaveLength(1);
  });
});
