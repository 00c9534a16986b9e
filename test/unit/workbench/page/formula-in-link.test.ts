import { HELP } from '../../../../src/functions/generated/help-texts';
import { formulaIn, linkToFormula } from '../../../../src/workbench/page/formula-in-link';

const PAGE = 'http://localhost:3000/help/quote.html';
const linked = (formula: string): string | undefined => formulaIn(new URL(linkToFormula(formula), PAGE).href);

test.each(HELP.flatMap(({ examples }) => examples.map(({ formula }) => formula)))(
  'a link of a help page opens %s in the workbench',
  (formula) => {
    expect(new URL(linkToFormula(formula), PAGE).pathname).toBe('/');
    expect(linked(formula)).toBe(formula);
  },
);

describe('a link opens nothing', () => {
  test.each([
    ['another function', '=SUM(1)'],
    ['no formula', 'MD'],
    ['cells', '=MD.QUOTE(A2:A9)'],
    ['a calculation', '=MD.QUOTE("EUR"&"USD")'],
    ['a call inside an argument', '=MD.QUOTE("a"&WEBSERVICE("b")&"c")'],
    ['a call inside an array', '=MD.OK({1,WEBSERVICE("b")})'],
  ])('with %s', (_, formula) => {
    expect(linked(formula)).toBeUndefined();
  });

  test('without a formula', () => {
    expect(formulaIn('http://localhost:3000/?lang=de')).toBeUndefined();
  });
});

test('a link opens only the call, without anything that follows it', () => {
  expect(linked('=MD.QUOTE("EURUSD")&WEBSERVICE("b")')).toBe('=MD.QUOTE("EURUSD")');
});
