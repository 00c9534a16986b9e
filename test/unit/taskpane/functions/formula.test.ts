import { CATALOG } from '../../../../src/functions/catalog';
import type { AnyDeclaration, InputKind } from '../../../../src/functions/define';
import { exampleArguments, signatureOf } from '../../../../src/functions/help/formula-arguments';
import { formulaText, withArea, entriesOf } from '../../../../src/taskpane/functions/formula';
import { HELP } from '../../../../src/functions/generated/help-texts';
import { convert } from '../../../../src/functions/convert';
import { createTestSession, show } from '../../../support/evaluate';
import type { Culture } from '../../../../src/app/host';

const ENGLISH = { listSeparator: ',' };

const named = (id: string): AnyDeclaration => CATALOG.find((one) => one.id === id)!;

describe('the formula built from the form', () => {
  test.each([
    ['nothing', {}, '=MD.QUOTE()'],
    ['a text', { symbols: 'EURUSD' }, '=MD.QUOTE("EURUSD")'],
    ['quotes in a text', { symbols: 'say "hi"' }, '=MD.QUOTE("say ""hi""")'],
    ['a number', { symbols: 'A', precision: ' 4 ' }, '=MD.QUOTE("A",,,4)'],
    [
      'a text in place of a number, which the function refuses',
      { symbols: 'A', precision: 'four' },
      '=MD.QUOTE("A",,,"four")',
    ],
    ['a flag', { symbols: 'A', headers: 'TRUE' }, '=MD.QUOTE("A",,,,TRUE)'],
    ['a reference', { symbols: ' =A2:A9 ' }, '=MD.QUOTE(A2:A9)'],
    ['an equals sign alone, which counts as nothing', { symbols: 'A', fields: '=' }, '=MD.QUOTE("A")'],
  ])('accepts %s', (_, entries, formula) => expect(formulaText(named('QUOTE'), entries, ENGLISH)).toBe(formula));

  test('has the English separator, whichever the user types', () => {
    const entries = { amount: '=MAX(A1;B1)', from: 'EUR;', to: "=INDEX('a;b'!A1:A3;2)" };
    expect(formulaText(named('CONVERT'), entries, { listSeparator: ';' })).toBe(
      `=MD.CONVERT(MAX(A1,B1),"EUR;",INDEX('a;b'!A1:A3,2))`,
    );
  });

  test.each([
    ['2,5', ';'],
    ['2.5', ';'],
    ['=2,5', ';'],
    ['2.5', ','],
  ])('accepts the number %s if the list separator is %s', (amount, listSeparator) => {
    expect(formulaText(named('CONVERT'), { amount, from: 'EUR' }, { listSeparator })).toBe('=MD.CONVERT(2.5,"EUR")');
  });
});

describe('the form field of each parameter', () => {
  const SAMPLES: Readonly<Record<Exclude<InputKind, 'text' | 'choice' | 'words' | 'suggestion'>, string>> = {
    flag: 'TRUE',
    date: '2026-11-20',
    'date-time': '2026-11-20 14:30',
    number: '5',
    exchanges: 'XNYS',
    'filing-type': '10-K',
    currency: 'EUR',
    'score-path': 'altman-z.score',
  };
  const every = CATALOG.flatMap((declaration) =>
    Object.entries(declaration.parameters).map(([name, parameter]) => ({
      title: `${declaration.id}.${name}`,
      declaration,
      name,
      parameter,
      kind: parameter.input,
    })),
  );

  /** What the parameter is given when the formula with that entry is calculated. */
  const read = ({ declaration, name, parameter }: (typeof every)[number], text: string): unknown => {
    const values = exampleArguments(formulaText(declaration, { [name]: text }, ENGLISH), signatureOf(declaration));
    return parameter.read(values[Object.keys(declaration.parameters).indexOf(name)], name, { dateSystem: '1900' });
  };

  test.each(every.filter(({ kind }) => kind in SAMPLES))('produces a value that $title accepts', (one) => {
    expect(read(one, SAMPLES[one.kind as keyof typeof SAMPLES])).toBeDefined();
  });

  test.each(every.filter(({ parameter }) => parameter.words))('offers words that $title accepts', (one) => {
    for (const word of one.parameter.words ?? [])
      expect(read(one, word)).toEqual(one.kind === 'choice' ? word : [word]);
  });

  test.each(every.filter(({ kind }) => kind === 'text'))(
    'is a text field for $title, which accepts more than a flag, a date or a number',
    (one) => expect(JSON.stringify(read(one, 'city=Riga'))).toMatch(/riga|true/i),
  );
});

describe('the default area of the workbook', () => {
  test.each([
    ['QUOTE', { symbols: 'AAPL' }, '=MD.QUOTE("AAPL",,"stocks")'],
    ['LIVE', { symbol: 'AAPL' }, '=MD.LIVE("AAPL",,"stocks")'],
    ['NEWS', { area: '=' }, '=MD.NEWS("stocks")'],
    ['SYMBOLS', {}, '=MD.SYMBOLS("stocks")'],
  ])('is written into MD.%s of %j', (id, entries, formula) => {
    expect(formulaText(named(id), withArea(named(id), entries, 'stocks'), ENGLISH)).toBe(formula);
  });

  test.each([
    ['an area is given', 'QUOTE', { symbols: 'BTCUSD', area: 'crypto' }, 'stocks'],
    ['an area comes from a cell', 'QUOTE', { symbols: 'BTCUSD', area: '=B1' }, 'stocks'],
    ['it is currencies', 'QUOTE', { symbols: 'EURUSD' }, 'currencies'],
    ['the function has another default', 'CONVERT', { amount: '1', from: 'EUR', to: 'USD' }, 'crypto'],
    ['the function has no area', 'HOURS', { mics: 'XNYS' }, 'stocks'],
  ] as const)('is left out if %s', (_, id, entries, area) => expect(withArea(named(id), entries, area)).toBe(entries));
});

const EXAMPLES = HELP.flatMap(({ declaration, examples }) =>
  examples.map(({ formula }) => [formula, declaration.id] as const),
);

test.each(EXAMPLES)('the builder, filled with the example %s, writes that formula', (formula, id) => {
  const declaration = CATALOG.find((one) => one.id === id)!;
  const names = Object.keys(declaration.parameters);
  for (const listSeparator of [',', ';'])
    expect(formulaText(declaration, entriesOf(formula, names, { listSeparator }), { listSeparator })).toBe(formula);
});

test('what is not a constant is entered as an expression, in the notation of the user', () => {
  expect(
    entriesOf('=MD.NETWORKDAYS(DATE(2026,1,1),A2,"say ""XNYS""",1.5)', ['a', 'b', 'c', 'd', 'e'], {
      listSeparator: ';',
    }),
  ).toEqual({
    a: '=DATE(2026;1;1)',
    b: '=A2',
    c: 'say "XNYS"',
    d: '1,5',
  });
});

test.each(['1.125', '-0.5', '1250'])(
  'the number %s of an example is read in a German workbench as what it is',
  (number) => {
    const german = { listSeparator: ',', numberMarks: { decimal: ',', thousands: '.' } };
    const formula = `=MD.CONVERT(${number},"EUR")`;
    expect(formulaText(named('CONVERT'), entriesOf(formula, ['amount', 'from'], german), german)).toBe(formula);
  },
);

const culture = (listSeparator: string, decimal: string, thousands: string): Culture => ({
  listSeparator,
  numberMarks: { decimal, thousands },
});

const NARROW_SPACE = '\u{202F}';
const WIDE_SPACE = '\u{A0}';

const CULTURES = {
  English: culture(',', '.', ','),
  German: culture(';', ',', '.'),
  Swiss: culture(',', '.', '’'),
  French: culture(';', ',', NARROW_SPACE),
  Spanish: culture(';', ',', '.'),
  Mexican: culture(',', '.', ','),
  Japanese: culture(',', '.', ','),
  Chinese: culture(',', '.', ','),
  // Whose formulas are English.
  'the German workbench, not': culture(',', ',', '.'),
} as const;

/** The argument in the formula; false if the entry stays a text, which the function refuses. */
const ENTRIES: readonly (readonly [keyof typeof CULTURES, string, string | false])[] = [
  ['English', '10000', '10000'],
  ['English', '10,000', '10000'],
  ['English', '10.000', '10.000'],
  ['English', '1,234,567.89', '1234567.89'],
  ['English', '-1,250', '-1250'],
  ['English', '2,5', false],
  ['English', '1,50', false],
  ['English', '1.234,56', false],
  ['English', '1,00,000', false],
  ['English', '=MAX(10,000)*1.5', 'MAX(10,000)*1.5'],
  ['German', '10000', '10000'],
  ['German', '10.000', '10000'],
  ['German', '10,000', '10.000'],
  ['German', '1.234.567,89', '1234567.89'],
  ['German', '-1.250', '-1250'],
  ['German', '2,5', '2.5'],
  ['German', '2.5', '2.5'],
  ['German', '0.125', '0.125'],
  ['German', '10 000', '10000'],
  ['German', '1,234.56', '1234.56'],
  ['German', '=10.000*2', false],
  ['German', '=1.234,56*2', false],
  ['German', '=MAX(2,5;A1)', 'MAX(2.5,A1)'],
  ['Swiss', '10’000', '10000'],
  ['Swiss', "10'000.50", '10000.50'],
  ['Swiss', '10.000', '10.000'],
  ['Swiss', '10,000', false],
  ['Swiss', '=MAX(2.5;A1)', 'MAX(2.5,A1)'],
  ['Swiss', '=MAX(2,5;A1)', false],
  ['French', '10000', '10000'],
  ['French', `10${NARROW_SPACE}000`, '10000'],
  ['French', `10${WIDE_SPACE}000,5`, '10000.5'],
  ['French', '1 234 567,89', '1234567.89'],
  ['French', '10,000', '10.000'],
  ['French', '10.000', false],
  ['French', '10.5', '10.5'],
  ['French', '1.234.567', '1234567'],
  ['French', '10 00', false],
  ['French', '=10.000*2', false],
  ['French', '=SUM(A1:A3;0,5)', 'SUM(A1:A3,0.5)'],
  ['Spanish', '10.000', '10000'],
  ['Spanish', '10,000', '10.000'],
  ['Spanish', '10 000,25', '10000.25'],
  ['Spanish', '1.000.000', '1000000'],
  ['Spanish', '1.00.000', false],
  ['Spanish', '=A1*1,5', 'A1*1.5'],
  ['Mexican', '10,000', '10000'],
  ['Mexican', '10.000', '10.000'],
  ['Mexican', '10,5', false],
  ['Japanese', '10,000', '10000'],
  ['Japanese', '１０，０００', '10000'],
  ['Japanese', '２.５', '2.5'],
  ['Japanese', '−3.5', '-3.5'],
  ['Japanese', '1万', false],
  ['Japanese', '10,00', false],
  ['Chinese', '10,000.5', '10000.5'],
  ['Chinese', '１２３', '123'],
  ['Chinese', '10 000', '10000'],
  ['Chinese', '1.2.3', false],
  ['Chinese', '1e3', '1e3'],
  ['Chinese', '', ''],
  ['the German workbench, not', '1.500', '1500'],
  ['the German workbench, not', '12,345', '12.345'],
  ['the German workbench, not', '=MAX(A1,2)*1.5', 'MAX(A1,2)*1.5'],
  ['the German workbench, not', '=MAX(A1;2)', 'MAX(A1,2)'],
];

const amountIn = (entry: string, typing: Culture): string =>
  /^=MD\.CONVERT\((.*)\)$/s.exec(formulaText(convert, { amount: entry }, typing))![1]!;

describe('an amount that is typed into the builder', () => {
  test.each(ENTRIES)('in %s Excel as %j is %j in the formula', (name, entry, written) => {
    expect(amountIn(entry, CULTURES[name])).toBe(written === false ? `"${entry}"` : written);
  });

  test.each(ENTRIES.filter(([, , written]) => written === false))(
    'is refused by the function in %s Excel as %j, so that nothing is guessed',
    async (_, entry) =>
      expect(await show(createTestSession(), 'CONVERT', entry, 'EUR', 'USD')).toMatch(/^#VALUE!: amount: /),
  );

  test.each<[string, Culture, string | false]>([
    ['10.000', { listSeparator: ';' }, false],
    ['10,000', { listSeparator: ';' }, false],
    ['10.000', { listSeparator: ',' }, false],
    ['2,5', { listSeparator: ';' }, '2.5'],
    ['2.5', { listSeparator: ';' }, '2.5'],
    ['2.5', { listSeparator: ',' }, '2.5'],
    ['10 000', { listSeparator: ',' }, '10000'],
    ['1250', { listSeparator: ';' }, '1250'],
  ])('as %s, before Excel has said how numbers are written (%j), is %j', (entry, typing, written) => {
    expect(amountIn(entry, typing)).toBe(written === false ? `"${entry}"` : written);
  });
});

test('a text in a cell that can be read as two numbers is refused by the function', async () => {
  expect(await show(createTestSession(), 'CONVERT', '10.000', 'EUR', 'USD')).toBe(
    '#VALUE!: amount: "10.000" is not a number: it reads in two ways',
  );
});
