import { fileOfOthers } from '../../../browser/opened-file';
import { changed } from '../../../browser/workbook-files';
import { excelLayout } from '../../../support/excel-layout';
import { OpenedWorkbook } from '../../../support/opened-workbook';

const SHEET = 'xl/worksheets/sheet1.xml';
const bench = new OpenedWorkbook();

test('a filter that is applied again hides in a download the rows that it hides now', async () => {
  const row = (number: number, text: string, attribute = ''): string =>
    `<row r="${number}"${attribute}><c r="A${number}" t="inlineStr"><is><t>${text}</t></is></c></row>`;
  const rows = row(20, 'Pair') + row(21, 'EURUSD') + row(22, 'USDJPY', ' hidden="1"') + row(23, 'EURUSD');
  const filter =
    '<autoFilter ref="A20:A23"><filterColumn colId="0"><filters><filter val="EURUSD"/></filters></filterColumn></autoFilter>';
  await bench.open(fileOfOthers({ [SHEET]: (text) => text.replace('</sheetData>', `${rows}</sheetData>${filter}`) }));
  const hidden = async (): Promise<string[]> =>
    [...(await bench.download())[SHEET]!.matchAll(/<row r="(2\d)" hidden="1"/g)].map(([, number]) => number!);
  await bench.change('sheet.command.set-range-values', 'A21', { value: { v: 'GBPUSD' } });
  await bench.change('sheet.command.set-range-values', 'A22', { value: { v: 'EURUSD' } });
  expect(await hidden()).toEqual(['22']);
  await bench.change('sheet.command.re-calc-filter', 'A20');
  expect(await hidden()).toEqual(['21']);
});

test('a filter that reaches below its table, to cells that were pasted there, is in the table of a download', async () => {
  const column = '<filterColumn colId="0"><filters><filter val="EURUSD"/></filters></filterColumn>';
  const filter = `<autoFilter ref="A1:C4">${column}</autoFilter>`;
  await bench.open(changed(excelLayout(), [['xl/tables/table1.xml', '<autoFilter ref="A1:C4"/>', filter]]));
  const range = { startRow: 0, endRow: 4, startColumn: 0, endColumn: 2 };
  await bench.change('sheet.mutation.set-filter-range', 'A1:C5', { range });
  const parts = await bench.download();
  expect(parts['xl/tables/table1.xml']).toContain(filter);
  expect(parts[SHEET]).not.toContain('autoFilter');
});
