import { CATALOG } from '../../../../src/functions/catalog';
import { HELP } from '../../../../src/functions/generated/help-texts';
import { entriesOf } from '../../../../src/taskpane/functions/example-entries';
import { formulaText } from '../../../../src/taskpane/functions/formula';

const EXAMPLES = HELP.flatMap(({ declaration, examples }) =>
  examples.map(({ formula }) => [formula, declaration.id] as const),
);

test.each(EXAMPLES)('the builder, filled with the example %s, writes that formula', (formula, id) => {
  const declaration = CATALOG.find((one) => one.id === id)!;
  const names = Object.keys(declaration.parameters);
  for (const listSeparator of [',', ';'])
    expect(formulaText(declaration, entriesOf(formula, names, listSeparator), { listSeparator })).toBe(formula);
});

test('what is not a constant is entered as an expression, in the notation of the user', () => {
  expect(entriesOf('=MD.NETWORKDAYS(DATE(2026,1,1),A2,"say ""XNYS""",1.5)', ['a', 'b', 'c', 'd', 'e'], ';')).toEqual({
    a: '=DATE(2026;1;1)',
    b: '=A2',
    c: 'say "XNYS"',
    d: '1,5',
  });
});
