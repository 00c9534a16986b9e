import { IUniverInstanceService, UndoCommand } from '@univerjs/core';
import { SetRangeValuesCommand } from '@univerjs/preset-sheets-core';
import type { CellWriting } from '../../../../src/app/host';
import { parseA1 } from '../../../../src/core/sheet';
import { cellDataOf } from '../../../../src/workbench/engine/cell-contents';
import { engineRangeOf } from '../../../../src/workbench/engine/cell-position';
import { workbookFromFile, writtenFile } from '../../../../src/workbench/xlsx/xlsx';
import { NodeWorkbench } from '../../../support/node-workbench';

/** What formulas make of B2 if B1 spills the quotes of A1:A3, of which A2 is blank. */
const READINGS: Readonly<Record<string, unknown>> = {
  'B2*1': '#VALUE!',
  'B2+5': '#VALUE!',
  '-B2': '#VALUE!',
  'ISBLANK(B2)': false,
  'ISTEXT(B2)': true,
  'TYPE(B2)': 2,
  'B2&"x"': 'x',
  'B2=""': true,
  'B2=0': false,
  'B2<5': false,
  'LEN(B2)': 0,
  'COUNTA(B1:B3)': 3,
  'COUNT(B1:B3)': 2,
  'COUNTBLANK(B1:B3)': 1,
  'SUM(B2,B2:B2)': 0,
  'SUM(B1:B3)=B1+B3': true,
  'SUM(B1#)=B1+B3': true,
  'COUNTA(B1#)': 3,
  'INDEX(B1#,2)*1': '#VALUE!',
  'INDEX(B1:B3,2)*1': '#VALUE!',
  'INDEX(B1:B3*1,2)': '#VALUE!',
  'ISERROR(SUMPRODUCT(B1:B3*1))': true,
  'SUMPRODUCT(--ISBLANK(B1:B3))': 0,
  'LET(one,B2,one*1)': '#VALUE!',
  'LET(all,B1:B3,SUM(--ISTEXT(all)))': 1,
  'IF(B2>0,"some","none")': 'some',
  B2: '',
  'MAX(B2:B2)': 0,
  'OFFSET(B1,1,0)*1': '#VALUE!',
  'REDUCE(0,B1#,LAMBDA(n,one,n+ISBLANK(one)))': 0,
  'SUM(MAP(B1:B3,LAMBDA(one,--ISBLANK(one))))': 0,
  'AVERAGE(B1:B3)=(B1+B3)/2': true,
  'COUNTIF(B1:B3,"")': 1,
  'XLOOKUP("",B1:B3,{1;2;3})': 2,
  'COUNTA(B:B)': 3,
  'ISBLANK(INDIRECT("B2"))': false,
};
const expressions = Object.keys(READINGS);
const READINGS_ELSEWHERE = expressions.map((one) => one.replace(/B[1-3]?:B3?|B[1-3]#?/g, (cells) => `Model!${cells}`));
const BLANK = { 'B2*1': 0, 'ISBLANK(B2)': true, 'COUNTA(B1:B3)': 0 };

const bench = new NodeWorkbench();
const { sheet, workbook } = bench;

/** Does something, and waits until all is calculated. */
async function after(change: () => unknown): Promise<void> {
  const settled = bench.settled();
  await change();
  await settled;
}

const write = (address: string, cells: readonly CellWriting[]): Promise<void> =>
  after(() => {
    const block = { ...parseA1(address, 'Model')!, rows: cells.length };
    sheet.makeRoom(block);
    const { unitId, sheetId: subUnitId } = sheet.positionOf(block);
    const target = { unitId, subUnitId, range: engineRangeOf(block) };
    return sheet.commands.executeCommand(SetRangeValuesCommand.id, {
      ...target,
      value: cells.map((cell) => [cellDataOf(cell)]),
    });
  });

const quote = (): Promise<void> => write('B1', [{ formula: '=MD.QUOTE(A1:A3)' }]);
const readAt = (address: string, readings = expressions): Promise<void> =>
  write(
    address,
    readings.map((expression) => ({ formula: `=${expression}` })),
  );

/** What the readings show that begin in this cell. */
async function shownAt(address: string): Promise<Record<string, unknown>> {
  const [rows] = await workbook.read([{ ...parseA1(address, 'Model')!, rows: expressions.length }]);
  return Object.fromEntries(expressions.map((expression, row) => [expression, rows![row]![0]!.value]));
}

beforeEach(async () => {
  bench.openNew({ id: crypto.randomUUID() });
  sheet.serviceOf(IUniverInstanceService).focusUnit(sheet.workbook.getUnitId());
  const rows = [[{ value: 'EURUSD' }], [], [{ value: 'GBPUSD' }]];
  await workbook.addSheet({ name: 'Model', columnWidths: [], rows });
  await workbook.addSheet({ name: 'Other', columnWidths: [], rows: [] });
});

describe('a cell of a spill beside a blank name is an empty text', () => {
  test('to formulas that are entered later, and after a change and its undoing', async () => {
    await quote();
    await readAt('C1');
    expect(await shownAt('C1')).toEqual(READINGS);
    await write('A3', [{ value: 'USDJPY' }]);
    expect(await shownAt('C1')).toEqual(READINGS);
    await after(() => sheet.commands.executeCommand(UndoCommand.id));
    expect(await shownAt('C1')).toEqual(READINGS);
    await readAt('D1');
    await readAt('Other!C1', READINGS_ELSEWHERE);
    expect(await shownAt('D1')).toEqual(READINGS);
    expect(await shownAt('Other!C1')).toEqual(READINGS);
  });

  test('to formulas that were there before, after recalculation, and in a saved file', async () => {
    await readAt('C1');
    await readAt('Other!C1', READINGS_ELSEWHERE);
    await quote();
    const expectAll = async (): Promise<void> => {
      expect(await shownAt('C1')).toEqual(READINGS);
      expect(await shownAt('Other!C1')).toEqual(READINGS);
    };
    await expectAll();
    await after(() => workbook.calculate([parseA1('B1', 'Model')!]));
    await expectAll();
    await after(async () => {
      const file = await writtenFile(sheet, bench.attachments);
      const { data } = await workbookFromFile(file.bytes, 'Saved', {});
      bench.openNew({ ...data, id: crypto.randomUUID() });
    });
    await expectAll();
    await after(() => workbook.calculate([parseA1('B1', 'Model')!]));
    await expectAll();
  });

  test('until its formula is removed', async () => {
    await quote();
    await readAt('C1');
    await write('B1', [{ formula: '' }]);
    expect(await shownAt('C1')).toMatchObject(BLANK);
    await quote();
    expect(await shownAt('C1')).toEqual(READINGS);
  });
});
