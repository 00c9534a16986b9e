import { CommandType } from '@univerjs/core';
import { a1, parseA1 } from '../../../../src/core/sheet';
import { selectedBlock, sortRows } from '../../../../src/workbench/page/sort';
import { changed } from '../../../browser/workbook-files';
import { excelLayout } from '../../../support/excel-layout';
import { KEEP_ANSWERS } from '../../../../src/workbench/engine/attachments';
import { formulaAt } from '../../../../src/workbench/engine/cell-contents';
import { writtenFile } from '../../../../src/workbench/xlsx/xlsx';
import { OpenedWorkbook } from '../../../support/opened-workbook';

const bench = new OpenedWorkbook();
// Of MD functions, which there are none of here.
bench.sheet.commands.registerCommand({ id: KEEP_ANSWERS, type: CommandType.MUTATION, handler: () => true });

test.each<[string, string, string, string, boolean | undefined]>([
  ['a cell of a table', 'B3', 'stands for the rows of the table', 'A1:C3', true],
  ['a cell of its totals', 'A4', 'stands for the rows of the table', 'A1:C3', true],
  ['several cells of a table', 'A2:B3', 'are sorted themselves', 'A2:B3', undefined],
  ['a cell beside a table', 'E2', 'stands for all that are filled around it', 'A1:E4', undefined],
])('%s, %s, %s, when rows are sorted', async (_what, address, _stands, block, areHeadings) => {
  await bench.open(
    changed(excelLayout(), [
      ['xl/worksheets/sheet1.xml', '<c r="E2">', '<c r="D2"><v>1</v></c><c r="E2">'],
      [
        'xl/tables/table1.xml',
        'totalsRowShown="0"><autoFilter ref="A1:C4"/>',
        'totalsRowCount="1"><autoFilter ref="A1:C3"/>',
      ],
    ]),
  );
  await bench.change('sheet.command.select-range', address, { subUnit: 'sheet-1' });
  const selected = selectedBlock(bench);
  expect([a1(selected.block), selected.areHeadings]).toEqual([block, areHeadings]);
});

test.each([
  ['nothing', [], 'C', '=$B3*2'],
  ['a column has come into it', [['insert-col', 'B1:B9']], 'D', '=$C3*2'],
  [
    'another came and one went',
    [
      ['insert-col', 'A1:A9'],
      ['remove-col', 'B1:B9'],
    ],
    'C',
    '=$B3*2',
  ],
] as const)(
  'after %s, the formula of a table means its own row where its row is moved',
  async (_what, edits, to, moved) => {
    const ofColumn = '<f>Px[[#This Row],[Amount]]*2</f>';
    const sheet = 'xl/worksheets/sheet1.xml';
    await bench.open(
      changed(excelLayout(), [
        [sheet, '<f t="shared" ref="C2:C4" si="0">B2*2</f>', ofColumn],
        [sheet, '<f t="shared" si="0"/><v>6</v>', `${ofColumn}<v>6</v>`],
        [sheet, '<f t="shared" si="0"/><v>14</v>', `${ofColumn}<v>14</v>`],
      ]),
    );
    for (const [command, columns] of edits)
      await bench.change(`sheet.command.${command}`, columns, command === 'insert-col' ? { direction: 3 } : {});
    sortRows(bench, parseA1(`A1:${to}4`, 'Px book')!, [{ from: 1, to: 2 }]);
    const cell = bench.sheet.positionOf(parseA1(`${to}3`, 'Px book')!);
    expect(formulaAt(bench.sheet, cell)).toBe(moved);
  },
);

test('comments and links of sorted rows are named in a download, until the rows are back', async () => {
  const links = '<hyperlinks><hyperlink ref="A4" location="A1"/></hyperlinks>';
  const rules = '<dataValidations><dataValidation sqref="B2:B4"/></dataValidations>';
  await bench.open(
    changed(excelLayout(), [['xl/worksheets/sheet1.xml', '<pageMargins', `${rules}${links}<pageMargins`]]),
  );
  const uncorrected = async (): Promise<readonly string[]> =>
    (await writtenFile(bench.sheet, bench.attachments)).uncorrected;
  const sort = (address: string): void =>
    sortRows(bench, parseA1(address, 'Px book')!, [
      { from: 1, to: 2 },
      { from: 2, to: 1 },
    ]);
  sort('A2:C3');
  expect(await uncorrected()).toEqual([]);
  sort('A1:C4');
  expect(await uncorrected()).toEqual(['links']);
  await bench.sheet.commands.executeCommand('univer.command.undo');
  expect(await uncorrected()).toEqual([]);
});
