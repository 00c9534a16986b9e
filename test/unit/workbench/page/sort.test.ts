import { a1 } from '../../../../src/core/sheet';
import { selectedBlock } from '../../../../src/workbench/page/sort';
import { changed } from '../../../browser/workbook-files';
import { excelLayout } from '../../../support/excel-layout';
import { OpenedWorkbook } from '../../../support/opened-workbook';

const bench = new OpenedWorkbook();

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
