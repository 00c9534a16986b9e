import { fileOfOthers } from '../../../browser/opened-file';
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
