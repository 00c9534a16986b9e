import { NodeWorkbench } from '../../../support/node-workbench';
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
