import { type FileTable, withAddresses } from '../../../../src/workbench/engine/structured-references';

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
  ['a column in upper or lower case', 'SUM(sales[AMOUNT])', 'SUM($C$4:$C$6)'],
  ['several columns', 'SUM(Sales[[Amount]:[In USD]])', 'SUM($C$4:$D$6)'],
  ['the data of the table', 'ROWS(Sales)', 'ROWS($B$4:$D$6)'],
  ['the headings of the table', 'COUNTA(Sales[#Headers])', 'COUNTA($B$3:$D$3)'],
  ['the totals of the table', 'Sales[[#Totals],[Amount]]', '$C$7'],
  ['the whole table with headings and totals', 'COUNTA(Sales[#All])', 'COUNTA($B$3:$D$7)'],
  ['headings and data', 'COUNTA(Sales[[#Headers],[#Data],[Pair]])', 'COUNTA($B$3:$B$6)'],
  ['this row', 'Sales[[#This Row],[Amount]]*2', '$C5*2'],
  ['this row of the surrounding table', '[@Amount]*2', '$C5*2'],
])('a reference to %s becomes its address', (_, formula, expected) => expect(onOwnSheet(formula)).toBe(expected));

test('on another sheet the address includes the name of the sheet', () =>
  expect(withAddresses('SUM(Sales[Amount])', [SALES], 'Report', 0)).toBe("SUM('Book keeping'!$C$4:$C$6)"));

test.each([
  ['texts', '"Sales[Amount]"&"Sales"'],
  ['other names', 'Rate*Sales_2026'],
  ['columns that the table lacks', 'SUM(Sales[Nothing])'],
  ['functions', 'SALES(1)'],
])('%s are not changed', (_, formula) => expect(onOwnSheet(formula)).toBe(formula));

test('a reference to the totals of a table without totals is not changed', () =>
  expect(withAddresses('Sales[#Totals]', [{ ...SALES, totalsRows: 0 }], 'Report', 0)).toBe('Sales[#Totals]'));
