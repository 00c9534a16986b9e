import { hideImpossibleDates } from '../../../../src/workbench/univer-patches/impossible-dates';
import { OpenedWorkbook } from '../../../support/opened-workbook';

const bench = new OpenedWorkbook();
const { sheet } = bench;

/** What a cell shows, a formula with its format, and one whose column has the format. */
async function shown(value: number, pattern: string): Promise<unknown[]> {
  const calculated = bench.openSheet({
    columnData: { 2: { s: { n: { pattern } } } },
    cellData: { 0: { 0: { v: value, t: 2, s: { n: { pattern } } }, 1: { f: '=A1' }, 2: { f: '=A1+0' } } },
  });
  hideImpossibleDates(sheet);
  await calculated;
  const worksheet = sheet.workbook.getActiveSheet();
  return [worksheet.getCell(0, 0)?.v, worksheet.getCell(0, 1)?.v, worksheet.getCell(0, 2)?.v];
}

const SIGNS = '########';

test.each<[number, string]>([
  [-5, 'yyyy-mm-dd'],
  [-0.25, 'h:mm'],
  [-1.5, '[h]:mm'],
  [2_958_466, 'm/d/yy'],
])('%d, which Excel has not as a date or a time, is shown as signs in the format %s', async (value, pattern) => {
  expect(await shown(value, pattern)).toEqual([SIGNS, SIGNS, SIGNS]);
});

test.each<[number, string]>([
  [2_958_465, 'yyyy-mm-dd'],
  [0, 'yyyy-mm-dd'],
  [0.25, 'h:mm'],
  [-5, '0.00'],
  [-5, '0" days"'],
  [3_000_000, '#,##0'],
])('%d is left to the format %s', async (value, pattern) => {
  expect(await shown(value, pattern)).toEqual([value, value, value]);
});
