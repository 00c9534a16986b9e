import { CURRENCY_PAIRS } from '../../src/sandbox/instruments/instruments';
import type { EmulatedExcel } from './emulator/emulated-excel';
import type { Formula, Invocation } from './emulator/invocations';
import { EmulatedWorkbook } from './emulator/workbook/emulated-workbook';
import { useOffice } from './opened';

const office = useOffice();

const SYMBOLS = CURRENCY_PAIRS.slice(0, 50).map(({ symbol }) => symbol);
const CELLS = 200;

const live = (symbol: string, seconds: number): Formula => ({ name: 'LIVE', args: [symbol, null, null, seconds] });
const cells = (seconds: number): Formula[] =>
  Array.from({ length: CELLS }, (_, cell) => live(SYMBOLS[cell % SYMBOLS.length]!, seconds));
const first = (streams: readonly Invocation[]): Promise<unknown[]> => Promise.all(streams.map(({ result }) => result));

describe('streams in Excel:', () => {
  /** Resolves when a stream that goes on has been polled so often more. */
  async function polled(excel: EmulatedExcel, times: number): Promise<void> {
    const [beat] = excel.start([{ name: 'LIVE', args: ['BTCUSD', 'timestamp', 'crypto', 1] }]);
    await beat!.result;
    for (let time = 0; time < times; time++) await beat!.next();
    await excel.cancel(beat!);
  }

  test.each([
    ['in their order', (streams: Invocation[]) => streams],
    ['backwards', (streams: Invocation[]) => streams.toReversed()],
    ['in another order', (streams: Invocation[]) => streams.map((_, index) => streams[(index * 77) % CELLS]!)],
  ])('when all are deleted, %s, nothing is requested any more', async (_, inOrder) => {
    const excel = await office.open();
    const streams = excel.start(cells(1));
    await first(streams);
    await Promise.all(inOrder(streams).map((stream) => excel.cancel(stream)));
    // By then the last cancellation has arrived.
    await polled(excel, 1);
    office.service.requests.length = 0;
    await polled(excel, 3);
    expect(office.service.requests.filter((path) => path.startsWith('/currencies'))).toEqual([]);
  });
});

describe('streams in the cells of a sheet', () => {
  // Currencies rest at weekends; this market never closes.
  const FORMULA = '=MD.LIVE("BTCUSD","timestamp","crypto",1)';

  const changed = async (workbook: EmulatedWorkbook, address: string, from: unknown): Promise<void> => {
    while (workbook.shown(address) === from) await new Promise<void>((resolve) => (workbook.onStream = resolve));
  };

  test('share one call where their arguments are equal, and the others go on when one is deleted', async () => {
    const workbook = new EmulatedWorkbook('Model');
    const excel = await office.openOn('Microsoft 365 on Windows', { workbook });
    for (const address of ['A1', 'A2', 'A3']) await excel.type(address, FORMULA);
    expect(excel.invocations.underWay).toBe(1);
    await excel.type('A1', '');
    await changed(workbook, 'A2', workbook.shown('A2'));
    await changed(workbook, 'A3', workbook.shown('A3'));
    await excel.type('A2', '');
    await excel.type('A3', '');
    expect(['A1', 'A2', 'A3'].map((address) => workbook.shown(address))).toEqual(['', '', '']);
  });

  test('stand still where calculation is manual, and the activity says so', async () => {
    const workbook = new EmulatedWorkbook('Model');
    workbook.isManual = true;
    const excel = await office.openOn('Microsoft 365 on Windows', { workbook });
    await excel.type('A1', FORMULA);
    const first = workbook.shown('A1');
    const [beat] = excel.start([{ name: 'LIVE', args: ['BTCUSD', 'timestamp', 'crypto', 1] }]);
    await beat!.result;
    await beat!.next();
    await beat!.next();
    expect(workbook.shown('A1')).toBe(first);
    await excel.showPane();
    await excel.pane.getByRole('tab', { name: 'Activity' }).click();
    await excel.pane.getByText('Calculation is manual in this workbook').waitFor();
  });

  test('spill a list, stand back for what is in the way, and go on when it is gone', async () => {
    const workbook = new EmulatedWorkbook('Model');
    const excel = await office.openOn('Microsoft 365 on Windows', { workbook });
    for (const [address, value] of [
      ['A1', 'BTCUSD'],
      ['A2', 'NOSUCH'],
      ['A3', 'ETHUSD'],
      ['D2', 'in the way'],
    ] as const)
      workbook.type(address, value);
    const formula = '=MD.LIVE(A1:A3,"timestamp,bid","crypto",1)';
    await excel.type('B1', formula);
    await excel.type('D1', formula);
    expect(workbook.shown('B2')).toBe('#N/A');
    expect(workbook.shown('D1')).toBe('#SPILL!');
    const before = workbook.shown('B3');
    await changed(workbook, 'B1', workbook.shown('B1'));
    expect([before, workbook.shown('B3'), workbook.shown('C3')]).toEqual(Array(3).fill(expect.any(Number)));
    workbook.type('D2', '');
    await changed(workbook, 'D1', '#SPILL!');
    expect(['D1', 'D2', 'E3'].map((address) => workbook.shown(address))).toEqual([
      expect.any(Number),
      '#N/A',
      expect.any(Number),
    ]);
    expect(excel.invocations.underWay).toBe(1);
  });
});
