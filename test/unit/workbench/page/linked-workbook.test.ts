import { bookOf } from '../../../../src/workbench/page/linked-workbook';
import { OpenedWorkbook } from '../../../support/opened-workbook';

const bench = new OpenedWorkbook();

test('a link carries the number format that somebody gave a formula, and not the one of its result', async () => {
  const date = { v: 45_000, t: 2, s: { n: { pattern: 'yyyy-mm-dd' } } };
  await bench.openSheet({ cellData: { 0: { 0: date, 1: { f: '=A1' }, 2: { f: '=A1' } } } });
  await bench.change('sheet.command.set-style', 'C1', { style: { type: 'n', value: { pattern: '0.00' } } });
  const formats = JSON.stringify(bookOf(bench.sheet).sheets[0]!.formats);
  expect(formats).toContain('"A1"');
  expect(formats).toContain('"C1"');
  expect(formats).not.toContain('"B1"');
});
