import { execFileSync } from 'node:child_process';
import * as fx from '@borgar/fx';
import {
  FormulasFromFile,
  FormulasToFile,
  fromFile,
  functionInFile,
  FUTURE_FUNCTIONS,
  isReadable,
  moved,
  replacedNames,
  toFile,
  withReferences,
} from '../../../../src/workbench/xlsx/formulas';
import type { FileTable } from '../../../../src/workbench/engine/structured-references';

jest.mock<typeof fx>('@borgar/fx', () => {
  const actual = jest.requireActual<typeof fx>('@borgar/fx');
  return { ...actual, tokenize: jest.fn(actual.tokenize) };
});

describe('a formula in a file', () => {
  it.each([
    ['one of our functions with the prefix of an add-in', '=MD.QUOTE(B6:B25,"bid")', '_xldudf_MD_QUOTE(B6:B25,"bid")'],
    [
      'functions that are newer than the format with their prefixes',
      '=SORT(FILTER(A1:A9,XLOOKUP(B1,A1:A9,A1:A9)>1))',
      '_xlfn._xlws.SORT(_xlfn._xlws.FILTER(A1:A9,_xlfn.XLOOKUP(B1,A1:A9,A1:A9)>1))',
    ],
    ['brackets before all else', '=(A1)*LET(r,2,r)', '(A1)*_xlfn.LET(_xlpm.r,2,_xlpm.r)'],
    [
      'the names of LET and LAMBDA with their prefixes',
      '=LET(x,MD.CONVERT(1,"EUR","USD"),MAP(A1:A3,LAMBDA(y,x*y)))',
      '_xlfn.LET(_xlpm.x,_xldudf_MD_CONVERT(1,"EUR","USD"),_xlfn.MAP(A1:A3,_xlfn.LAMBDA(_xlpm.y,_xlpm.x*_xlpm.y)))',
    ],
    [
      'texts and names of sheets as they are',
      `='MD.QUOTE('!A1&"MD.QUOTE(x) XLOOKUP("`,
      `'MD.QUOTE('!A1&"MD.QUOTE(x) XLOOKUP("`,
    ],
    [
      'a reference to a spill as an anchor array',
      '=SUM(G24#)+Sheet2!A1#',
      'SUM(_xlfn.ANCHORARRAY(G24))+_xlfn.ANCHORARRAY(Sheet2!A1)',
    ],
    [
      'an implicit intersection with its function',
      '=@A1:A9+@INDEX(B1:B9,2)',
      '_xlfn.SINGLE(A1:A9)+_xlfn.SINGLE(INDEX(B1:B9,2))',
    ],
    ['an implicit intersection with a spill', '=@A1#', '_xlfn.SINGLE(_xlfn.ANCHORARRAY(A1))'],
    ['an implicit intersection with a constant array', '=@{1,2}+1', '_xlfn.SINGLE({1,2})+1'],
    ['the spill of a call', '=OFFSET(A1,1,0)#', '_xlfn.ANCHORARRAY(OFFSET(A1,1,0))'],
    ['an implicit intersection with a sum in parentheses', '=@(A1:A9+B1:B9)', '_xlfn.SINGLE((A1:A9+B1:B9))'],
    [
      'a name of the workbook as it is, also as a value in LET',
      '=LET(x,Rates,y,x,SUM(x,y,Rates))',
      '_xlfn.LET(_xlpm.x,Rates,_xlpm.y,_xlpm.x,SUM(_xlpm.x,_xlpm.y,Rates))',
    ],
    [
      'a named function',
      '=LET(f,LAMBDA(x,x*2),f(A1))',
      '_xlfn.LET(_xlpm.f,_xlfn.LAMBDA(_xlpm.x,_xlpm.x*2),_xlpm.f(A1))',
    ],
    [
      'a parameter that may be left out',
      '=LAMBDA(x,[y],IF(ISOMITTED(y),x,y))(1)',
      '_xlfn.LAMBDA(_xlpm.x,_xlop.y,IF(_xlfn.ISOMITTED(_xlpm.y),_xlpm.x,_xlpm.y))(1)',
    ],
    ['errors as they are', '=IF(A1=#N/A,#REF!,1)', 'IF(A1=#N/A,#REF!,1)'],
    [
      'the functions for other weekends without a prefix',
      '=NETWORKDAYS.INTL(A1,B1,1)+WORKDAY.INTL(A1,2)',
      'NETWORKDAYS.INTL(A1,B1,1)+WORKDAY.INTL(A1,2)',
    ],
    ['older functions without a prefix', '=SUM(A1:A3)*NPV(0.1,B1:B3)', 'SUM(A1:A3)*NPV(0.1,B1:B3)'],
  ])('has %s', (_, typed, held) => {
    expect(toFile(typed)).toBe(held);
    expect(fromFile(held)).toBe(typed);
  });

  it.each([
    ['=LET(max,3,MAX(max,4))', '_xlfn.LET(_xlpm.max,3,MAX(_xlpm.max,4))'],
    ['=LAMBDA(N,INT(N(N)))(2.5)', '_xlfn.LAMBDA(_xlpm.N,INT(N(_xlpm.N)))(2.5)'],
    [
      '=LET(sort,1,LET(max,2,SORT(max+sort)&"max(")+max!A1)',
      '_xlfn.LET(_xlpm.sort,1,_xlfn.LET(_xlpm.max,2,_xlfn._xlws.SORT(_xlpm.max+_xlpm.sort)&"max(")+max!A1)',
    ],
    ['=LET(max,LAMBDA(a,a+1),max(3))', '_xlfn.LET(_xlpm.max,_xlfn.LAMBDA(_xlpm.a,_xlpm.a+1),_xlpm.max(3))'],
  ])('has the functions that are called like a name beside them: %s', (typed, held) => {
    const isFunction = (name: string): boolean => ['MAX', 'N', 'INT', 'SORT'].includes(name);
    expect(toFile(typed, 0, isFunction)).toBe(held);
    expect(fromFile(held)).toBe(typed);
  });

  it('is read without prefixes, whichever program wrote it', () => {
    expect(fromFile('MD.HOURS("XNYS")')).toBe('=MD.HOURS("XNYS")');
    expect(fromFile('SUM(Px[[#All],[px]])')).toBe('=SUM(Px[[#All],[px]])');
    expect(fromFile('_xlfn.GROUPBY(A1:A9,B1:B9,_xleta.SUM)')).toBe('=GROUPBY(A1:A9,B1:B9,SUM)');
    expect(toFile('=md.hours("XNYS")')).toBe('_xldudf_MD_HOURS("XNYS")');
  });

  it.each([
    '_xldudf_md_hours("XNYS")',
    '_xll.MD.HOURS("XNYS")',
    '_xlfn._xldudf_MD_HOURS("XNYS")',
    '[1]!MD.HOURS("XNYS")',
    `'C:\\x\\Other.xlam'!MD.HOURS("XNYS")`,
  ])('is read as a formula of the add-in, however a program wrote it: %s', (held) => {
    expect(fromFile(held)).toBe('=MD.HOURS("XNYS")');
  });

  it.each([
    ['=MAP(A2:A9,LAMBDA(s,MD.QUOTE(s)))', '_xlfn.MAP(A2:A9,_xlfn.LAMBDA(_xlpm.s,_xldudf_MD_QUOTE(_xlpm.s)))'],
    ['=SUM(MD.HISTORY(A1#,"1d")*{1,2})', 'SUM(_xldudf_MD_HISTORY(_xlfn.ANCHORARRAY(A1),"1d")*{1,2})'],
    ['=@MD.HISTORY(A1)&"MD.HISTORY("', '_xlfn.SINGLE(_xldudf_MD_HISTORY(A1))&"MD.HISTORY("'],
  ])('has the add-in’s functions inside others: %s', (typed, held) => {
    expect(toFile(typed)).toBe(held);
    expect(fromFile(held)).toBe(typed);
  });
});

const SHEETS = ['Base', 'Copy', "It's mine"];
const NAMES = replacedNames(
  [
    { name: 'Rate', formula: 'Base!$A$1' },
    { name: 'RATE', formula: 'Copy!$A$1', sheet: 1 },
    { name: 'Spread', formula: 'Base!$B$1+1', sheet: 0 },
    { name: 'Spread', formula: "'It''s mine'!$B$1", sheet: 2 },
    { name: 'Tax', formula: 'Base!$C$1' },
  ],
  SHEETS,
);

describe('a formula of a file with names that occur more than once', () => {
  test.each([
    ["takes the sheet's own name", 'Copy', 'rate*2', 'Copy!$A$1*2'],
    ["takes the workbook's name on a sheet without its own", 'Base', 'SUM(Rate,1)', 'SUM(Base!$A$1,1)'],
    ['keeps a name of other sheets', 'Copy', 'Spread*2', 'Spread*2'],
    [
      "takes another sheet's own name where a formula names it",
      'Base',
      "copy!Rate+'It''s mine'!Spread",
      "Copy!$A$1+'It''s mine'!$B$1",
    ],
    [
      "takes the workbook's name where the sheet that a formula names has none",
      'Copy',
      'Base!Rate+[1]!Rate',
      'Base!$A$1+[1]!Rate',
    ],
    ['puts a calculation into parentheses', 'Base', 'Spread*2', '(Base!$B$1+1)*2'],
    ['takes a sheet whose name has an apostrophe', "It's mine", 'Spread', "'It''s mine'!$B$1"],
    ['keeps a name that occurs once', 'Copy', 'Tax+Rate', 'Tax+Copy!$A$1'],
    ['keeps texts, and the local names of LET', 'Copy', '_xlfn.LET(_xlpm.Rate,"Rate",_xlpm.Rate)', undefined],
  ])('%s', (_, sheet, formula, read = formula) => expect(withReferences(formula, NAMES, { sheet, row: 0 })).toBe(read));

  test('is unchanged if each name occurs once', () => {
    const names = replacedNames([{ name: 'Rate', formula: 'Base!$A$1' }], SHEETS);
    expect(names.size).toBe(0);
    expect(withReferences('Rate*2', names, { sheet: 'Base', row: 0 })).toBe('Rate*2');
  });

  test('has what names stand for that are relative to its cell', () => {
    const names = replacedNames(
      [
        { name: 'Left', formula: 'Base!XFD1' },
        { name: 'Total', formula: 'SUM(Base!$A$1:$A1)' },
        { name: 'Fixed', formula: 'Base!$A$1:$B$2+SUM(Base!$1:$1,Base!$A:$B)' },
        { name: 'Half', formula: 'Double_/4' },
        { name: 'Double_', formula: 'Left*2' },
        { name: 'Circle_', formula: 'Circle_+Left' },
      ],
      SHEETS,
    );
    expect(withReferences('Half', names, { sheet: 'Base', row: 4, column: 2 })).toBe('((Base!B5*2)/4)');
    expect(withReferences('Circle_', names, { sheet: 'Base', row: 4, column: 2 })).toBe('(Circle_+Base!B5)');
    expect(withReferences('Left+Total+Fixed', names, { sheet: 'Base', row: 4, column: 2 })).toBe(
      'Base!B5+(SUM(Base!$A$1:$A5))+Fixed',
    );
  });

  test('has what hidden names stand for, but for those of programs', () => {
    const hidden = (name: string, formula: string, sheet?: number) => ({ name, formula, sheet, isHidden: true });
    const names = replacedNames(
      [
        hidden('Net', 'Base!$A$1-Base!$A$2'),
        hidden('Own', '0.5', 1),
        hidden('_xlpm.x', '#NAME?'),
        hidden('MD_frozen_1', 'Base!$A$1'),
      ],
      SHEETS,
    );
    expect(withReferences('2*net+Own', names, { sheet: SHEETS[0]!, row: 0 })).toBe('2*(Base!$A$1-Base!$A$2)+Own');
    expect(withReferences('2*Own', names, { sheet: SHEETS[1]!, row: 0 })).toBe('2*0.5');
    const formula = '_xlfn.LET(_xlpm.x,MD_frozen_1,_xlpm.x)';
    expect(withReferences(formula, names, { sheet: 'Base', row: 0 })).toBe(formula);
  });
});

/** B3:D6 with a row of headings. */
const SALES: FileTable = {
  name: 'Sales',
  block: { sheet: 'Books', row: 2, column: 1, rows: 4, columns: 3 },
  columns: ['Pair', 'Amount', 'In USD'],
  headerRows: 1,
  totalsRows: 0,
};

test('a formula of a file has the cells of a table for which a name stands that occurs more than once', () => {
  const names = replacedNames(
    [
      { name: 'Total', formula: 'SUM(Sales[Amount])', sheet: 0 },
      { name: 'Total', formula: 'SUM(#REF!)' },
      { name: 'Largest', formula: 'MAX(Total,1)', sheet: 0 },
      { name: 'Largest', formula: '#REF!' },
    ],
    ['Books'],
  );
  const formulas = new FormulasFromFile([SALES], names);
  const place = { sheetId: 'one', sheet: 'Books', row: 9 };
  expect(formulas.readFormula('Total*2', place)).toBe('=(SUM($C$4:$C$6))*2');
  expect(formulas.readFormula('Largest', place)).toBe('=(MAX((SUM($C$4:$C$6)),1))');
});

test('a formula of a file has the cells of its own row for which a name stands', () => {
  const names = replacedNames([{ name: 'Doubled', formula: 'Sales[[#This Row],[Amount]]*2' }], ['Books']);
  const formulas = new FormulasFromFile([SALES], names);
  const inRow = (row: number): string => formulas.readFormula('Doubled+1', { sheetId: 'one', sheet: 'Books', row });
  expect([inRow(3), inRow(4)]).toEqual(['=($C4*2)+1', '=($C5*2)+1']);
});

const PLACE = { sheetId: 'sheet-1', sheet: 'Books', row: 3 };

/** What a file's formula becomes in a download, in which the tables stand as given. */
function roundTrip(formula: string, now: readonly FileTable[], place = PLACE, isArray = true): string {
  const reading = new FormulasFromFile([SALES]);
  const typed = reading.readFormula(formula, PLACE, isArray);
  return new FormulasToFile(now, reading.structured).writeFormula(typed, place);
}

test.each([
  'SUM(Sales[Amount])',
  'Sales[[#This Row],[Amount]]*2',
  '_xlfn.XLOOKUP("EURUSD",Sales[Pair],Sales[Amount])',
  'ROWS(Sales)',
  'INDEX(Sales[Pair],MATCH(Sales[Amount],Sales[In USD],0))',
])('%s is written to a file as it was read', (formula) => {
  expect(roundTrip(formula, [SALES])).toBe(formula);
  expect(roundTrip(formula, [SALES], PLACE, false)).toBe(formula);
});

test('a formula that is no array formula takes one cell of a column of a table', () => {
  const read = (formula: string): string => new FormulasFromFile([SALES]).readFormula(formula, PLACE, false);
  expect(read('MATCH(Sales[Amount],Sales[In USD],0)*2')).toBe('=MATCH(@$C$4:$C$6,$D$4:$D$6,0)*2');
  expect(read('SUM(Sales[Amount])')).toBe('=SUM($C$4:$C$6)');
});

test.each([
  ['A2*1.01+$A$1+ROUND(B1*0.5,2)', '=A2*1.01+$A$1+ROUND(B1*0.5,2)', 0],
  ['\'My [1] sheet\'!A1&"x"', '=\'My [1] sheet\'!A1&"x"', 0],
  ['A1:A3*2', '=@A1:A3*2', 1],
  ['SEQUENCE(3)', '=@(SEQUENCE(3))', 1],
  ['_xlfn.CONCAT(A1,B1)', '=CONCAT(A1,B1)', 1],
])('%s is taken apart only as often as something is looked for in it', (formula, typed, times) => {
  jest.mocked(fx.tokenize).mockClear();
  expect(new FormulasFromFile([]).readFormula(formula, PLACE, false)).toBe(typed);
  expect(fx.tokenize).toHaveBeenCalledTimes(times);
});

test('a formula that names no table means the one in which it stands, also beside another', () => {
  const beside = { ...SALES, name: 'Costs', block: { ...SALES.block, column: 6 } };
  const reading = new FormulasFromFile([SALES, beside]);
  const places = [PLACE.row, PLACE.row + 1].flatMap((row) => [3, 8].map((column) => ({ ...PLACE, row, column })));
  const typed = places.map((place) => reading.readFormula('[Amount]*2', place, false));
  expect(typed).toEqual(['=@$C$4:$C$6*2', '=@$H$4:$H$6*2', '=@$C$4:$C$6*2', '=@$H$4:$H$6*2']);
  const formulas = new FormulasToFile([SALES, beside], reading.structured);
  expect(places.map((place, index) => formulas.writeFormula(typed[index]!, place))).toEqual(
    places.map(() => '[Amount]*2'),
  );
  expect(formulas.writeFormula('=@$C$4:$C$6*2', places[1]!)).toBe('_xlfn.SINGLE($C$4:$C$6)*2');
});

test('a formula with "this row" is recognised in every row', () => {
  const reading = new FormulasFromFile([SALES]);
  const rows = [3, 4, 5].map((row) => {
    const place = { ...PLACE, row };
    return [reading.readFormula('Sales[[#This Row],[Amount]]*2', place), place] as const;
  });
  const formulas = new FormulasToFile([SALES], reading.structured);
  expect(rows.map(([typed, place]) => [typed, formulas.writeFormula(typed, place)])).toEqual([
    ['=$C4*2', 'Sales[[#This Row],[Amount]]*2'],
    ['=$C5*2', 'Sales[[#This Row],[Amount]]*2'],
    ['=$C6*2', 'Sales[[#This Row],[Amount]]*2'],
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
  expect(new FormulasToFile([SALES], {}).writeFormula(typed, PLACE)).toBe(written);
});

test.each([
  ['B3*2', 'B5*2'],
  ['$B3+B$3+$B$3', '$B5+D$3+$B$3', 2],
  ['SUM(A1:B9)/"A1"', 'SUM(C3:D11)/"A1"', 2],
  ["'Q1 2026'!A1+Rates!A:A", "'Q1 2026'!C3+Rates!C:C", 2],
  ['SUM(7:$9,A7#)+Rate', 'SUM(9:$9,C9#)+Rate', 2],
  ['XFD1048576', 'B2', 2],
])('the shared formula %s is %s two rows below', (formula, expected, columns = 0) => {
  expect(moved(formula, 2, columns)).toBe(expected);
});

test.each([
  ['=B7*C7', 5, '=B12*C12'],
  ['=MD.QUOTE(A7,"bid")*$F$1', -5, '=MD.QUOTE(A2,"bid")*$F$1'],
  ['=B7-B6', 1, '=B8-B7'],
  ["='My model'!B7+'MY MODEL'!B7", 1, "='My model'!B8+'MY MODEL'!B8"],
  ['=Rates!B7*B7', 1, '=Rates!B7*B8'],
  ['=B7+B6+B$1', -6, '=B1+#REF!+B$1'],
  ['=SUM(B6:B8)', -6, '=SUM(#REF!)'],
])('where rows are sorted, %s is, %d rows below, %s', (formula, rows, expected) => {
  expect(moved(formula, rows, 0, 'My model')).toBe(expected);
});

/** The functions that the file format has from its beginning (ISO/IEC 29500-1, 18.17.7): none has a prefix. */
const PREDEFINED = `
  ABS ACCRINT ACCRINTM ACOS ACOSH ADDRESS AMORDEGRC AMORLINC AND AREAS ASC ASIN ASINH ATAN ATAN2 ATANH AVEDEV AVERAGE AVERAGEA AVERAGEIF
  AVERAGEIFS BAHTTEXT BESSELI BESSELJ BESSELK BESSELY BETADIST BETAINV BIN2DEC BIN2HEX BIN2OCT BINOMDIST CALL CEILING CELL CHAR CHIDIST
  CHIINV CHITEST CHOOSE CLEAN CODE COLUMN COLUMNS COMBIN COMPLEX CONCATENATE CONFIDENCE CONVERT CORREL COS COSH COUNT COUNTA COUNTBLANK
  COUNTIF COUNTIFS COUPDAYBS COUPDAYS COUPDAYSNC COUPNCD COUPNUM COUPPCD COVAR CRITBINOM CUBEKPIMEMBER CUBEMEMBER CUBEMEMBERPROPERTY
  CUBERANKEDMEMBER CUBESET CUBESETCOUNT CUBEVALUE CUMIPMT CUMPRINC DATE DATEDIF DATEVALUE DAVERAGE DAY DAYS360 DB DBCS DCOUNT DCOUNTA DDB
  DEC2BIN DEC2HEX DEC2OCT DEGREES DELTA DEVSQ DGET DISC DMAX DMIN DOLLAR DOLLARDE DOLLARFR DPRODUCT DSTDEV DSTDEVP DSUM DURATION DVAR
  DVARP EDATE EFFECT EOMONTH ERF ERFC ERROR.TYPE EUROCONVERT EVEN EXACT EXP EXPONDIST FACT FACTDOUBLE FALSE FDIST FIND FINDB FINV FISHER
  FISHERINV FIXED FLOOR FORECAST FREQUENCY FTEST FV FVSCHEDULE GAMMADIST GAMMAINV GAMMALN GCD GEOMEAN GESTEP GETPIVOTDATA GROWTH HARMEAN
  HEX2BIN HEX2DEC HEX2OCT HLOOKUP HOUR HYPERLINK HYPGEOMDIST IF IFERROR IMABS IMAGINARY IMARGUMENT IMCONJUGATE IMCOS IMDIV IMEXP IMLN
  IMLOG10 IMLOG2 IMPOWER IMPRODUCT IMREAL IMSIN IMSQRT IMSUB IMSUM INDEX INDIRECT INFO INT INTERCEPT INTRATE IPMT IRR ISBLANK ISERR
  ISERROR ISEVEN ISLOGICAL ISNA ISNONTEXT ISNUMBER ISODD ISPMT ISREF ISTEXT KURT LARGE LCM LEFT LEFTB LEN LENB LINEST LN LOG LOG10 LOGEST
  LOGINV LOGNORMDIST LOOKUP LOWER MATCH MAX MAXA MDETERM MDURATION MEDIAN MID MIDB MIN MINA MINUTE MINVERSE MIRR MMULT MOD MODE MONTH
  MROUND MULTINOMIAL N NA NEGBINOMDIST NETWORKDAYS NOMINAL NORMDIST NORMINV NORMSDIST NORMSINV NOT NOW NPER NPV OCT2BIN OCT2DEC OCT2HEX
  ODD ODDFPRICE ODDFYIELD ODDLPRICE ODDLYIELD OFFSET OR PEARSON PERCENTILE PERCENTRANK PERMUT PHONETIC PI PMT POISSON POWER PPMT PRICE
  PRICEDISC PRICEMAT PROB PRODUCT PROPER PV QUARTILE QUOTIENT RADIANS RAND RANDBETWEEN RANK RATE RECEIVED REGISTER.ID REPLACE REPLACEB
  REPT RIGHT RIGHTB ROMAN ROUND ROUNDDOWN ROUNDUP ROW ROWS RSQ RTD SEARCH SEARCHB SECOND SERIESSUM SIGN SIN SINH SKEW SLN SLOPE SMALL SQRT
  SQRTPI STANDARDIZE STDEV STDEVA STDEVP STDEVPA STEYX SUBSTITUTE SUBTOTAL SUM SUMIF SUMIFS SUMPRODUCT SUMSQ SUMX2MY2 SUMX2PY2 SUMXMY2 SYD
  T TAN TANH TBILLEQ TBILLPRICE TBILLYIELD TDIST TEXT TIME TIMEVALUE TINV TODAY TRANSPOSE TREND TRIM TRIMMEAN TRUE TRUNC TTEST TYPE UPPER
  VALUE VAR VARA VARP VARPA VDB VLOOKUP WEEKDAY WEEKNUM WEIBULL WORKDAY XIRR XNPV YEAR YEARFRAC YIELD YIELDDISC YIELDMAT ZTEST`;

/** The engine has these by itself: Excel knows none of them, under any name. */
const NOT_OF_EXCEL = `
  ARRAY_CONSTRAIN AVERAGE.WEIGHTED COMPARE CUBE DIVIDED EPOCHTODATE FLATTEN IMCOTH IMLOG IMTANH ISBETWEEN ISDATE ISEMAIL ISURL
  MARGINOFERROR MINUS NUMBERSTRING PLUS REGEXMATCH ROUNDBANK TO_DATE UNION`;

const names = (text: string): string[] => text.trim().split(/\s+/);

/** Its package is made of modules that only a Node of its own loads. */
const functionsOfTheEngine = (): string[] =>
  JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', LIST_FUNCTIONS], { encoding: 'utf8' }),
  ) as string[];
const LIST_FUNCTIONS = `
  const engine = Object.entries(await import('@univerjs/engine-formula'));
  const lists = engine.filter(([name]) => name.startsWith('FUNCTION_NAMES_'));
  console.log(JSON.stringify(lists.flatMap(([, functions]) => Object.values(functions))));`;

const { prefixed, ofWorksheets, bare } = FUTURE_FUNCTIONS;
const kinds = [new Set(names(PREDEFINED)), prefixed, ofWorksheets, bare, new Set(names(NOT_OF_EXCEL))];

test('every function of the engine has its file name from the published list', () => {
  const known = functionsOfTheEngine();
  expect(known.length).toBeGreaterThan(450);
  expect(known.filter((name) => kinds.filter((kind) => kind.has(name)).length !== 1)).toEqual([]);
});

test('no function is on two lists or listed twice', () => {
  for (const one of kinds)
    for (const other of kinds) if (one !== other) expect([...one].filter((name) => other.has(name))).toEqual([]);
});

test.each([
  ['T.DIST.2T', '_xlfn.T.DIST.2T'],
  ['GAMMA', '_xlfn.GAMMA'],
  ['REGEXEXTRACT', '_xlfn.REGEXEXTRACT'],
  ['GROUPBY', '_xlfn.GROUPBY'],
  ['sort', '_xlfn._xlws.SORT'],
  ['NETWORKDAYS.INTL', 'NETWORKDAYS.INTL'],
  ['WORKDAY.INTL', 'WORKDAY.INTL'],
  ['ISO.CEILING', 'ISO.CEILING'],
  ['SUM', 'SUM'],
])('%s is written to a file as %s', (name, held) => expect(functionInFile(name)).toBe(held));

describe('whether Excel reads a formula', () => {
  const countsOf = (name: string): readonly [number, number] | undefined =>
    ({ SUM: [1, 255], ROUND: [2, 2], PI: [0, 0] })[name] as readonly [number, number] | undefined;

  test.each([
    '=1+',
    '=)',
    '=()',
    '=*5',
    '=A1:',
    '="abc',
    "='x",
    '=5 5',
    '=SUM(1;2)',
    '=1..2',
    '=[x',
    '=#',
    '=@',
    '=1e',
  ])('%s is none', (formula) => expect(isReadable(formula, countsOf)).toBe(false));

  test.each(['=SUM()', '=ROUND(1.5)', '=1+ROUND(A1,2,3)', '=PI(1)'])(
    '%s has too few arguments, or too many',
    (formula) => expect(isReadable(formula, countsOf)).toBe(false),
  );

  test.each([
    ...[
      '=10%%',
      '=A1#:B5',
      '=-A1#',
      '=@A1:A3',
      '={-1,TRUE;"a",#N/A}',
      '=A1:A3 A2:B2',
      '=SUM((A1,B2))',
      '=SUM(Jan:Dec!B5)',
    ],
    ...[
      '=SUM(Sheet1!#REF!)',
      "=SUM('My sheet'!$B$2:#REF!)",
      '=SUM(A1,)',
      '=PI()',
      '=OWN(1,2,3)',
      '=MD.QUOTE("EURUSD",,,,TRUE)',
    ],
    ...['=LAMBDA(x,[y],x)(1)', '=LET(f,LAMBDA(x,x*2),f(3))', '=Sales[[#This Row],[Qty]]', '=[1]Sheet1!A1', '=A1.bid'],
  ])('%s is one', (formula) => expect(isReadable(formula, countsOf)).toBe(true));
});
