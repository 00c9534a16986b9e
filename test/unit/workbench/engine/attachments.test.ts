import { CommandType, IUniverInstanceService } from '@univerjs/core';
import { a1 } from '../../../../src/core/sheet';
import { OpenedWorkbook } from '../../../support/opened-workbook';

const bench = new OpenedWorkbook();

test.each([
  ['its last row', 'sheet.command.remove-row', 'A5:Z5', 'B2:C4'],
  ['its first row', 'sheet.command.remove-row', 'A2:Z2', 'B2:C4'],
  ['its last column', 'sheet.command.remove-col', 'C1:C200', 'B2:B5'],
  ['all of its rows', 'sheet.command.remove-row', 'A1:Z9', undefined],
])('a block from which somebody deleted %s is whole again after undo and redo', async (_, command, lines, left) => {
  void bench.openSheet({});
  const { sheet, attachments } = bench;
  sheet.serviceOf(IUniverInstanceService).focusUnit(sheet.workbook.getUnitId());
  const [worksheet] = sheet.workbook.getSheets();
  attachments.trackName([
    { name: 'own', blocks: [{ sheet: worksheet!.getName(), row: 1, column: 1, rows: 4, columns: 2 }] },
  ]);
  const block = (): string | undefined => {
    const [now] = attachments.tracked.startingWith('own').get('own')!;
    return now && a1(now);
  };
  await bench.change(command, lines);
  expect(block()).toBe(left);
  for (const [step, then] of [
    ['undo', 'B2:C5'],
    ['redo', left],
    ['undo', 'B2:C5'],
  ] as const) {
    await sheet.commands.executeCommand(`univer.command.${step}`);
    expect(block()).toBe(then);
  }
});

test('a block on a sheet that was deleted is found again after undo, though the formula bar was shown meanwhile', async () => {
  void bench.openSheet({});
  const { sheet, attachments } = bench;
  const unitId = sheet.workbook.getUnitId();
  sheet.serviceOf(IUniverInstanceService).focusUnit(unitId);
  sheet.commands.syncExecuteCommand('sheet.command.insert-sheet', { unitId });
  const [worksheet] = sheet.workbook.getSheets();
  const own = { sheet: worksheet!.getName(), row: 1, column: 1, rows: 4, columns: 2 };
  attachments.trackName([{ name: 'own', blocks: [own] }]);
  const bar = { id: 'doc.command.shown', type: CommandType.COMMAND, handler: () => true };
  const shown = [
    sheet.commands.registerCommand(bar),
    sheet.commands.onCommandExecuted(({ type }) => {
      if (type === CommandType.MUTATION) sheet.commands.syncExecuteCommand(bar.id);
    }),
  ];
  await sheet.commands.executeCommand('sheet.command.remove-sheet', { unitId, subUnitId: worksheet!.getSheetId() });
  expect(attachments.tracked.startingWith('own').get('own')).toEqual([undefined]);
  await sheet.commands.executeCommand('univer.command.undo');
  expect(attachments.tracked.startingWith('own').get('own')).toEqual([own]);
  for (const one of shown) one.dispose();
});
