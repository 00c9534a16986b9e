import { getNumfmtParseValueFilter, type ICellData } from '@univerjs/core';
import { AFTER_CELL_EDIT, SheetInterceptorService } from '@univerjs/preset-sheets-core';
import { readTypedValues } from '../../../../src/workbench/univer-patches/local-dates';
import { parseDate } from '../../../../src/workbench/univer-patches/typed-dates';
import { numbersAmong, numbersIn } from '../../../../src/workbench/univer-patches/local-numbers';
import { OpenedWorkbook } from '../../../support/opened-workbook';

/** What a browser of a language makes of what is typed into a cell. */
function entered(text: string, language: string, pattern?: string): ICellData['v'] {
  const { sheet } = new OpenedWorkbook();
  readTypedValues(sheet, language);
  const { workbook } = sheet;
  const worksheet = workbook.getActiveSheet();
  if (pattern !== undefined) worksheet.getCellMatrix().setValue(0, 0, { s: { n: { pattern } } });
  const location = { workbook, worksheet, unitId: workbook.getUnitId(), subUnitId: worksheet.getSheetId() };
  return sheet.serviceOf(SheetInterceptorService).writeCellInterceptor.fetchThroughInterceptors(AFTER_CELL_EDIT)(
    { v: text },
    { ...location, row: 0, col: 0, origin: null },
  )?.v;
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
])('the number %s is, typed in a browser of the language %s, %s', (text, language, number) => {
  expect(entered(text, language)).toBe(number);
  expect(getNumfmtParseValueFilter(number)).not.toBeNull();
});

test.each([
  ['another number in English, which the grid shows', '1.200', 'de-DE'],
  ['a number of English', '1,234.5', 'de-DE'],
  ['a number of English', '1,234', 'en-US'],
  ['a number of English', '182.45', 'de-DE'],
  ['no number in English', '182,45', 'en-US'],
  ['digits in wrong groups', '1.23,5', 'de-DE'],
  ['blanks where groups have points', '12 345', 'de-DE'],
  ['what is no date there', '31/12/2025', 'en-US'],
  ['points where dates have none', '1.2.2026', 'en-US'],
  ['a number', '1.5', 'de-DE'],
  ['a section', '1.5.2.3', 'de-DE'],
  ['a day that no month has', '31.2.2026', 'de-DE'],
  ['a quantity', '1/2 cup', 'en-US'],
  ['a date with its year first, which is read anyhow', '2026/1/2', 'en-US'],
  ['a formula', '=1/2', 'en-US'],
])('%s stays as it was typed: %s in %s', (_, text, language) => {
  expect(entered(text, language)).toBe(text);
});

test.each([
  ['texts', '@'],
  ['fractions', '# ?/?'],
])('a cell of %s has what was typed', (_, pattern) => {
  expect(entered('1/2', 'en-US', pattern)).toBe('1/2');
});

describe('numbers that are pasted together', () => {
  const read = (texts: readonly string[]) => texts.map((text) => numbersAmong(texts, numbersIn('de-DE'))(text) ?? text);

  test('are read as the user’s if one proves it', () => {
    expect(read(['1.200', '182,45', '4,715', 'Apple', '850', '31.12.2026'])).toEqual([
      "1'200",
      '182.45',
      '4.7150',
      'Apple',
      '850',
      '31.12.2026',
    ]);
  });

  test('are read as the user’s where nothing but a decimal comma says so', () => {
    expect(read(['1.200', '4,715', '850'])).toEqual(["1'200", '4.7150', '850']);
  });

  test.each([[['1.200', '12.500', '850']], [['1.200', '182,45', '4,715', '0.25']]])(
    'keep what it is in English if nothing proves it, or one of them is only English: %j',
    (texts) => {
      expect(read(texts)).toEqual(texts.map((text) => (text === '182,45' ? '182.45' : text)));
    },
  );
});
