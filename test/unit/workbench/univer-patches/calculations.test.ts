import { Interpreter, LexerTreeBuilder } from '@univerjs/preset-sheets-core';
import { escaped } from '../../../../src/workbench/xlsx/package';
import { fileOfOthers } from '../../../browser/opened-file';
import { OpenedWorkbook } from '../../../support/opened-workbook';

const bench = new OpenedWorkbook();

const HEAD = '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>';
const END = '</sheetData></worksheet>';
const ROWS = [
  '<c r="A1"><v>100</v></c><c r="B1"><v>45000</v></c><c r="C1"><v>2</v></c>',
  '<c r="A2"><v>15</v></c><c r="B2"><v>24</v></c><c r="C2"><v>3</v></c>',
  '<c r="A3"><v>8</v></c><c r="B3"><v>1</v></c><c r="C3"><v>4</v></c>',
  '<c r="A4" t="str"><f>IF(A1&gt;1,"","x")</f><v></v></c><c r="B4"><v>45010</v></c><c r="C4" t="b"><v>1</v></c>',
  '<c r="A5" t="inlineStr"><is><t></t></is></c><c r="B5" t="inlineStr"><is><t>yyyy</t></is></c>',
];
const NAMES: Readonly<Record<string, string>> = {
  NetDebt: 'Model!$A$1-Model!$A$2',
  Twice: 'NetDebt*2',
  Negative: '-Model!$A$1',
  Rate: 'Model!$A$2',
  Half: '0.5',
  Percent: '25%',
  List: '{1,2,3}',
  Text: 'Model!$A$1&"x"',
  Over: 'Model!$A$1>50',
  Block: 'Model!$A$1:$A$3',
  Both: 'Model!$A$1:$A$2,Model!$A$3',
  Total: 'SUM(Model!$A$1:$A$3)',
  Next: 'LAMBDA(x,x+1)',
};

/** What formulas of a file show that another program has written. */
async function shown(formulas: readonly string[]): Promise<unknown[]> {
  const cells = formulas.map((formula, index) => `<c r="F${index + 1}"><f>${escaped(formula)}</f></c>`);
  const rows = Array.from(
    { length: Math.max(cells.length, ROWS.length) },
    (_, index) => `<row r="${index + 1}">${ROWS[index] ?? ''}${cells[index] ?? ''}</row>`,
  );
  const names = Object.entries(NAMES).map(
    ([name, formula]) => `<definedName name="${name}">${escaped(formula)}</definedName>`,
  );
  await bench.open(
    fileOfOthers({
      'xl/worksheets/sheet1.xml': () => HEAD + rows.join('') + END,
      'xl/worksheets/sheet2.xml': () =>
        `${HEAD}<row r="2"><c r="B2"><v>1000</v></c></row><row r="3"><c r="B3"><v>5</v></c></row>${END}`,
      'xl/workbook.xml': (text) => text.replace(/<definedName .*<\/definedName>/, names.join('')),
    }),
  );
  return formulas.map((_, index) => bench.valueAt(`F${index + 1}`));
}

/** Formulas and what Excel shows for them. */
async function expectAll(results: Readonly<Record<string, unknown>>): Promise<void> {
  const formulas = Object.keys(results);
  const values = await shown(formulas);
  expect(Object.fromEntries(formulas.map((formula, index) => [formula, values[index]]))).toEqual(results);
}

test('the formula of a name is read once, however many formulas and names use it', async () => {
  const read = jest.spyOn(
    LexerTreeBuilder.prototype as unknown as { _nodeMaker: (text: string) => unknown },
    '_nodeMaker',
  );
  const formulas = Array.from({ length: 30 }, (_, index) => `Twice+NetDebt+${index}`);
  expect(await shown(formulas)).toEqual(formulas.map((_, index) => 255 + index));
  for (const definition of ['=(Model!$A$1-Model!$A$2)', '=(NetDebt*2)'])
    expect(read.mock.calls.filter(([text]) => text === definition)).toHaveLength(1);
  read.mockRestore();
});

test('names are values of their own, also behind a minus', () =>
  expectAll({
    '2*NetDebt': 170,
    'NetDebt^2': 7225,
    '1/Twice*1700': 10,
    '2-Negative': 102,
    'Text&"y"': '100xy',
    'NOT(Over)': false,
    'Percent*4': 1,
    'SUM(Both)': 123,
    'SUMPRODUCT(Block*2)': 246,
    'SUM(Block*2)': '#VALUE!',
    'ROWS(Block)': 3,
    'Next(1)': 2,
    '-NetDebt': -85,
    '-Negative': 100,
    '-Rate': -15,
    '--Rate': 15,
    '2*-Rate': -30,
    '-Rate^2': 225,
    '4^-Half': 0.5,
    '-Rate%': -0.15,
    '- Rate': -15,
    'Rate * 2': 30,
    'Rate & " x"': '15 x',
    'SUM( Rate , 2 )-NetDebt *Half': -25.5,
    'IF(Rate >1, Rate ,0)': 15,
    '-Model!Rate': -15,
    'IF(-Rate<0,-Half,1)': -0.5,
    'SUM(-List)': -6,
    '-Total': -123,
    '-Next(1)': -2,
    'LET(x,5,2*-x)': -10,
    '1-Rate': -14,
    '-A2^2': 225,
  }));

test('a name may be that of a function', () =>
  expectAll({
    'ROUND(RATE(24,-100,2000),6)': 0.015131,
    'TEXT(B1,"yyyy")&Text': '2023100x',
    'Rate+ROUND(RATE(24,-100,2000),6)': 15.015131,
    'rate*2': 30,
    '-RATE(1,0,-100,100)': 0,
  }));

test('cells of several sheets are each one of the values', () =>
  expectAll({
    'SUM(Model:Other!B2)': 1024,
    "SUM('Model:Other'!B2,1)": 1025,
    'SUM(1,Other:Model!$B$2:$B$3)': 1031,
    'COUNT(Model:Other!B2)': 2,
    'AVERAGE(Model:Other!B2)': 512,
    'MAX(Model:Other!B:B)': 45010,
    'LARGE(Model:Other!B2,2)': 24,
    'SUM(Model:Model!B2)': 24,
  }));

test('a sheet that is not there spoils no other', async () => {
  const [, sum] = await shown(['SUM(Nowhere!B2:B3)', 'SUM(B2:B3)']);
  expect(sum).toBe(25);
});

test('an empty text is a text', () =>
  expectAll({
    'A4<5': false,
    'A4>5': true,
    'A4>=0': true,
    '5>A4': false,
    'A4=0': false,
    'A4<>0': true,
    'A4=""': true,
    'IF(A4<5,"in","out")': 'out',
    'A4+1': '#VALUE!',
    'SUM(A4,1)': 1,
    'SUMPRODUCT((A4:A6<5)*1)': 1,
    'A4=A6': true,
    'A6=A4': true,
    'A4<>A6': false,
    'A4>A6': false,
    'SUMPRODUCT(--(A4:A5=A6))': 2,
    'ISTEXT(A4)': true,
    'ISBLANK(A4)': false,
    'COUNTBLANK(A4:A6)': 3,
    'COUNTIF(A1:A6,"<>")': 5,
    'COUNTIF(A1:A6,"=")': 1,
    'COUNTIF(A1:A6,"")': 3,
    'COUNTIF(A1:A6,"*")': 2,
    'COUNTIF(A1:A6,"<>*")': 4,
    'COUNTIF(A1:A6,"?*")': 0,
    'COUNTIF(A:A,"=")': 1048571,
    'SUMIFS(C1:C4,A1:A4,"<>")': 9,
    'SUMIF(A1:A6,"=",B1:B6)': 0,
    'A4&"x"': 'x',
    'A5<5': false,
    'A5=""': true,
    'A6=0': true,
    'A6=""': true,
  }));

test('cells beyond those in use are blank', () =>
  expectAll({
    A900: 0,
    ZZ1: 0,
    'A900+1': 1,
    'ISBLANK(XFD1048576)': true,
    'SUM(A900:A2000)': 0,
    A1048577: '#NAME?',
    XFE1: '#NAME?',
  }));

test('a reference to the rest of the grid is read', () =>
  expectAll({
    'SUM(F20:XFD1048576)': 0,
    'COUNT(A1:XFD1048576)>2': true,
    'SUM(B20:B1048576)+SUM(Z1:XFD1)': 0,
    'SUMPRODUCT(K1:K1048576*L1:L1048576)': 0,
    'ROWS(A1:A1048576)': 1048576,
    'COLUMNS(A1:XFD1)': 16384,
    'ROWS(A:C)': 1048576,
    'COLUMNS(2:3)': 16384,
    'COLUMNS(B:D)': 3,
    'ROWS({1;2})': 2,
    'ROWS(A1)': 1,
  }));

test('functions take the same from cells as from constants', () =>
  expectAll({
    'WORKDAY.INTL(B1,24)': 45034,
    'WORKDAY.INTL(45000,B2)': 45034,
    'WORKDAY.INTL(B1,B2)': 45034,
    'WORKDAY.INTL(B1,B2,B3)': 45034,
    'WORKDAY.INTL(B1,B2,1,B4)': 45034,
    'WORKDAY(B1,B2)': 45034,
    'NETWORKDAYS.INTL(B1,B4,B3)': 8,
    'EDATE(B1,B2)*1': 45731,
    'TEXT(EDATE(B1,B2),"yyyy")': '2025',
    'TEXT(B1,B5)': '2023',
    'EDATE(B1,24)=EDATE(45000,B2)': true,
    'EOMONTH(B1,B2)': 45747,
    'IF(C4,A1,A2)': 100,
  }));

test('a formula is asked once whether it answers later, however often it is calculated', async () => {
  const interpreter = Interpreter.prototype as unknown as { _answersLater(formula: object): boolean };
  const asked = jest.spyOn(interpreter, '_answersLater');
  const formula = '=SUM(MAKEARRAY(2,2,LAMBDA(r,c,r*c+A1)))';
  await bench.openSheet({ cellData: { 0: { 0: { v: 1, t: 2 }, 1: { f: formula } } } });
  const before = asked.mock.calls.length;
  expect([bench.valueAt('B1'), before > 0]).toEqual([13, true]);
  for (const v of [2, 3]) {
    const calculated = bench.calculated();
    await bench.change('sheet.command.set-range-values', 'A1', { value: { v, t: 2 } });
    await calculated;
  }
  expect([bench.valueAt('B1'), asked.mock.calls.length]).toEqual([21, before]);
});
