import { englishFormula, localFormula } from '../../../../src/taskpane/texts/typed';
import { separates, withSeparator } from '../../../../src/app/workbook/formulas';

const PAIRS = [
  ['=MD.QUOTE(A2:A9,"bid,ask")', '=MD.QUOTE(A2:A9;"bid,ask")'],
  ['=MD.CONVERT(0.5,"BTC","EUR",,2)', '=MD.CONVERT(0,5;"BTC";"EUR";;2)'],
  ['=SUM(1.25,.5,-2.5E-3)', '=SUM(1,25;,5;-2,5E-3)'],
  ["=INDEX('a,b 1.5'!A1:A3,2)", "=INDEX('a,b 1.5'!A1:A3;2)"],
  ['=rate.2+A1.asOf+MD.SCORE("A.B")', '=rate.2+A1.asOf+MD.SCORE("A.B")'],
  ['=SUM({1.5,2})', '=SUM({1.5,2})'],
] as const;

test.each(PAIRS)('a formula where the decimal separator is a comma converts %s to %s and back', (english, local) => {
  expect(localFormula(english, ';')).toBe(local);
  expect(withSeparator(local, ';', ',')).toBe(english);
});

test('a formula is shown unchanged where the decimal separator is a point', () =>
  expect(localFormula('=MD.CONVERT(0.5,"BTC")', ',')).toBe('=MD.CONVERT(0.5,"BTC")'));

test.each([
  ['=MD.CONVERT(1,5;"EUR";"USD")', true],
  ['=IF(A1>0,MD.QUOTE("EURUSD";"bid"),0)', true],
  ['=MD.QUOTE({"EURUSD";"GBPUSD"},"bid;ask")', false],
  ['=SUM(MD.QUOTE(A2:A9),1.5)', false],
])('%s separates arguments by semicolons: %s', (formula, expected) => expect(separates(formula, ';')).toBe(expected));

test.each([
  ['=G("EURUSD")*1,5', '=G("EURUSD")*1.5'],
  ['=1,5*G("EURUSD";"bid")', '=1.5*G("EURUSD","bid")'],
])('%s has a decimal comma, also for a user with a decimal point: it separates nothing', (formula, english) => {
  expect(englishFormula(formula, { listSeparator: ',' })).toBeUndefined();
  expect(englishFormula(formula, { listSeparator: ';' })).toBe(english);
});

test('a formula is read as cells read it, where they read others than English', () => {
  const culture = { listSeparator: ',', readFormula: () => '=SUM(A1:A2)*1.5' };
  expect(englishFormula('=SUMME(A1:A2)*1,5', culture)).toBe('=SUM(A1:A2)*1.5');
});

test.each(['=G("EURUSD","bid")*1.5', '=SUM({1,2})', '=AREAS((A1,B2))'])('%s has commas that separate', (formula) =>
  expect(englishFormula(formula, { listSeparator: ',' })).toBe(formula),
);

test.each([
  '=STOCKHISTORY("^SPX",TODAY()-30,TODAY(),0,0,1)',
  '=INDEX(A2:A9,1)',
  '=TAKE({"a","b"},2)',
  '=SUM(x,5)',
  '=BDP("EUR Curncy","PX_LAST")*10.000',
])('%s is in English for a user with a decimal comma too: no number has a comma there', (formula) =>
  expect(englishFormula(formula, { listSeparator: ';' })).toBe(formula),
);

test.each(['=IF(A1;B1,C1)', '=INDEX(A1:A9,1)+SUM(1;2)'])('%s has separators of two countries', (formula) =>
  expect(englishFormula(formula, { listSeparator: ';' })).toBeUndefined(),
);

test.each([
  ['=MD.CONVERT(,5;"EUR")', '=MD.CONVERT(.5,"EUR")'],
  ['=A1*,5', '=A1*.5'],
  ['=A1>=,5', '=A1>=.5'],
  ['=SUM({1,5;2};1,5)', '=SUM({1,5;2},1.5)'],
])('%s has a decimal comma: %s', (formula, english) =>
  expect(englishFormula(formula, { listSeparator: ';' })).toBe(english),
);
