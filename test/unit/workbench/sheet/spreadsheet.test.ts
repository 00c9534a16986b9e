import { RANGE_TYPE } from '@univerjs/core';
import {
  ClearSelectionAllCommand,
  InsertMultiColsLeftCommand,
  type ISetRangeValuesMutationParams,
  SetRangeValuesCommand,
  SetRangeValuesMutation,
  SetSelectionsOperation,
  SetStyleCommand,
  SheetsSelectionsService,
} from '@univerjs/preset-sheets-core';
import { engineRangeOf } from '../../../../src/workbench/engine/cell-position';
import { MAX_ROWS, parseA1 } from '../../../../src/core/sheet';
import { valueAt } from '../../../../src/workbench/engine/cell-contents';
import { Spreadsheet } from '../../../../src/workbench/sheet/spreadsheet';
import { OpenedWorkbook } from '../../../support/opened-workbook';
import { until } from '../../../support/until';

const bench = new OpenedWorkbook();

describe('a sheet on which somebody goes to the last row', () => {
  const rowCount = (): number => bench.sheet.workbook.getActiveSheet().getRowCount();
  const select = (address: string, more: object = {}): void => {
    const range = { ...engineRangeOf(parseA1(address, '')!), ...more };
    const primary = { ...range, actualRow: range.startRow, actualColumn: range.startColumn };
    bench.sheet.commands.syncExecuteCommand(SetSelectionsOperation.id, {
      ...bench.sheet.activeTarget,
      selections: [{ range, primary, style: null }],
    });
  };
  beforeEach(async () => {
    await bench.openSheet({ rowCount: 200 });
    select('A1048576');
    expect(rowCount()).toBe(1_048_576);
  });

  it('ends again where it did when somebody goes back: a whole column would be copied for minutes', () => {
    select('A1040000');
    expect(rowCount()).toBe(1_048_576);
    select('B2');
    expect(rowCount()).toBe(1000);
  });

  it.each([
    ['a whole column', 'C1:C1048576', {}],
    ['a whole column of the engine', 'C1:C200', { rangeType: RANGE_TYPE.COLUMN, endRow: 1_048_575 }],
    ['all cells', 'A1:Z1048576', { rangeType: RANGE_TYPE.ALL }],
  ])('ends again with %s', (_, address, more) => {
    select(address, more);
    expect(rowCount()).toBe(1000);
    const { range, primary } = bench.sheet.serviceOf(SheetsSelectionsService).getCurrentLastSelection()!;
    expect([range.startRow, range.endRow, primary.actualRow]).toEqual([0, 999, 0]);
  });

  it('keeps its rows while something stands in the last one', () => {
    const cell = { value: { v: 7 }, range: engineRangeOf(parseA1('B1048576', '')!) };
    bench.sheet.commands.syncExecuteCommand(SetRangeValuesCommand.id, { ...bench.sheet.activeTarget, ...cell });
    select('A1');
    expect(rowCount()).toBe(1_048_576);
  });

  it('clears, formats and inserts a whole column where something stands, with one cell for each: a million take half a minute', async () => {
    const { commands, activeTarget, workbook } = bench.sheet;
    const inUse = (): string[] => Object.keys(workbook.getActiveSheet().getCellMatrix().getMatrix());
    const changes: number[] = [];
    const listener = commands.onCommandExecuted(({ id, params }) => {
      if (id === SetRangeValuesMutation.id)
        changes.push(Object.keys((params as ISetRangeValuesMutationParams).cellValue ?? {}).length);
    });
    const value = { [MAX_ROWS - 1]: { 1: { v: 7 } } };
    commands.syncExecuteCommand(SetRangeValuesCommand.id, { ...activeTarget, value });
    select('B1:B1048576');
    commands.syncExecuteCommand(SetStyleCommand.id, { style: { type: 'bl', value: 1 } });
    expect(workbook.getActiveSheet().getCellRaw(MAX_ROWS - 1, 1)).toMatchObject({ v: 7, s: expect.anything() });
    const read = jest.spyOn(workbook.getActiveSheet(), 'getCellWithFilteredInterceptors');
    await commands.executeCommand(InsertMultiColsLeftCommand.id, { value: 1 });
    expect(workbook.getActiveSheet().getCellRaw(MAX_ROWS - 1, 2)).toMatchObject({ v: 7, s: expect.anything() });
    expect(read.mock.calls.length).toBeLessThan(2_000);
    select('C1:C1048576');
    commands.syncExecuteCommand(ClearSelectionAllCommand.id);
    listener.dispose();
    expect(inUse()).toEqual([]);
    expect(Math.max(...changes)).toBeLessThan(2_000);
  });
});

test('what changes is calculated also by the engine alone, beside which the benchmark measures the page', async () => {
  const sheet = new Spreadsheet(undefined as never);
  sheet.openWorkbook({ id: 'alone', sheetOrder: ['one'], sheets: { one: { id: 'one', name: 'One', rowCount: 5 } } });
  const enter = (address: string, value: object): boolean =>
    sheet.commands.syncExecuteCommand(SetRangeValuesCommand.id, {
      ...sheet.activeTarget,
      ...{ value, range: engineRangeOf(parseA1(address, '')!) },
    });
  enter('A1', { f: '=1+2' });
  await until(() => valueAt(sheet, sheet.positionOf(parseA1('A1', 'One')!)) === 3);
});
