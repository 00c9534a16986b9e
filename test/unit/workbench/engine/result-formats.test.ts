import { NodeWorkbench } from '../../../support/node-workbench';
import { OpenedWorkbook } from '../../../support/opened-workbook';
import { cellOf } from '../../../../src/core/sheet';

test('the mark of a last value is put over the cell’s own format while the service fails, and leaves no trace afterwards', async () => {
  const service = { fails: false };
  const bench = new NodeWorkbench({
    answer: ({ url }) =>
      Promise.resolve(service.fails && url.includes('/quotes') ? new Response('', { status: 500 }) : undefined),
  });
  const { session, workbook } = bench;
  await session.save({ onFailure: 'last-value' });
  const content = { formula: '=MD.QUOTE("EURUSD")', format: '0.000' };
  const cell = cellOf('Model', 0, 0);
  const formatOnce = async (work: Promise<unknown>): Promise<string> => {
    await Promise.all([work, bench.settled()]);
    const [block] = await workbook.read([cell]);
    return block![0]![0]!.format;
  };
  const again = (): Promise<void> => {
    const now = session.now();
    session.cells.watch({ begin: () => undefined, end: () => undefined, notBefore: () => now });
    return workbook.calculate([cell]);
  };
  expect(await formatOnce(workbook.addSheet({ name: cell.sheet, columnWidths: [], rows: [[content]] }))).toBe('0.000');
  service.fails = true;
  expect(await formatOnce(again())).toMatch(/⏱ \d\d:\d\d/);
  service.fails = false;
  expect(await formatOnce(again())).toBe('0.000');
});

test('a formula of cells with the format Text has none of it, which would make a text of the formula once it is edited', async () => {
  const bench = new OpenedWorkbook();
  const cell = (format: string) => ({ v: 2, t: 2, s: { n: { pattern: format } } });
  const formulas = { 1: { f: '=A1' }, 2: { f: '=SUM(A1:A2)' }, 3: { f: '=A2' }, 4: { f: '=A1', s: cell('@').s } };
  await bench.openSheet({ cellData: { 0: { 0: cell('@'), ...formulas }, 1: { 0: cell('0.0') } } });
  const formats = ['B1', 'C1', 'D1', 'E1'].map((address) => bench.formatAt(address));
  expect(formats).toEqual(['General', 'General', '0.0', '@']);
});
