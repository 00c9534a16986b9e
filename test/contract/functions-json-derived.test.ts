import { CellError, wrongArgument } from '../../src/core/errors';
import type { AnyDeclaration, Parameter } from '../../src/functions/define';
import type { ExampleResult } from '../../src/functions/help-page';
import { helpIndex, helpPage, syntax } from '../../src/functions/help-page';
import { functionsJson } from '../../src/functions/metadata';
import { score } from '../../src/functions/score';

const parameter = (more: Partial<Parameter> = {}): Parameter =>
  ({ help: 'A help.', isOptional: true, excelType: 'string', dimensionality: 'scalar', read: String, ...more });

const words = (...values: string[]): Parameter['choices'] => ({ id: 'WORDS', values: values.map((value) => ({ value, help: `About ${value}` })) });

const declaration = (more: Partial<AnyDeclaration> = {}): AnyDeclaration => ({
  id: 'ECHO', summary: 'Gives back what it is given', returns: 'The same.', parameters: {}, result: 'scalar', sources: [],
  examples: [{ formula: '=MD.ECHO("a")', gives: 'a' }], handle: () => 1, ...more,
});

const derived = (more: Partial<AnyDeclaration>): ReturnType<typeof functionsJson> => functionsJson([declaration(more)], 'https://example.com');
const described = (parameters: AnyDeclaration['parameters']): string => derived({ parameters }).functions[0]!.parameters[0]!.description;

describe('a description in functions.json', () => {
  test('gains the first example where the summary shows none', () => {
    expect(derived({}).functions[0]!.description).toBe('Gives back what it is given. Example: =MD.ECHO("a")');
    expect(derived({ summary: 'Gives it back: =MD.ECHO(1) is 1.' }).functions[0]!.description).toBe('Gives it back: =MD.ECHO(1) is 1.');
  });

  test('goes without the example that would make it too long to be shown', () => {
    const summary = 'x'.repeat(240);
    expect(derived({ summary }).functions[0]!.description).toBe(summary);
  });

  test('of a parameter lists the known words that neither its help nor a drop-down shows', () => {
    expect(described({ type: parameter({ choices: words('10-K', '8-K')! }) })).toBe('A help. Known: 10-K, 8-K.');
    expect(described({ type: parameter({ help: 'One of 10-K and 8-K.', choices: words('10-K', '8-K')! }) })).toBe('One of 10-K and 8-K.');
    expect(described({ zone: parameter({ choices: words('utc')! }) })).toBe('A help.');
  });
});

describe('a drop-down in functions.json', () => {
  test('stands there once for all functions that use it', () => {
    const shared = { zone: parameter({ choices: words('utc', 'local')! }) };
    const { enums } = functionsJson([declaration({ parameters: shared }), declaration({ id: 'AGAIN', parameters: shared })], 'https://example.com');
    expect(enums).toEqual([{
      id: 'WORDS', type: 'string',
      values: [{ name: 'utc', stringValue: 'utc', tooltip: 'About utc' }, { name: 'local', stringValue: 'local', tooltip: 'About local' }],
    }]);
  });
});

const pageOf = (one: AnyDeclaration, ...results: ExampleResult[]): string => helpPage(one, [one], results);

describe('a help page', () => {
  test('shows how the function is typed, optional parameters in brackets', () => {
    expect(syntax(declaration({ parameters: { symbols: parameter({ isOptional: false }), fields: parameter() } }))).toBe('=MD.ECHO(symbols, [fields])');
  });

  test('shows marks of HTML as they are written', () => {
    const page = pageOf(declaration({ summary: 'Is a < b & "c"?', examples: [{ formula: '=MD.ECHO("<b>")', gives: 'a & b' }] }));
    expect(page).toContain('<p>Is a &lt; b &amp; &quot;c&quot;?</p>');
    expect(page).toContain('<code>=MD.ECHO(&quot;&lt;b&gt;&quot;)</code>');
    expect(page).toContain('<dd>a &amp; b</dd>');
  });

  test('shows what an example gives as its cells would, and of a large result the first rows', () => {
    const formula = '=MD.ECHO("a")';
    const rows = Array.from({ length: 9 }, (_, index) => [`row ${index}`, { value: 46_346.625, format: 'yyyy-mm-dd hh:mm' }, new CellError('#N/A', 'It is not published')]);
    const page = pageOf(declaration(), { formula, outcome: rows });
    expect(page).toContain('<tr><td>row 0</td><td class="number">2026-11-20 15:00</td><td>#N/A It is not published</td></tr>');
    expect(page).not.toContain('row 6');
    expect(page).toContain('9 rows × 3 columns in all');
  });

  test('shows what it says to wrong arguments, in its own words', () => {
    const read = (came: unknown, name: string): string => { throw wrongArgument(name, came, 'a colour'); };
    expect(pageOf(declaration({ parameters: { colour: parameter({ read }) } }))).toContain('<td>#VALUE!</td><td><code>colour</code> is <code>&quot;?&quot;</code></td><td>colour: &quot;?&quot; is not a colour</td>');
  });

  test('names the operations that the function asks, and whether the service documents them', () => {
    const page = pageOf(declaration({ sources: ['GET /stocks/markets', 'GET /stocks/markets/status'] }));
    expect(page).toMatch(/GET \/stocks\/markets<\/code><\/dt><dd>[^<]*<span class="source">Documented/);
    expect(page).toMatch(/GET \/stocks\/markets\/status<\/code><\/dt><dd>[^<]*<span class="source">Its parameters are not published/);
  });

  test('of MD.SCORE shows how each shape of data is read', () => {
    const page = pageOf(score);
    expect(page).toContain('<td><code>{&quot;z&quot;:3.2,&quot;zone&quot;:&quot;safe&quot;}</code></td><td>3.2</td>');
    expect(page).toContain('rows of path and value: x1, x2');
  });

  test('explains the words of its parameters', () => {
    expect(pageOf(declaration({ parameters: { zone: parameter({ choices: words('utc')! }) } }))).toContain('<code>utc</code> About utc');
  });

  test('is reached from the index', () => {
    expect(helpIndex([declaration()])).toContain('<a href="echo.html">MD.ECHO</a>');
  });
});
