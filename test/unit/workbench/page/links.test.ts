import { HELP } from '../../../../src/functions/generated/help-texts';
import {
  broughtBy,
  countFormulas,
  type LinkedBook,
  linkToFormula,
  refusalOfLink,
  withoutBrought,
  writeBook,
} from '../../../../src/workbench/page/links';

const PAGE = 'http://localhost:3000/help/quote.html';
const linked = (formula: string): unknown => broughtBy(new URL(linkToFormula(formula), PAGE).href);

test.each(HELP.flatMap(({ examples }) => examples.map(({ formula }) => formula)))(
  'a link of a help page opens %s in the workbench',
  (formula) => {
    expect(new URL(linkToFormula(formula), PAGE).pathname).toBe('/');
    expect(linked(formula)).toEqual({ formula });
  },
);

describe('a link opens nothing', () => {
  test.each([
    ['another function', '=SUM(1)'],
    ['no formula', 'MD'],
    ['cells', '=MD.QUOTE(A2:A9)'],
    ['a calculation', '=MD.QUOTE("EUR"&"USD")'],
    ['a call inside an argument', '=MD.QUOTE("a"&WEBSERVICE("b")&"c")'],
    ['a call inside an array', '=MD.COMPLETE({1,WEBSERVICE("b")})'],
  ])('with %s', (_, formula) => expect(() => linked(formula)).toThrow('not one MD function with constants'));

  test('without a formula', () => expect(broughtBy('http://localhost:3000/?lang=de')).toBeUndefined());
});

test('a link opens only the call, without the text that follows it', () =>
  expect(linked('=MD.QUOTE("EURUSD")&WEBSERVICE("b")')).toEqual({ formula: '=MD.QUOTE("EURUSD")' }));

describe('a link with a file', () => {
  test('opens one beside the page', () => {
    expect(broughtBy('https://firm.example/md/?open=models/treasury.xlsx')).toEqual({
      open: new URL('https://firm.example/md/models/treasury.xlsx'),
    });
  });

  test.each([
    'https://elsewhere.example/a.xlsx',
    '//elsewhere.example/a.xlsx',
    'javascript:alert(1)',
    'data:text/plain,a',
    'https://user:secret@firm.example/a.xlsx',
  ])('opens nothing from another site: %s', (open) => {
    expect(() => broughtBy(`https://firm.example/md/?open=${encodeURIComponent(open)}`)).toThrow(
      'not beside this page',
    );
  });
});

describe('a link with a workbook', () => {
  const BOOK: LinkedBook = {
    name: 'Desk',
    active: 'Prices!B1',
    styles: [{ n: { pattern: 'yyyy-mm-dd' } }],
    sheets: [
      {
        name: 'Prices',
        cells: { A1: "'EURUSD", A2: "'=not a formula", B1: '=MD.QUOTE(A1)', B2: 1.5, C3: true, D4: "''quoted" },
        formats: { B2: 0, 'C1:C9': 0 },
        widths: { 0: 120 },
      },
      { name: 'Été 日本', cells: { A1: '=SUM(Prices!B1:B2)*RATE' } },
    ],
    names: { RATE: '=0.08' },
  };
  const brought = (book: string): unknown => broughtBy(`https://firm.example/md/?lang=de#book=${book}`);

  test('brings constants, formulas and names as they were', () => {
    expect(brought(writeBook(BOOK))).toEqual({ book: BOOK });
    expect(writeBook(BOOK)).toMatch(/^[\w-]+$/);
    expect(countFormulas(BOOK)).toBe(2);
  });

  const [sheet] = BOOK.sheets;
  test.each([
    ['was cut off', writeBook(BOOK).slice(0, -9)],
    ['is no workbook', writeBook([] as unknown as LinkedBook)],
    ['has no sheet', writeBook({ ...BOOK, sheets: [] })],
    ['has a sheet twice', writeBook({ ...BOOK, sheets: [sheet!, { ...sheet!, name: 'PRICES' }] })],
    ['has a sheet with a name that Excel refuses', writeBook({ ...BOOK, sheets: [{ name: "'A", cells: {} }] })],
    ['has cells outside the grid', writeBook({ ...BOOK, sheets: [{ name: 'A', cells: { A999999: 1 } }] })],
    ['has cells of an unknown form', writeBook({ ...BOOK, sheets: [{ name: 'A', cells: { 'A1:B2': 1 } }] })],
    ['has cells with objects', writeBook({ ...BOOK, sheets: [{ name: 'A', cells: { A1: {} as string } }] })],
    ...[
      ['formats that it does not bring', { formats: { A1: 1 } }],
      ['formats that are no numbers', { formats: { A1: 'bold' } }],
      ['formats of more cells than a link brings', { formats: { 'A1:Z9000': 0 } }],
      ['formats outside the grid', { formats: { 'A1:A99999': 0 } }],
      ['widths that are none', { widths: { 0: -1 } }],
      ['widths of columns outside the grid', { widths: { 9000: 20 } }],
    ].map(([what, wrong]): [string, string] => [
      `has ${what as string}`,
      writeBook({ ...BOOK, sheets: [{ ...sheet!, ...(wrong as object) }] }),
    ]),
    ['has styles of an unknown form', writeBook({ ...BOOK, styles: ['bold'] as never })],
    ['is too large once unpacked', writeBook({ ...BOOK, name: 'a'.repeat(1_000_000) })],
    ['has other letters', '%%%'],
    ['is empty', ''],
  ])('opens nothing if it %s', (_, book) => {
    expect(() => brought(book)).toThrow('The workbook in this link cannot be read');
  });

  test('can be written even when it is too long, so that its length can be reported', () => {
    const cells = Object.fromEntries(Array.from({ length: 12_000 }, (_, row) => [`A${row + 1}`, Math.sin(row)]));
    const many = Array.from({ length: 4 }, (_, index) => ({ name: `S${index}`, cells }));
    expect(
      writeBook({ ...BOOK, sheets: many.map((one, index) => ({ ...one, cells: { ...cells, B1: index } })) }).length,
    ).toBeGreaterThan(150_000);
  });

  test.each([
    ['too long', 'a'.repeat(8_001), 'It would make 8.0 kB, and a link holds 8.'],
    ['too high', writeBook({ ...BOOK, sheets: [{ name: 'A', cells: { A20001: 1 } }] }), 'It has more sheets, rows'],
    ['as it may be', writeBook(BOOK), 'undefined'],
  ])('is not copied if it could not be opened: one that is %s', (_, book, refusal) => {
    expect(String(refusalOfLink(book))).toContain(refusal);
  });

  test('opens nothing if it is longer than a link may be', () =>
    expect(() => brought('a'.repeat(8_001))).toThrow('longer than a link may be'));
});

test('a page that is loaded again does not open the content of its link again, and keeps its language', () => {
  const link = 'https://firm.example/md/?lang=de&formula=%3DMD.COMPLETE(1)&model=fx&open=a.xlsx#book=abc';
  expect(withoutBrought(link)).toBe('https://firm.example/md/?lang=de');
});
