import { type FileTable, withAddresses } from '../../../../src/workbench/xlsx/structured-references';

/** B3:D7 with a row of headings above and one of totals below. */
const SALES: FileTable = {
  name: 'Sales',
  block: { sheet: 'Book keeping', row: 2, column: 1, rows: 5, columns: 3 },
  columns: ['Pair', 'Amount', 'In USD'],
  headerRows: 1,
  totalsRows: 1,
};

const onOwnSheet = (formula: string): string => withAddresses(formula, [SALES], 'Book keeping', 4);

test.each([
  ['a column', 'SUM(Sales[Amount])', 'SUM($C$4:$C$6)'],
  ['a column whatever its letters', 'SUM(sales[AMOUNT])', 'SUM($C$4:$C$6)'],
  ['several columns', 'SUM(Sales[[Amount]:[In USD]])', 'SUM($C$4:$D$6)'],
  ['the whole table', 'ROWS(Sales)', 'ROWS($B$4:$D$6)'],
  ['its headings', 'COUNTA(Sales[#Headers])', 'COUNTA($B$3:$D$3)'],
  ['its totals', 'Sales[[#Totals],[Amount]]', '$C$7'],
  ['everything of it', 'COUNTA(Sales[#All])', 'COUNTA($B$3:$D$7)'],
  ['headings and data', 'COUNTA(Sales[[#Headers],[#Data],[Pair]])', 'COUNTA($B$3:$B$6)'],
  ['this row', 'Sales[[#This Row],[Amount]]*2', '$C$5*2'],
  ['this row of the table around', '[@Amount]*2', '$C$5*2'],
])('a reference to %s becomes its address', (_, formula, expected) => {
  expect(onOwnSheet(formula)).toBe(expected);
});

test('from another sheet the address names its own', () => {
  expect(withAddresses('SUM(Sales[Amount])', [SALES], 'Report', 0)).toBe("SUM('Book keeping'!$C$4:$C$6)");
});

test.each([
  ['texts', '"Sales[Amount]"&"Sales"'],
  ['other names', 'Rate*Sales_2026'],
  ['columns that the table lacks', 'SUM(Sales[Nothing])'],
  ['functions', 'SALES(1)'],
])('%s stay as they are', (_, formula) => {
  expect(onOwnSheet(formula)).toBe(formula);
});

test('a table without totals has none to name', () => {
  expect(withAddresses('Sales[#Totals]', [{ ...SALES, totalsRows: 0 }], 'Report', 0)).toBe('Sales[#Totals]');
});
