import { OpenedWorkbook } from '../../../support/opened-workbook';

test('a formula of cells with the format Text has none of it, which would make a text of the formula once it is edited', async () => {
  const bench = new OpenedWorkbook();
  const cell = (format: string) => ({ v: 2, t: 2, s: { n: { pattern: format } } });
  const formulas = { 1: { f: '=A1' }, 2: { f: '=SUM(A1:A2)' }, 3: { f: '=A2' }, 4: { f: '=A1', s: cell('@').s } };
  await bench.openSheet({ cellData: { 0: { 0: cell('@'), ...formulas }, 1: { 0: cell('0.0') } } });
  const formats = ['B1', 'C1', 'D1', 'E1'].map((address) => bench.formatAt(address));
  expect(formats).toEqual(['General', 'General', '0.0', '@']);
});

test('a formula has the format of a cell that it refers to without the colour of its alert', async () => {
  const bench = new OpenedWorkbook();
  const cell = (pattern: string) => ({ v: 2, t: 2, s: { n: { pattern } } });
  const alerted = cell('[Red][<=1]#,##0.00;#,##0.00');
  const row = { 0: alerted, 1: { f: '=A1' }, 2: { f: '=SUM(A1:A2)' } };
  await bench.openSheet({ cellData: { 0: row, 1: { 0: alerted, 1: { f: '=A2' } } } });
  const formats = ['A1', 'B1', 'C1', 'B2'].map((address) => bench.formatAt(address));
  expect(formats).toEqual(['[Red][<=1]#,##0.00;#,##0.00', '#,##0.00', '#,##0.00', '#,##0.00']);
});
