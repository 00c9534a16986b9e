import fc from 'fast-check';
import {
  blockIn,
  callsIn,
  literalIn,
  mdCallsIn,
  misnamedCall,
  unquotedIn,
  referencesIn,
  withRelativeRows,
  moveReferences,
  withoutOwnSheet,
  withRegisteredNames,
} from '../../../../src/app/workbook/formulas';
import { parseA1 } from '../../../../src/core/sheet';

describe('the calls of a formula', () => {
  test.each<[string, readonly [string, ...string[]][]]>([
    ['=MD.QUOTE("EURUSD")', [['MD.QUOTE', '"EURUSD"']]],
    ['=md.quote( A2:A9 , "bid,ask",,2)', [['MD.QUOTE', 'A2:A9', '"bid,ask"', '', '2']]],
    [
      '=IFERROR(MD.QUOTE(B1),MD.QUOTE("x"))*2',
      [
        ['IFERROR', 'MD.QUOTE(B1)', 'MD.QUOTE("x")'],
        ['MD.QUOTE', 'B1'],
        ['MD.QUOTE', '"x"'],
      ],
    ],
    ['="MD.QUOTE(1)"&TODAY()', [['TODAY']]],
    ['=MD.QUOTE("say ""(,"" twice")', [['MD.QUOTE', '"say ""(,"" twice"']]],
    ["=MD.QUOTE('MD.X(1), it''s'!A1,{1,2;3,4})", [['MD.QUOTE', "'MD.X(1), it''s'!A1", '{1,2;3,4}']]],
    ['=MD.QUOTE(Prices[[#All],[Sym (a, b)]])', [['MD.QUOTE', 'Prices[[#All],[Sym (a, b)]]']]],
    ['=_xll.MD.QUOTE((A1,B1))', [['MD.QUOTE', '(A1,B1)']]],
    ['=_xlfn._xlws.SORT(A1)', [['SORT', 'A1']]],
    ['=(1+2)*LOG10(5)', [['LOG10', '5']]],
    ['=MD.USAGE()', [['MD.USAGE']]],
    ['=MD.QUOTE("never closed', [['MD.QUOTE', '"never closed']]],
    ['=MY_XLL.MD.QUOTE(1)', [['MY_XLL.MD.QUOTE', '1']]],
    ['=_xldudf_MD_QUOTE(A1)', [['MD.QUOTE', 'A1']]],
    ['=A1+B2', []],
    ['=LOG10{5}+"text"(2)', []],
    ['(A1+B2)', []],
    ['', []],
  ])('%s', (formula, calls) => expect(callsIn(formula).map((call) => [call.name, ...call.arguments])).toEqual(calls));

  test('are recognised as ours by their bare names', () =>
    expect(mdCallsIn('=SUM(MD.CONVERT(A1,"EUR","USD"),XMD.QUOTE(1))').map(({ name }) => name)).toEqual(['CONVERT']));
});

test.each([
  ['=MD.QUOT("EURUSD")', 'MD.QUOT', 'QUOTE'],
  ['=MD.QUOTES(A1)', 'MD.QUOTES', 'QUOTE'],
  ['=MD.ZZZZZZ(1)', 'MD.ZZZZZZ', undefined],
  ['=1+quote("EURUSD")', 'QUOTE', 'QUOTE'],
  ['=MAP(A1:A3,MD.QUOT)', 'MD.QUOT', 'QUOTE'],
  ['=MDFILING("AAPL")', 'MDFILING', 'FILINGS'],
  ['=MD_QUOTE("EURUSD")', 'MD_QUOTE', 'QUOTE'],
  ['=SUM(MD.QUOTE(A1),SETLE(A1,"XNYS"))', 'SETLE', 'SETTLE'],
  ...['=HOUR(x)', '=WORKDAY(x,1)', '=CONVERT(1,"m",x)', '=MDURATION(x)', '=GETS(x)', '=SCORE', '="QUOTE(1)"'].map(
    (formula) => [formula, undefined, undefined],
  ),
])('%s calls %s, which is none, and may mean %s', (formula, name, near) =>
  expect(misnamedCall(formula!)).toEqual(name === undefined ? undefined : { name, near }),
);

test.each([
  ['=MD.QUOTE(AAPL,"mid")', 'AAPL'],
  ['=2*MD.QUOTE(“EURUSD”)', '“EURUSD”'],
  ['=SUM(MD.CONVERT(1,"EUR",„USD“))', '„USD“'],
  ['=MD.QUOTE("EURUSD")', undefined],
  ['=MD.QUOTE(A2:A9,B1,,TRUE)', undefined],
  ['=MD.QUOTE(UPPER(A2))', undefined],
  ['=Rate*2', undefined],
])('%s has the unquoted word %s', (formula, expected) => expect(unquotedIn(formula)).toBe(expected));

describe('our functions under other names', () => {
  const names = ['QUOTE', 'HOURS', 'ISOPEN', 'NETWORKDAYS', 'COMPLETE'];
  const links = ['', '[2]!', '[Other book.xla]!', 'Other.xla!', "'C:\\x\\Other.xlam'!", "'It''s [3].xlam'!", "'a\"b'!"];
  const marks = [
    '_xldudf_MD_',
    '_XLDUDF_MD_',
    '_xldudf_md_',
    '_xll._xldudf_MD_',
    '_xll.MD.',
    '_xludf.MD.',
    '_xlfn.MD.',
  ];
  const written = names.flatMap((name) => [
    ...links.flatMap((link) => marks.map((mark) => [`${link}${mark}${name}`, name] as const)),
    ...links.slice(1).map((link) => [`${link}MD.${name}`, name] as const),
    [`_xldudf_md_${name.toLowerCase()}`, name] as const,
  ]);

  test.each([
    ['alone', (name: string) => `=${name}("EURUSD")`],
    ['in IFERROR', (name: string) => `=IFERROR(${name}("EURUSD"),0)`],
    ['in LET, as a later part', (name: string) => `=LET(x,1,x+${name}(A1)*2)`],
    ['in a LAMBDA', (name: string) => `=MAP(A1:A3,LAMBDA(s,${name}(s)))`],
    ['as the function itself', (name: string) => `=MAP(A1:A3,${name})`],
    ['behind a space and before one', (name: string) => `=SUM( ${name} (A1), ${name} ("x"))`],
    ['beside texts, sheets and columns', (name: string) => `='it''s "'!A1&T[a'"b]&"x"&${name}("x")`],
    ['after a sign and in a comparison', (name: string) => `=-${name}("x")<>${name}("y")`],
  ])('are told by their registered ones %s', (_, formulaOf) => {
    for (const [as, name] of written)
      expect([as, withRegisteredNames(formulaOf(as))]).toEqual([as, formulaOf(`MD.${name}`)]);
  });

  test.each([
    '="_xldudf_MD_QUOTE("&A1',
    '="[2]!_xldudf_MD_QUOTE(""x"")"',
    '=INDIRECT("Other.xla!_xldudf_MD_QUOTE(1)")',
    "='_xldudf_MD_QUOTE(1)'!A1",
    '=T[_xldudf_MD_QUOTE(1)]',
    '=MY_xldudf_MD_QUOTE(1)',
    '=XMD.QUOTE(1)',
    '=XX_xll.MD.QUOTE(1)',
    '=MD.QUOTE("EURUSD")',
    '=[2]!_xldudf_OTHER_QUOTE("x")',
    '=[2]Sheet1!A1+MD.QUOTE(A1)',
    "='[2]Sheet 1'!A1*MD.QUOTE(A1)",
    '=[2]!Rate*MD.QUOTE(A1)',
    '=A1:MD.QUOTE(A1)',
    '=_xldudf_MD_QUOTE.X(1)',
  ])('are not seen in %s', (formula) => expect(withRegisteredNames(formula)).toBe(formula));
});

interface Written {
  readonly text: string;
  readonly calls: readonly string[][];
}

const leaf = fc
  .oneof(
    fc.string({ maxLength: 6 }).map((text) => `"${text.replaceAll('"', '""')}"`),
    fc
      .string({ minLength: 1, maxLength: 6 })
      .filter((name) => !/[[\]]/.test(name))
      .map((name) => `'${name.replaceAll("'", "''")}'!$B$2:C9`),
    fc.constantFrom('', '12.5', 'A1:B2', '{1,"a";2,")"}', 'Table1[[#All],[a, b]]', '(A1,B1)'),
  )
  .map((text): Written => ({ text, calls: [] }));

const { node } = fc.letrec<{ node: Written }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc
      .tuple(fc.constantFrom('MD.QUOTE', 'IF', 'LOG10'), fc.array(tie('node'), { minLength: 2, maxLength: 4 }))
      .map(([name, args]) => ({
        text: `${name}(${args.map(({ text }) => text).join(', ')})`,
        calls: [[name, ...args.map(({ text }) => text)], ...args.flatMap(({ calls }) => calls)],
      })),
  ),
}));

test('calls and their arguments are found at any depth of nesting', () => {
  fc.assert(
    fc.property(node, ({ text, calls }) => {
      expect(callsIn(`=${text}`).map((call) => [call.name, ...call.arguments])).toEqual(calls);
    }),
  );
});

test('any text can be parsed, however broken it is', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('(', ')', '{', '}', '"', "'", '[', ']', ',', '!', 'A', '1', ' ') }),
      (text) => expect(() => [callsIn(text), referencesIn(text)]).not.toThrow(),
    ),
  );
});

describe('the references in a formula', () => {
  test.each<[string, string[]]>([
    ['=MD.QUOTE(A2:$B$9,Model!C1)', ['A2:$B$9', 'Model!C1']],
    ['=\'My (A1) sheet\'!B2+"C3"', ["'My (A1) sheet'!B2"]],
    ['=LOG10(5)+Q4rate+MD.QUOTE(xfd1048576)', ['xfd1048576']],
    ['=A2#+SUM(B:B,3:3)', ['A2']],
    // Columns end at XFD and rows at 1,048,576: what looks like a cell beyond is a name.
    ['=MD.QUOTE(ZAR2026)+XOF1*YER1+XFD1+XFE1+A1048576+A1048577', ['XFD1', 'A1048576']],
    ['=SUM(A1:INDEX(B:B,3))+SUM(A1.:.B9)', ['A1']],
    ["=[Book.xlsx]Sheet1!A1+'[Book.xlsx]My sheet'!B1+C1", ['C1']],
    ['=SUM(First:Last!A1)+Table1[A1]', []],
  ])('%s', (formula, texts) => {
    const found = referencesIn(formula);
    expect(found.map(({ text }) => text)).toEqual(texts);
    for (const { text, start } of found) expect(formula.slice(start, start + text.length)).toBe(text);
  });

  test('are a block if they are the whole argument', () => {
    expect(blockIn("'My sheet'!A1:B2", 'Model')).toEqual({ sheet: 'My sheet', row: 0, column: 0, rows: 2, columns: 2 });
    expect(blockIn('B7', 'Model')).toEqual({ sheet: 'Model', row: 6, column: 1, rows: 1, columns: 1 });
    for (const other of ['A1#', 'A1+1', 'A1 B1', '"A1"', 'rate', '', '[Book.xlsx]Sheet1!A1', 'First:Last!A1'])
      expect(blockIn(other, 'Model')).toBeUndefined();
  });
});

test.each<[string, string | number | boolean | undefined]>([
  ['"a ""b"""', 'a "b"'],
  ['""', ''],
  ['"never closed', undefined],
  ['"', undefined],
  ['"a"&"b"', undefined],
  ['5', 5],
  ['12', 12],
  ['12.75', 12.75],
  ['.25', 0.25],
  ['-1.5e3', -1500],
  ['1E-3', 0.001],
  ['2e+10', 2e10],
  ['12%', undefined],
  ['1+1', undefined],
  ['true', true],
  ['False', false],
  ['ISTRUE', undefined],
  ['TRUEST', undefined],
  ['A1', undefined],
  ['', undefined],
])('the argument %s is the value %p', (argument, value) => expect(literalIn(argument)).toBe(value));

test.each<[string, readonly (string | undefined)[], string]>([
  ['=MD.QUOTE(A2,$B$1)', ['A3', 'B1'], '=MD.QUOTE(A3,$B$1)'],
  ['=MD.QUOTE(A2:$A$9)', ['A3:A12'], '=MD.QUOTE(A3:$A$12)'],
  ['=MD.QUOTE(A2)', ['A2:A4'], '=MD.QUOTE(A2:A4)'],
  ['=MD.QUOTE($A2,A$2,$AA$2)', ['A3', 'A3', 'AB3'], '=MD.QUOTE($A3,A$3,$AB$3)'],
  ['=MD.QUOTE(A2)', ['A2:B2'], '=MD.QUOTE(A2:B2)'],
  ['=MD.QUOTE(a2,B9:A1)', ['A2', 'A1:B9'], '=MD.QUOTE(a2,B9:A1)'],
  ['=MD.QUOTE(Other!$B$1)', ['Other!B4'], '=MD.QUOTE(Other!$B$4)'],
  ['=MD.QUOTE(Other!B1)', ['Renamed!B1'], '=MD.QUOTE(Renamed!B1)'],
  ["=MD.QUOTE('My list'!A2)+Other!B1", ["'New list'!A5", 'Other!B1'], "=MD.QUOTE('New list'!A5)+Other!B1"],
  ['=MD.QUOTE(A2)&MD.QUOTE(A3)', [undefined, 'AA3'], '=MD.QUOTE(#REF!)&MD.QUOTE(AA3)'],
  ['=MD.QUOTE("A2")', [], '=MD.QUOTE("A2")'],
])('%s with its cells moved to %j is %s', (formula, places, moved) => {
  const references = referencesIn(formula).map((one, index) => {
    const place = places[index];
    return { ...one, block: place === undefined ? undefined : parseA1(place, 'Sheet1') };
  });
  expect(moveReferences(formula, references, 'Sheet1')).toBe(moved);
});

test.each([
  ['=MD.QUOTE(Data!A2:A5,"bid")', '=MD.QUOTE(A2:A5,"bid")'],
  ['=MD.QUOTE(Data!$A$2)+Data!B1', '=MD.QUOTE($A$2)+B1'],
  ['=MD.QUOTE(A2:A5)', '=MD.QUOTE(A2:A5)'],
  ['=MD.QUOTE(Other!A2:A5)', '=MD.QUOTE(Other!A2:A5)'],
  ['=MD.QUOTE("Data!A2")', '=MD.QUOTE("Data!A2")'],
  ['=MD.QUOTE([Book]Data!A2)', '=MD.QUOTE([Book]Data!A2)'],
  ['=MD.QUOTE(Data!Rates)', '=MD.QUOTE(Data!Rates)'],
])('on the sheet Data, %s is written %s', (formula, written) => expect(withoutOwnSheet(formula, 'Data')).toBe(written));

test('the name of a sheet may need quotes, and hold an exclamation mark', () =>
  expect(withoutOwnSheet("=MD.QUOTE('It''s 5!'!A2:A5)", "It's 5!")).toBe('=MD.QUOTE(A2:A5)'));

test.each([
  ['=MD.QUOTE(C2)', 1, '=MD.QUOTE(C3)', 2, true],
  ["=MD.QUOTE($C2:D$5)*SUM('Rows 1'!A10)", 1, "=MD.QUOTE($C3:D$5)*SUM('Rows 1'!A11)", 2, true],
  ['=MD.QUOTE([@Symbol],"all2")', 1, '=MD.QUOTE([@Symbol],"all2")', 7, true],
  ['=MD.QUOTE($C$2)', 1, '=MD.QUOTE($C$3)', 2, false],
  ['=MD.QUOTE(C2)', 1, '=MD.QUOTE(C2)', 2, false],
])('%s in row %i is %s in row %i, seen from their own rows: %s', (one, row, other, otherRow, isSame) => {
  expect(withRelativeRows(one, row) === withRelativeRows(other, otherRow)).toBe(isSame);
});
