import { IUniverInstanceService } from '@univerjs/core';
import { OpenedWorkbook } from '../../../support/opened-workbook';

const bench = new OpenedWorkbook();

/** Cells A1 to A5, and one formula in C1, D1 and so on for each given. */
async function openWith(...formulas: readonly string[]): Promise<void> {
  const numbers = [1, 0, 10, 20, 30].map((v) => ({ v, t: 2 }));
  const rows = numbers.map((cell, row) => ({
    0: cell,
    ...(row === 0 && Object.fromEntries(formulas.map((f, index) => [index + 2, { f }]))),
  }));
  await bench.openSheet({ cellData: Object.fromEntries(rows.entries()) });
}

const enter = (address: string, value: object): Promise<void> =>
  bench.change('sheet.command.set-range-values', address, { value });

async function becomes(address: string, value: unknown): Promise<void> {
  for (let looks = 0; looks < 200 && bench.valueAt(address) !== value; looks++)
    await new Promise((resolve) => setTimeout(resolve, 10));
  expect(bench.valueAt(address)).toBe(value);
}

test.each([
  ['a range that ends where INDEX says', '=SUM(A3:INDEX(A3:A5,A1))'],
  ['a range that ends where XLOOKUP says', '=SUM(A3:XLOOKUP(A1*10,A3:A5,A3:A5))'],
  ['a range that ends where OFFSET says', '=SUM(A3:OFFSET(A2,A1,0))'],
  ['a range that ends where CHOOSE says', '=SUM(A3:CHOOSE(A1,A3,A4,A5))'],
  ['a range that ends where IF says', '=SUM(A3:IF(A1=1,A3,IF(A1=2,A4,A5)))'],
  ['a range that begins where IF says', '=SUM(IF(A1=1,A3,A3):INDEX(A3:A5,A1))'],
  ['a range between two functions', '=SUM(INDEX(A3:A5,1):INDEX(A3:A5,A1))'],
  ['such a range behind a sign', '=-SUM(A3:INDEX(A3:A5,A1))*-1'],
  ['such a range in LET', '=LET(x,A3:INDEX(A3:A5,A1),SUM(x))'],
  ['such a range behind a blank', '=SUM(A1:A9 A3:INDEX(A3:A5,A1))'],
])('%s follows the cells that say it, and those between', async (_title, formula) => {
  await openWith(formula);
  await becomes('C1', 10);
  await enter('A1', { v: 2, t: 2 });
  await becomes('C1', 30);
  await enter('A1', { v: 3, t: 2 });
  await becomes('C1', 60);
  await enter('A4', { v: 21, t: 2 });
  await becomes('C1', 61);
});

test('@ before a function that refers follows the cells which say to what', async () => {
  await openWith('=@INDEX(A3:A5,A1)');
  await becomes('C1', 10);
  await enter('A1', { v: 3, t: 2 });
  await becomes('C1', 30);
});

test('a range follows what is calculated in the same step', async () => {
  await openWith('=SUM(A3:OFFSET(A2,D1,0))', '=A1', '=SUM(A3:INDEX(A3:A5,D1))');
  await enter('A3', { f: '=A1*100' });
  await enter('A4', { f: '=A3*2' });
  await becomes('C1', 100);
  await enter('A1', { v: 2, t: 2 });
  await becomes('C1', 600);
  await becomes('E1', 600);
});

test('# behind a function follows the spill of the cell to which it refers', async () => {
  await openWith('=SUM(INDEX(D1:E1,A1)#)', '=SEQUENCE(A3)');
  await enter('A3', { v: 3, t: 2 });
  await becomes('C1', 6);
  await enter('A3', { v: 4, t: 2 });
  await becomes('C1', 10);
});

test.each(['=SUM(D1#)', '=SUM(@D1#)+2', "=SUM('One'!D1#)"])(
  '%s follows its cell when its formula goes, and when it comes back',
  async (formula) => {
    await openWith(formula, '=SEQUENCE(2)');
    await becomes('C1', 3);
    await enter('D1', { v: 5, t: 2, f: null });
    await becomes('C1', '#REF!');
    await enter('D1', { f: '=SEQUENCE(2)' });
    await becomes('C1', 3);
    await enter('D1', { v: 5, t: 2, f: null });
    await becomes('C1', '#REF!');
  },
);

test.each<[string, string, unknown]>([
  ['from one column to another', '=SUM(INDEX(A3:C5,,1):INDEX(A3:C5,,2))', 60],
  ['from one cell to a row', '=COLUMNS(A3:INDEX(B3:C5,2,0))&ROWS(A3:INDEX(B3:C5,2,0))', '32'],
  ['with an error at an end', '=SUM(A3:XLOOKUP(5,A3:A5,A3:A5))', '#N/A'],
  ['with a number at an end', '=SUM(A3:ABS(A1))', '#VALUE!'],
])('a range %s is that of Excel', async (_title, formula, value) => {
  await openWith(formula);
  await becomes('C1', value);
});

test.each([
  ['=A3:A5*E1#', [10, 40, 90]],
  ['=2*E1#', [2, 4, 6]],
  ['=E1#', [1, 2, 3]],
  ['=1-$E$1# ', [0, -1, -2]],
  ["=A3:A5&'One'!E1#", ['101', '202', '303']],
  ['=E1#*E1#', [1, 4, 9]],
  ['=10^-E1#', [0.1, 0.01, 0.001]],
  ['=A3:A5>E1#*10', [false, false, false]],
  ['=IF(1,-E1#)', [-1, -2, -3]],
  ['=LET(x,2-E1#,x*10)', [10, 0, -10]],
  ['=SUM(@E1#)&"/"&SUM(A3:A5*E1#)', ['1/140', undefined, undefined]],
  ['="E1#"', ['E1#', undefined, undefined]],
])('a spill is all of its cells wherever it stands: %s', async (formula, values) => {
  const numbers = { 2: { 0: { v: 10, t: 2 } }, 3: { 0: { v: 20, t: 2 } }, 4: { 0: { v: 30, t: 2 } } };
  await bench.openSheet({ cellData: { 0: { 2: { f: formula }, 4: { f: '=SEQUENCE(3)' } }, ...numbers } });
  await becomes('C1', values[0]);
  for (const [index, value] of values.entries()) if (value !== undefined) await becomes(`C${index + 1}`, value);
});

test.each([
  ['=INDIRECT("A3")', 'remove-row-by-range', 10, 20],
  ['=INDIRECT("A"&A1+2)+1', 'remove-row-by-range', 11, 21],
  ['=SUM(OFFSET($A$1,1,0,3))', 'remove-row-by-range', 30, 60],
  ['=SUM(A1:OFFSET($A$1,2,0))', 'remove-row-by-range', 11, 31],
  ['=INDIRECT("A3")', 'insert-row-by-range', 10, 0],
  ['=INDIRECT("A3")', 'delete-range-move-up', 10, 20],
  ['=INDIRECT("A3")', 'insert-range-move-down', 10, 0],
])('%s finds other cells after %s above them', async (formula, command, before, after) => {
  await openWith(formula, '=C1+1');
  await becomes('D1', before + 1);
  await bench.change(`sheet.command.${command}`, 'A2:A2');
  await becomes('C1', after);
  await becomes('D1', after + 1);
});

test('INDIRECT finds no cell on a sheet that was deleted, and finds it once that comes back', async () => {
  await openWith('=INDIRECT("Other!A1")', '=IFERROR(SUM(INDIRECT("Other!A1:A2")),"gone")');
  const { sheet } = bench;
  const unitId = sheet.workbook.getUnitId();
  sheet.serviceOf(IUniverInstanceService).focusUnit(unitId);
  const cellData = { 0: { 0: { v: 7, t: 2 } } };
  const other = { unitId, index: 1, sheet: { id: 'other', name: 'Other', cellData } };
  await sheet.commands.executeCommand('sheet.command.insert-sheet', other);
  await becomes('D1', 7);
  await sheet.commands.executeCommand('sheet.command.remove-sheet', { unitId, subUnitId: 'other' });
  await becomes('D1', 'gone');
  await becomes('C1', '#REF!');
  await sheet.commands.executeCommand('univer.command.undo');
  await becomes('C1', 7);
});
