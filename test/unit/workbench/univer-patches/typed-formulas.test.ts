import fc from 'fast-check';
import {
  IFunctionService,
  LexerTreeBuilder,
  sequenceNodeType,
  SheetInterceptorService,
} from '@univerjs/preset-sheets-core';
import { mendFunctions } from '../../../../src/workbench/univer-patches/wrong-functions';
import { LOCAL_FUNCTIONS } from '../../../../src/workbench/univer-patches/local-functions';
import {
  formulaReader,
  formulaToEdit,
  readTypedFormulas,
} from '../../../../src/workbench/univer-patches/typed-formulas';
import { resourceOfNames } from '../../../../src/workbench/sheet/spreadsheet';
import { OpenedWorkbook } from '../../../support/opened-workbook';

const { sheet } = new OpenedWorkbook();
readTypedFormulas(sheet, 'en-US');
sheet.openWorkbook({ resources: [resourceOfNames([{ name: 'Rate', formula: 'Sheet1!$A$1' }])] });

/** What a cell has after this was typed into it. */
function entered(text: string): unknown {
  const { workbook } = sheet;
  const cell = sheet
    .serviceOf(SheetInterceptorService)
    .onWriteCell(workbook, workbook.getActiveSheet(), 0, 0, { v: text });
  return cell?.f ?? cell?.v;
}

test.each([
  ['+B2+C2', '=+B2+C2'],
  ['-b2', '=-B2'],
  ['+ B2', '=+ B2'],
  ['-Rate*2', '=-Rate*2'],
  ['-5-3', '=-5-3'],
  ['-(3+2)*B1', '=-(3+2)*B1'],
  ['-sum(B1:b3', '=-SUM(B1:B3)'],
  ["-'My sheet'!a1", "=-'My sheet'!A1"],
  ['@SUM(B1:B3)', '=SUM(B1:B3)'],
  ['-B2%', '=-B2%'],
  ['+B2&" - x"', '=+B2&" - x"'],
  ['-max(b1,sum(B2,3)', '=-MAX(B1,SUM(B2,3))'],
  ['＝ＳＵＭ（Ａ１，２）', '=SUM(A1,2)'],
])('%s is typed as the formula %s', (text, formula) => {
  expect(entered(text)).toBe(formula);
});

test.each([
  '-',
  '--',
  '-tbd',
  '- item',
  '-foo bar',
  '-Q4 results',
  '-5 EUR',
  '+49 30 1234',
  '+1 (555) 1234',
  '-B2+',
  '@anna',
  '@B2',
  '@anna(x)',
  '-unknown(2)',
  '-1,5',
  '+12,5%',
  '-B2,B3',
])('%s is typed as a text', (text) => {
  expect(entered(text)).toBe(text);
});

test.each(['-5', '+1', '-5%', '-1,000.50', '-$5'])('%s is typed as a number', (text) => {
  expect(String(entered(text))).not.toMatch(/^=/);
});

test('names of functions are read where numbers have a decimal point, too', () => {
  const opened = new OpenedWorkbook();
  readTypedFormulas(opened.sheet, 'de-CH');
  const { workbook } = opened.sheet;
  const cells = opened.sheet.serviceOf(SheetInterceptorService);
  const formulaOf = (f: string) => cells.onWriteCell(workbook, workbook.getActiveSheet(), 0, 0, { f, v: null })?.f;
  expect(['=SUMME(A1;1.5)', '=SUMME(A1,B1)*1.5', '=SUM({1;2};3)'].map(formulaOf)).toEqual([
    '=SUM(A1,1.5)',
    '=SUM(A1,B1)*1.5',
    '=SUM({1;2},3)',
  ]);
});

describe('where numbers have a decimal comma', () => {
  const opened = new OpenedWorkbook();
  readTypedFormulas(opened.sheet, 'de-DE');
  const formulaOf = (f: string) => {
    const { workbook } = opened.sheet;
    const cells = opened.sheet.serviceOf(SheetInterceptorService);
    return cells.onWriteCell(workbook, workbook.getActiveSheet(), 0, 0, { f, v: null })?.f;
  };

  test.each([
    ['+1,5*2', '=+1.5*2'],
    ['-summe(a1;2,5)', '=-SUM(A1,2.5)'],
    ['-1,5', undefined],
    ['-1.234,5 €', undefined],
    ['-1,5 Stück', undefined],
    ['+1,5,2', undefined],
  ])('%s, typed without the sign of equality, is %s', (text, formula) => {
    const { workbook } = opened.sheet;
    const cells = opened.sheet.serviceOf(SheetInterceptorService);
    expect(cells.onWriteCell(workbook, workbook.getActiveSheet(), 0, 0, { v: text })?.f ?? undefined).toBe(formula);
  });

  test.each([
    ['=SUMME(A1;1,5)', '=SUM(A1,1.5)'],
    ['=WENN(A1>2,5;"ja; 1,5";WAHR)', '=IF(A1>2.5,"ja; 1,5",TRUE)'],
    ['=MD.CONVERT(1000,5;"EUR";"USD")', '=MD.CONVERT(1000.5,"EUR","USD")'],
    ['=A1*1,5', '=A1*1.5'],
    ['=SI(A1;ARRONDI(B1;2);0)', '=IF(A1,ROUND(B1,2),0)'],
    ['=SUM({1;2};3)', '=SUM({1;2},3)'],
    ['=WENN(ISTNV(#NV);FALSCH();"#NV")', '=IF(ISNA(#N/A),FALSE(),"#NV")'],
    ['=IFERROR(#BEZUG!;#ZAHL!)', '=IFERROR(#REF!,#NUM!)'],
    ['=TEXT(A1;"TT.MM.JJJJ hh:mm")&TEXT(B1;"#.##0,00")', '=TEXT(A1,"TT.MM.JJJJ hh:mm")&TEXT(B1,"#.##0,00")'],
    ['=ZÄHLENWENN(A1:A9;">1,5")+NB.SI(A1:A9;2)', '=COUNTIF(A1:A9,">1,5")+COUNTIF(A1:A9,2)'],
    ['=SE(SOMA(A1:A3)>0;PROCV(A1;B1:C9;2;VERDADEIRO);E(A1))', '=IF(SUM(A1:A3)>0,VLOOKUP(A1,B1:C9,2,TRUE),AND(A1))'],
    ['=média(A1:A3)', '=AVERAGE(A1:A3)'],
    [
      '=SE.ERRO(CONTAR.SE(A1:A9;">1,5");SOMA.SE.S(B1:B9;A1:A9;2))',
      '=IFERROR(COUNTIF(A1:A9,">1,5"),SUMIFS(B1:B9,A1:A9,2))',
    ],
    [
      '=SE(SOMMA(A1:A3)>0;CERCA.VERT(A1;B1:C9;2;VERO);CONTA.SE(A1:A3;1))',
      '=IF(SUM(A1:A3)>0,VLOOKUP(A1,B1:C9,2,TRUE),COUNTIF(A1:A3,1))',
    ],
    ['=ALS(ISFOUT(#N/B);SOM(A1;1,5);ONWAAR())', '=IF(ISERROR(#N/A),SUM(A1,1.5),FALSE())'],
    ['=JEŻELI(ORAZ(A1>0,5;PRAWDA);ŚREDNIA(A1:A3);ILOCZYN(B1;2))', '=IF(AND(A1>0.5,TRUE),AVERAGE(A1:A3),PRODUCT(B1,2))'],
    ['=SUMME({1.2;3.4})', '=SUM({1,2;3,4})'],
    ['=KGRÖSSTE(A1:A9;{1.2.3})', '=LARGE(A1:A9,{1,2,3})'],
    ['=SVERWEIS(1;WAHL({1.2};A1:A9;B1:B9);2;0)', '=VLOOKUP(1,CHOOSE({1,2},A1:A9,B1:B9),2,0)'],
    ['=SUMME(A1:A3*{0,5;0,3;0,2})', '=SUM(A1:A3*{0.5;0.3;0.2})'],
    ['=SUMA({1\\2;3,5\\4})', '=SUM({1,2;3.5,4})'],
    ['=VERWEIS(A1;{0.60};{"1,5"."2.5"})', '=LOOKUP(A1,{0,60},{"1,5","2.5"})'],
    ['=SUM({"a","b"},{1,2,3})', '=SUM({"a","b"},{1,2,3})'],
    ['=SUM(A1*{1.5;2.5},3)', '=SUM(A1*{1.5;2.5},3)'],
  ])('%s is typed as the formula %s', (typed, formula) => {
    expect(formulaOf(typed)).toBe(formula);
  });

  test.each([
    ['=SUMME(A1*1,5)', '=SUM(A1*1.5)'],
    ['=MAX(1,5)', '=MAX(1.5)'],
    ['=ABS(-1,5)', '=ABS(-1.5)'],
    ['=A1*(1+0,19)', '=A1*(1+0.19)'],
    ['=WENN(A1>0,5E-3)', '=IF(A1>0.5E-3)'],
    ['=(1,5+2,5)*SUM({1,2})', '=(1.5+2.5)*SUM({1,2})'],
  ])('the comma of %s is that of a number, also within brackets: %s', (typed, formula) => {
    expect(formulaOf(typed)).toBe(formula);
  });

  test.each([
    ['=MAX(1,5)', '=MAX(1;5)'],
    ['=ABS(1.5)', '=ABS(1,5)'],
    ['=IF(A1>0.5,"a,b",{1,2})', '=IF(A1>0,5;"a,b";{1.2})'],
    ['=SUM({1.5,"a.b,c";-3,TRUE})', '=SUM({1,5\\"a.b,c";-3\\TRUE})'],
    ['=A1*{0.5;0.25}', '=A1*{0,5;0,25}'],
    ['=SUM({1,2;3,4})', '=SUM({1.2;3.4})'],
    ['=SUM({1.5})', '=SUM(1,5)', '=SUM(1.5)'],
    ['=SUM(A1:B2)', '=SUM(A1:B2)'],
    ["=ROUND('x,y'!A1,2)", "=ROUND('x,y'!A1;2)"],
    ['=INDEX((A1:A2,C1:C2),1,1,2)', '=INDEX((A1:A2;C1:C2);1;1;2)'],
    ['=A1*.5', '=A1*0,5', '=A1*0.5'],
  ])('%s is edited as %s, and left as it was', (formula, edited, left = formula) => {
    expect(formulaToEdit(formula, 'de-DE')).toBe(edited);
    expect(formulaOf(edited)).toBe(left);
    expect(formulaToEdit(formula, 'en-US')).toBe(formula);
  });

  test('any formula is edited with the marks of the language, and what is left as it was is the same formula', () => {
    const number = fc
      .oneof(fc.nat(99), fc.double({ min: 0, max: 99, noNaN: true, noDefaultInfinity: true }))
      .map(String);
    const plain = number.filter((text) => !text.includes('e'));
    const arrays = ['{1,2;3,4}', '{1.5;2.5}', '{1.5,2}', '{1,2}', '{"a,b";"c.d"}', '{"a","b"}', '{TRUE,1}'] as const;
    const others = ['A1', "'a,b;c'!B2", '"1,5;2"', '-1.5', 'Rate'] as const;
    const leaf = fc.oneof(plain, fc.constantFrom(...arrays, ...others));
    const { formula } = fc.letrec<{ formula: string }>((tie) => ({
      formula: fc.oneof(
        { maxDepth: 3 },
        leaf,
        fc.array(tie('formula'), { minLength: 1, maxLength: 3 }).map((all) => `MAX(${all.join(',')})`),
        fc.tuple(tie('formula'), tie('formula')).map((pair) => `(${pair.join('*')})`),
      ),
    }));
    fc.assert(
      fc.property(formula, fc.constantFrom('de-DE', 'es-ES'), (inner, language) => {
        const edited = formulaToEdit(`=${inner}`, language);
        expect(language === 'de-DE' ? formulaOf(edited) : formulaReader(language)!(edited)).toBe(`=${inner}`);
      }),
    );
  });

  test.each([
    '=SUM(A1,5)',
    '=ROUND(A1*1.5,2)',
    '=DATE(2026,12,24)',
    '=MAX(0.5,2)',
    '=SUM({1;2})',
    '=A1&";"',
    '=SUM((A1:B2,C3))',
    '=A1:B2,C3',
  ])('%s stays a formula of English', (formula) => {
    expect(formulaOf(formula)).toBe(formula);
  });

  test('the editor finds references and arguments between semicolons, and keeps the text', () => {
    const lexer = opened.sheet.serviceOf(LexerTreeBuilder);
    const text = '=SUMME(A1*1,5;B2:C3;{1,2};"a;b"';
    const nodes = lexer.sequenceNodesBuilder(text) ?? [];
    expect(nodes.map((node) => (typeof node === 'string' ? node : node.token)).join('')).toBe(text.slice(1));
    const isReference = (node: (typeof nodes)[number]): boolean =>
      typeof node !== 'string' && node.nodeType === sequenceNodeType.REFERENCE;
    expect(nodes.filter(isReference)).toMatchObject([{ token: 'A1' }, { token: 'B2:C3' }]);
  });

  test('each local name is that of a function, and of no other one in English', () => {
    const functions = opened.sheet.serviceOf(IFunctionService);
    for (const [local, english] of Object.entries(LOCAL_FUNCTIONS)) {
      expect([english, functions.hasExecutor(english)]).toEqual([english, true]);
      expect([local, functions.hasExecutor(local)]).toEqual([local, false]);
    }
  });

  test('nothing is changed where it has a point', () => {
    const { workbook } = sheet;
    const cells = sheet.serviceOf(SheetInterceptorService);
    const f = '=SUMME(A1;1,5)';
    expect(cells.onWriteCell(workbook, workbook.getActiveSheet(), 0, 0, { f, v: null })?.f).toBe(f);
  });
});

test.each([
  ['dd/mm/aaaa', 'pt-BR', '01/12/2026'],
  ['TT.MM.JJJJ', 'de-DE', '01.12.2026'],
  ['jj/mm/aaaa', 'fr-FR', '01/12/2026'],
  ['gg/mm/aaaa', 'it-IT', '01/12/2026'],
  ['dd-mm-jjjj', 'nl-NL', '01-12-2026'],
  ['rrrr-mm-dd', 'pl-PL', '2026-12-01'],
  ['#.##0,00', 'de-DE', '46,357.00'],
  ['0,00', 'fr-FR', '46357.00'],
  ['dd/mm/yyyy', 'pt-BR', '01/12/2026'],
  ['#,##0.0', 'de-DE', '46,357.0'],
  ['0 "t"', 'de-DE', '46357 t'],
  ['TT.MM.JJJJ hh:mm', 'de-DE', '01.12.2026 00:00'],
  ['0,0%', 'de-DE', '4635700.0%'],
  ['#.##0,00 "EUR"', 'de-DE', '46,357.00 EUR'],
  ['hh:mm AM/PM', 'de-DE', '12:00 AM'],
  ['General', 'de-DE', '46357'],
  ['Standard', 'de-DE', '46357'],
  ['#.##0,00 €;[Rot]-#.##0,00 €', 'de-DE', '46,357.00 €'],
  ['[Farbe 10]0,00', 'de-DE', '46357.00'],
  ['[Red]0.00', 'en-US', '46357.00'],
  ['#.##0.', 'de-DE', '46'],
  ['[h]:mm', 'de-DE', '1112568:00'],
  ['[>3]0,0;0', 'de-DE', '46357.0'],
  ['0,00E+00', 'de-DE', '4.64E+04'],
  ['JJJJ;@', 'de-DE', '2026'],
  ['[$-407]TTTT', 'de-DE', 'Dienstag'],
  ['[Rouge]0,00', 'fr-FR', '46357.00'],
  ['[赤]G/標準', 'ja-JP', '46357'],
])('TEXT has the code %s in %s', async (code, language, text) => {
  const bench = new OpenedWorkbook();
  mendFunctions(bench.sheet, language);
  await bench.openSheet({ cellData: { 0: { 0: { f: `=TEXT(46357,"${code.replaceAll('"', '""')}")` } } } });
  expect(bench.valueAt('A1')).toBe(text);
});

test.each([
  ['"31.12.2026","JJJJ-MM-TT"', 'de-DE', '2026-12-31'],
  ['"0,5","0%"', 'de-DE', '50%'],
  ['"31/12/2026","aaaa-mm-jj"', 'fr-FR', '2026-12-31'],
  ['"2026/12/31","yyyy-mm-dd"', 'ja-JP', '2026-12-31'],
  ['"some","0%"', 'de-DE', 'some'],
])('TEXT(%s) reads a number or a date of %s in a text', async (given, language, text) => {
  const bench = new OpenedWorkbook();
  mendFunctions(bench.sheet, language);
  await bench.openSheet({ cellData: { 0: { 0: { f: `=TEXT(${given})` } } } });
  expect(bench.valueAt('A1')).toBe(text);
});
