import { FormulasFromFile } from '../../../../src/workbench/xlsx/formulas-from-file';
import { FormulasToFile } from '../../../../src/workbench/xlsx/formulas-to-file';
import type { FileTable } from '../../../../src/workbench/xlsx/structured-references';

/** B3:D6 with a row of headings. */
const SALES: FileTable = {
  name: 'Sales',
  block: { sheet: 'Books', row: 2, column: 1, rows: 4, columns: 3 },
  columns: ['Pair', 'Amount', 'In USD'],
  headerRows: 1,
  totalsRows: 0,
};
const PLACE = { sheetId: 'sheet-1', sheet: 'Books', row: 3 };

/** What a file's formula becomes in a download, in which the tables stand as given. */
function roundTrip(formula: string, now: readonly FileTable[], place = PLACE): string {
  const reading = new FormulasFromFile([SALES]);
  const typed = reading.read(formula, PLACE);
  return new FormulasToFile(now, reading.structured).write(typed, place);
}

test.each([
  'SUM(Sales[Amount])',
  'Sales[[#This Row],[Amount]]*2',
  '_xlfn.XLOOKUP("EURUSD",Sales[Pair],Sales[Amount])',
  'ROWS(Sales)',
])('%s is written to a file as it was read', (formula) => {
  expect(roundTrip(formula, [SALES])).toBe(formula);
});

test('a formula with "this row" is recognised in every row', () => {
  const reading = new FormulasFromFile([SALES]);
  const rows = [3, 4, 5].map((row) => {
    const place = { ...PLACE, row };
    return [reading.read('Sales[[#This Row],[Amount]]*2', place), place] as const;
  });
  const formulas = new FormulasToFile([SALES], reading.structured);
  expect(rows.map(([typed, place]) => [typed, formulas.write(typed, place)])).toEqual([
    ['=$C$4*2', 'Sales[[#This Row],[Amount]]*2'],
    ['=$C$5*2', 'Sales[[#This Row],[Amount]]*2'],
    ['=$C$6*2', 'Sales[[#This Row],[Amount]]*2'],
  ]);
});

test.each<[string, readonly FileTable[]]>([
  ['the table is gone', []],
  ['the column has another heading', [{ ...SALES, columns: ['Pair', 'Sum', 'In USD'] }]],
  ['the table has moved', [{ ...SALES, block: { ...SALES.block, row: 9 } }]],
])('an address is not turned into a structured reference if %s', (_, now) => {
  expect(roundTrip('SUM(Sales[Amount])', now)).toBe('SUM($C$4:$C$6)');
});

test('an address is not turned into a structured reference on a sheet where no file had one', () => {
  expect(roundTrip('SUM(Sales[Amount])', [SALES], { sheetId: 'sheet-2', sheet: 'Report', row: 0 })).toBe(
    'SUM($C$4:$C$6)',
  );
});

test.each([
  ['of a table that the file will have is written as an address', '=SUM(Sales[Amount])', 'SUM($C$4:$C$6)'],
  ['of a missing table is written as #REF!', '=SUM(Gone[Amount])', 'SUM(#REF!)'],
  ['to a column that the table lacks is written as #REF!', '=SUM(Sales[Nothing])', 'SUM(#REF!)'],
  ['to another workbook is written as #REF!', "='[Other.xlsx]My rates'!A1*2", '#REF!*2'],
  ['in a text is left alone', '="Gone[Amount] [1]Rates!A1"', '"Gone[Amount] [1]Rates!A1"'],
])('a typed reference %s', (_, typed, written) => {
  expect(new FormulasToFile([SALES], {}).write(typed, PLACE)).toBe(written);
});
