import { EmulatedWorkbook } from './emulator/workbook/emulated-workbook';
import { useOffice } from './opened';

const office = useOffice();

describe('a result that Excel loses', () => {
  test('is handed over once more, without a request', async () => {
    const workbook = new EmulatedWorkbook('Model');
    const excel = await office.open({ workbook });
    workbook.losesResults.set('Model!A1', 1);
    const isAgain = new Promise<void>((resolve) => (workbook.onCalculated = resolve));
    await excel.type('A1', '=MD.QUOTE("EURUSD")');
    expect(workbook.shown('A1')).toBe('#BUSY!');
    const requests = office.service.requests.length;
    await isAgain;
    await workbook.settled();
    expect(workbook.shown('A1')).toEqual(expect.any(Number));
    expect(office.service.requests).toHaveLength(requests);
  });
});

const NEW_PRICE = 105.46552;

describe('a cell that goes on showing an older value', () => {
  test.each([
    ['a number', '=MD.QUOTE("EURUSD")', 'A1', undefined],
    ['the first cell of a spill', '=MD.QUOTE("EURUSD,GBPUSD")', 'A1', 'first'],
    ['the last cell of a spill', '=MD.QUOTE("EURUSD,GBPUSD")', 'A2', 'last'],
  ] as const)('is calculated once more without a request: %s', async (_, formula, address, part) => {
    const workbook = new EmulatedWorkbook('Model');
    const excel = await office.open({ workbook });
    await excel.type('A1', formula);
    const before = workbook.shown(address);
    office.service.instead = (path) =>
      path.endsWith('/quotes') && {
        items: ['EURUSD', 'GBPUSD'].map((symbol) => ({
          symbol,
          bid: NEW_PRICE,
          ask: NEW_PRICE,
          mid: NEW_PRICE,
          timestamp: 1_790_000_000,
        })),
      };
    // Excel keeps it in the refresh, and not in the calculation after that.
    if (part) workbook.keepsPart.set('Model!A1', part);
    else workbook.losesResults.set('Model!A1', 1);
    await excel.runCommand('refreshAll');
    await workbook.settled();
    expect(workbook.shown(address)).toBe(before);
    const requests = office.service.requests.length;
    const isAgain = new Promise<void>((resolve) => (workbook.onCalculated = resolve));
    workbook.keepsPart.clear();
    await isAgain;
    await workbook.settled();
    expect(workbook.shown(address)).toBe(NEW_PRICE);
    expect(office.service.requests).toHaveLength(requests);
  });
});
