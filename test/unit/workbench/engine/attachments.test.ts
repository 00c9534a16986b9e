import { IUniverInstanceService } from '@univerjs/core';
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
