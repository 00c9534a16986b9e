import { CATALOG } from '../../../../src/functions/catalog';
import type { AnyDeclaration, InputKind } from '../../../../src/functions/define';
import { exampleArguments, signatureOf } from '../../../../src/functions/help/formula-arguments';
import { formulaText, withArea } from '../../../../src/taskpane/functions/formula';

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
  ])('accepts %s', (_, entries, formula) => {
    expect(formulaText(named('QUOTE'), entries, ENGLISH)).toBe(formula);
  });

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
    ({ name }) => {
      expect([
        'symbols',
        'symbol',
        'tickers',
        'mics',
        'mic',
        'from',
        'to',
        'type',
        'field',
        'filter',
        'path',
        'parameters',
        'pick',
        'range',
      ]).toContain(name);
    },
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
  ] as const)('is left out if %s', (_, id, entries, area) => {
    expect(withArea(named(id), entries, area)).toBe(entries);
  });
});
