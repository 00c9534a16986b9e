import { CellValueType, getNumfmtParseValueFilter, type ICellData, type Nullable, numfmt } from '@univerjs/core';
import { AFTER_CELL_EDIT, BEFORE_CELL_EDIT, SheetInterceptorService } from '@univerjs/preset-sheets-core';
import { readTypedValues, showNumbersIn } from '../../../../src/workbench/univer-patches/local-dates';
import { inEnglish, parseDate, useNumbersOf } from '../../../../src/workbench/univer-patches/typed-dates';
import { numbersAmong, numbersIn } from '../../../../src/workbench/univer-patches/local-numbers';
import { OpenedWorkbook } from '../../../support/opened-workbook';

/** What a browser of a language makes of what is typed into a cell. */
const entered = (...typed: Parameters<typeof cellEntered>): ICellData['v'] => cellEntered(...typed)?.v;

function cellEntered(text: string, language: string, pattern?: string): Nullable<ICellData> {
  const { sheet } = new OpenedWorkbook();
  readTypedValues(sheet, language);
  const { workbook } = sheet;
  const worksheet = workbook.getActiveSheet();
  if (pattern !== undefined) worksheet.getCellMatrix().setValue(0, 0, { s: { n: { pattern } } });
  const location = { workbook, worksheet, unitId: workbook.getUnitId(), subUnitId: worksheet.getSheetId() };
  return sheet.serviceOf(SheetInterceptorService).writeCellInterceptor.fetchThroughInterceptors(AFTER_CELL_EDIT)(
    { v: text },
    { ...location, row: 0, col: 0, origin: null },
  );
}

beforeAll(() =>
  jest.useFakeTimers({ now: new Date(2026, 6, 1), doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] }),
);
afterAll(() => jest.useRealTimers());

test.each([
  ['1/2/2026', 'en-US', '2026-01-02'],
  ['12/31/2025', 'en-US', '2025-12-31'],
  ['1/2/26', 'en-US', '2026-01-02'],
  ['1/2/30', 'en-US', '1930-01-02'],
  ['1/2', 'en-US', '2026-01-02'],
  ['12/31', 'en-US', '2026-12-31'],
  ['12/32', 'en-US', '1932-12-01'],
  ['12/2026', 'en-US', '2026-12-01'],
  ['1-2-2026', 'en-US', '2026-01-02'],
  ['1/2/2026 14:30', 'en-US', '2026-01-02 14:30'],
  ['1/2/2026 2:30 PM', 'en-US', '2026-01-02 2:30 PM'],
  ['31/12/2025', 'en-GB', '2025-12-31'],
  ['1/2', 'en-GB', '2026-02-01'],
  ['31.12.2025', 'de-DE', '2025-12-31'],
  ['31.12.', 'de-DE', '2026-12-31'],
  ['31.12.25 9:30', 'de-DE', '2025-12-31 9:30'],
  ['31/12/2025', 'de-DE', '2025-12-31'],
  ['31. 12. 2025', 'cs', '2025-12-31'],
  ['26/1/2', 'ja', '2026-01-02'],
])('%s is, typed in a browser of the language %s, %s', (text, language, date) => {
  expect(entered(text, language)).toBe(date);
  expect(parseDate(date)).not.toBeNull();
});

test.each([
  ['182,45', 'de-DE', '182.45'],
  ['0,125', 'fr-FR', '0.1250'],
  ['-1,250', 'es-ES', '-1.2500'],
  ['12,345 €', 'de-DE', '12.3450€'],
  ['1,039%', 'pt-BR', '1.0390%'],
  ['1.234.567,89', 'de-DE', "1'234'567.89"],
  ['-12.345.678', 'de-DE', "-12'345'678"],
  ['0,5', 'de-DE', '0.5'],
  ['12,5 %', 'de-DE', '12.5%'],
  ['1.050,5 €', 'de-DE', "1'050.5€"],
  ['1 234,5', 'fr-FR', "1'234.5"],
  ['12 345', 'fr-FR', "12'345"],
  ['1.234,50', 'de-AT', "1'234.50"],
  ['1’234.50', 'de-CH', "1'234.50"],
  ['1.200', 'de-DE', "1'200"],
  ['1,2E-7', 'de-DE', '1.2E-7'],
  ['(1.234,50)', 'de-DE', "(1'234.50)"],
  ['1.234-', 'de-DE', "-1'234"],
  ['1.234,50-', 'de-DE', "-1'234.50"],
  ['12,50-', 'de-DE', '-12.50'],
  ['1 234,50-', 'pl-PL', "-1'234.50"],
  ['1,500-', 'fr-FR', '-1.5000'],
  ['1.234,50', 'fr-FR', "1'234.50"],
  ['1’234,50', 'de-DE', "1'234.50"],
  ['€ -1.234,50', 'nl-NL', "€-1'234.50"],
  ['1.234,50 ₺', 'tr-TR', "1'234.50₺"],
  ['12,50 zł', 'pl-PL', '12.50¤'],
  ['-R$ 1.500', 'pt-BR', "-¤1'500"],
  ['１２３', 'ja-JP', '123'],
  ['－５', 'ja', '-5'],
  ['￥１，５００', 'ja', '¥1,500'],
  ['￥50', 'ja', '¥50'],
  ['１２.５％', 'zh-CN', '12.5%'],
])('the number %s is, typed in a browser of the language %s, %s', (text, language, number) => {
  expect(entered(text, language)).toBe(number);
  expect(getNumfmtParseValueFilter(number)).not.toBeNull();
});

test.each([
  ['a number of English alone', '1.200', 'fr-FR'],
  ['a number of English alone', '1,234.5', 'de-DE'],
  ['a number of English', '1,234', 'en-US'],
  ['a number of English', '182.45', 'de-DE'],
  ['no number in English', '182,45', 'en-US'],
  ['digits in wrong groups', '1.23,5', 'de-DE'],
  ['blanks where groups have points', '12 345', 'de-DE'],
  ['what is no date there', '31/12/2025', 'en-US'],
  ['points where dates have none', '1.2.2026', 'en-US'],
  ['a number', '1.5', 'de-DE'],
  ['a section', '1.5.2.3', 'de-DE'],
  ['half a bracket', '(1,5', 'de-DE'],
  ['a number of Arabic digits', '١٬٢٣٤٫٥', 'ar-EG'],
  ['a day that no month has', '31.2.2026', 'de-DE'],
  ['a quantity', '1/2 cup', 'en-US'],
  ['a date with its year first, which is read anyhow', '2026/1/2', 'en-US'],
  ['a formula', '=1/2', 'en-US'],
  ['a text with a number', '１２３号', 'ja'],
  ['a sign alone', '－', 'ja'],
  ['a month with something else', '5 Mai Feiern', 'de-DE'],
  ['a month of another language', '1 Mai 2026', 'fi-FI'],
  ['a word', 'Wahrheit', 'de-DE'],
  ['a tag', '#offen', 'de-DE'],
])('%s stays as it was typed: %s in %s', (_, text, language) => {
  expect(entered(text, language)).toBe(text);
});

test.each([
  ['1. Februar 2026', 'de-DE', '1 Feb 2026'],
  ['3. März 2026 14:30', 'de-DE', '3 Mar 2026 14:30'],
  ['Dez 25', 'de-DE', 'Dec 25'],
  ['Mai 2026', 'de-DE', 'May 2026'],
  ['1 févr. 2026', 'fr-FR', '1 Feb 2026'],
  ['1-août-26', 'fr-FR', '1-Aug-26'],
  ['1 de fevereiro de 2026', 'pt-BR', '1 Feb 2026'],
  ['1-fev-26', 'pt-BR', '1-Feb-26'],
  ['1 lutego 2026', 'pl-PL', '1 Feb 2026'],
  ['lut 2026', 'pl-PL', 'Feb 2026'],
  ['1 maj 2026', 'sv-SE', '1 May 2026'],
])('%s is, typed in a browser of the language %s, the date %s', (text, language, date) => {
  expect(entered(text, language)).toBe(date);
  expect(parseDate(date)).not.toBeNull();
});

test.each([
  ['wahr', 'TRUE'],
  ['Falsch', 'FALSE'],
  ['VRAI', 'TRUE'],
  ['#NV', '#N/A'],
  ['#n/a', '#N/A'],
  ['#Bezug!', '#REF!'],
])('%s is %s', (text, flag) => {
  expect(entered(text, 'de-DE')).toBe(flag);
});

test('a day that is written in Japanese is one of this year, unless its month has none', () => {
  const read = (text: string) => parseDate(text)?.v;
  expect(['10月1日', '１０月１日', '2月30日', '10月'].map(read)).toEqual([46_296, 46_296, undefined, undefined]);
  expect(['2026年1月', '２０２６年１０月', '2026年13月', '2026年3月期'].map(read)).toEqual([
    46_023,
    46_296,
    undefined,
    undefined,
  ]);
});

test.each([
  ['texts', '@'],
  ['fractions', '# ?/?'],
])('a cell of %s has what was typed', (_, pattern) => {
  expect(entered('1/2', 'en-US', pattern)).toBe('1/2');
});

describe('numbers that are pasted together', () => {
  const read = (texts: readonly string[]) => {
    const numberOf = numbersAmong(texts, numbersIn('de-DE'));
    return texts.map((text) => numberOf(text) ?? text);
  };

  test('are the user’s', () => {
    expect(read(['1.200', '4,715', '850', 'Apple', '31.12.2026'])).toEqual([
      "1'200",
      '4.7150',
      '850',
      'Apple',
      '31.12.2026',
    ]);
  });

  test.each(['182.45', '1,234.50', '1,234,567'])('are of English beside %s, which only English has', (text) => {
    expect(read(['1.200', '4,715', text])).toEqual(['1.2000', "4'715", text]);
  });

  test('are the user’s if one of them proves it', () => {
    expect(read(['1.200', '182,45', '4,715', '0.25'])).toEqual(["1'200", '182.45', '4.7150', '0.25']);
  });
});

describe('where numbers have a decimal comma, a number without a format', () => {
  const { sheet } = new OpenedWorkbook();
  showNumbersIn(sheet, 'de-DE');
  const { workbook } = sheet;
  const worksheet = workbook.getActiveSheet();
  const location = { workbook, worksheet, unitId: workbook.getUnitId(), subUnitId: worksheet.getSheetId() };
  const cellOf = (v: string | number, t = CellValueType.NUMBER): ICellData => ({ v, t });

  test.each([
    [cellOf(12.5), '12,5'],
    [cellOf(-0.1 - 0.2), '-0,3'],
    [cellOf(1.5e-7), '1,5e-7'],
    [cellOf(1234), 1234],
    [cellOf('12.5', CellValueType.STRING), '12.5'],
  ])('%j is shown as %s, and keeps its value', (cell, shown) => {
    worksheet.getCellMatrix().setValue(0, 0, cell);
    expect(worksheet.getCell(0, 0)?.v).toBe(shown);
    expect(worksheet.getCellRaw(0, 0)?.v).toBe(cell.v);
  });

  test.each([
    [cellOf(12.5), '12,5'],
    [cellOf('12.5%'), '12,5%'],
    [{ ...cellOf(12.5), f: '=A1' }, '12,5'],
    [cellOf('v1.5', CellValueType.STRING), 'v1.5'],
  ])('%j is edited as %s, which is the same number when it is entered', (cell, text) => {
    const { writeCellInterceptor } = sheet.serviceOf(SheetInterceptorService);
    const edit = writeCellInterceptor.fetchThroughInterceptors(BEFORE_CELL_EDIT);
    expect(edit(cell, { ...location, row: 0, col: 0, origin: null })?.v).toBe(text);
    if (cell.t === CellValueType.NUMBER) expect(entered(text, 'de-DE')).toBe(String(cell.v));
  });
});

test.each([
  ['pl-PL', '12,50 zł', 12.5, '12,50 zł'],
  ['pl-PL', '(5 zł)', -5, '-5 zł'],
  ['pt-BR', 'R$5', 5, 'R$ 5'],
  ['pt-BR', '-R$ 1.234,5', -1234.5, '-R$ 1.234,50'],
  ['sv-SE', '5 kr', 5, '5 kr'],
  ['nb', 'kr 12,50', 12.5, 'kr 12,50'],
  ['da-DK', '5 kr', 5, '5 kr.'],
  ['da-DK', '1.500 kr.', 1500, '1.500 kr.'],
  ['de-CH', '-CHF 234.50', -234.5, '-CHF 234.50'],
  ['en-IN', '₹1,00,000', 100_000, '₹1,00,000'],
  ['en-IN', '-1,00,00,000.5', -10_000_000.5, '-1,00,00,000.50'],
  ['fr-FR', '(1 234,50 €)', -1234.5, '-1\u202F234,50 €'],
  ['en-US', '5 €', 5, '5 €'],
  ['en-US', '($5.50)', -5.5, '-$5.50'],
])('money in a browser of the language %s: %s is %d, and shown as %s', (language, typed, value, shown) => {
  useNumbersOf(language);
  const text = String(entered(typed, language));
  const { v, z = '' } = getNumfmtParseValueFilter(text)!;
  expect([v, numfmt.format(z, v as number)]).toEqual([value, shown]);
});

test.each([
  ['pl-PL', '5 złotych'],
  ['pl-PL', '5 kr'],
  ['sv-SE', '5 krona'],
  ['en-US', 'R$ 5'],
  ['en-US', '1,00'],
])('a text in a browser of the language %s: %s', (language, text) => {
  useNumbersOf(language);
  expect(getNumfmtParseValueFilter(String(entered(text, language)))).toBeNull();
});

test('the engine reads and shows numbers with a format in the notation of the language', () => {
  useNumbersOf('de-DE');
  expect(numfmt.format('#,##0.00', 1234.5)).toBe('1.234,50');
  expect(numfmt.format('[$€-409]#,##0.0%', 12.345)).toBe('€1.234,5%');
  expect(['1.234,5', '1,234', "1'234.5", 'x'].map(inEnglish)).toEqual(["1'234.5", '1.2340', "1'234.5", 'x']);
  useNumbersOf('fr-FR');
  expect(numfmt.format('#,##0.00', 1234.5)).toBe('1\u202F234,50');
  useNumbersOf('en-US');
  expect(numfmt.format('#,##0.00', 1234.5)).toBe('1,234.50');
});

test.each([
  ['de-DE', 'Dienstag, 9. Dezember', 'Di Dez', '9. December'],
  ['fr-FR', 'mardi, 9. décembre', 'mar. déc.', '9. December'],
  ['pt-BR', 'terça-feira, 9. dezembro', 'ter dez', '9. December'],
  ['ja-JP', 'Tuesday, 9. December', 'Tue Dec', '9. December'],
  ['en-GB', 'Tuesday, 9. December', 'Tue Dec', '9. December'],
  ['tlh', 'Tuesday, 9. December', 'Tue Dec', '9. December'],
])('months and days have the names of %s, if the format does not name English', (language, day, month, english) => {
  useNumbersOf(language);
  const shown = ['dddd, d. mmmm', 'ddd mmm', '[$-409]d. mmmm'].map((pattern) => numfmt.format(pattern, 46_000.5));
  expect(shown).toEqual([day, month, english]);
});

test('March is Mrz in German, as Windows writes it, and is read as that', () => {
  useNumbersOf('de-DE');
  const names = Array.from({ length: 12 }, (_, month) => numfmt.format('mmm', 46_037 + month * 30.4));
  expect(names.join(' ')).toBe('Jan Feb Mrz Apr Mai Jun Jul Aug Sep Okt Nov Dez');
  expect(entered('1. Mrz 2026', 'de-DE')).toBe('1 Mar 2026');
});

test.each([
  ['fr-FR', 'mardi 10 mai 2022', '14:30:05'],
  ['de-DE', 'Dienstag, 10. Mai 2022', '14:30:05'],
  ['en-US', 'Tuesday, May 10, 2022', '2:30:05 PM'],
])('a date and a time in the format of the system, in %s', (language, date, time) => {
  useNumbersOf(language);
  const at = 44_691 + (14 * 3600 + 30 * 60 + 5) / 86_400;
  expect(numfmt.format('[$-F800]dddd, mmmm dd, yyyy', at)).toBe(date);
  expect(numfmt.format('[$-x-sysdate]dddd, mmmm dd, yyyy', at)).toBe(date);
  expect(numfmt.format('[$-F400]h:mm:ss AM/PM', at)).toBe(time);
});

test.each([
  ['5.42', 'pt-BR', '5.42'],
  ['5.4241', 'de-DE', '5.4241'],
  ['1,234.5', 'de-DE', '1,234.5'],
  ['1.5E3', 'de-DE', '1.5E3'],
])('beside 5.424, which is 5424, %s stays a text in %s', (text, language, typed) => {
  expect(cellEntered(text, language)).toEqual({ v: typed, t: CellValueType.FORCE_STRING });
});

test.each([
  ['5.42', 'en-US', 5.42],
  ['5.42', 'fr-FR', 5.42],
  ['5.424', 'pt-BR', 5424],
  ['5,42', 'pt-BR', 5.42],
])('%s is, typed in %s, a number', (text, language, number) => {
  expect(getNumfmtParseValueFilter(String(entered(text, language)))?.v).toBe(number);
});

test.each(['VERDADEIRO', 'verdadeiro'])('%s is a logical value', (word) => {
  expect(entered(word, 'pt-BR')).toBe('TRUE');
});

test.each([
  ['Dec-2026', 'mmm-yy'],
  ['December 2026', 'mmm-yy'],
  ['Dec-26', 'd-mmm'],
])('%s is shown as %s', (text, format) => {
  expect(parseDate(text)?.z).toBe(format);
});
