import { CellError, wrongArgument } from '../../src/core/errors';
import type { AnyDeclaration, DropDown, Parameter } from '../../src/functions/define';
import { explain, type FunctionHelp } from '../../src/functions/help/explain';
import { type ExampleResult, helpPages, LIST_PATH, syntax } from '../../src/functions/help/help-page';
import { helpPath } from '../../src/functions/help/help-json';
import { functionsJson } from '../../src/functions/help/functions-json';
import { scoreHelp } from '../../src/functions/score.help';

const parameter = (more: Partial<Parameter> = {}): Parameter => ({
  isOptional: true,
  excelType: 'string',
  dimensionality: 'scalar',
  input: 'text',
  read: String,
  ...more,
});

const dropDown = (...words: string[]): DropDown => ({ id: 'WORDS', words });

const declaration = (parameters: AnyDeclaration['parameters'] = {}, id = 'ECHO'): AnyDeclaration => ({
  id,
  parameters,
  result: 'scalar',
  sources: [],
  requests: 'alone',
  handle: () => 1,
});

/** The help of such a function, where every parameter is "A help." and every word "About" itself. */
const help = (of: AnyDeclaration = declaration(), more: Partial<FunctionHelp> = {}): FunctionHelp => ({
  ...explain(of, {
    summary: 'Gives back what came.',
    returns: 'The same.',
    parameters: Object.fromEntries(
      Object.entries(of.parameters).map(([name, { dropDown: list }]) => [
        name,
        { text: 'A help', words: Object.fromEntries((list?.words ?? []).map((word) => [word, `About ${word}`])) },
      ]),
    ),
    examples: [{ formula: '=MD.ECHO("a")', gives: 'the letter a' }],
    seeAlso: ['QUOTE'],
    searchWords: { en: 'echo', de: 'Echo', fr: 'écho', es: 'eco', ja: 'エコー', zh: '回声' },
  }),
  ...more,
});

const described = (...helps: FunctionHelp[]): ReturnType<typeof functionsJson> =>
  functionsJson(helps, 'https://example.com');
const descriptionOf = (one: FunctionHelp): string => described(one).functions[0]!.description;
const textOf = (one: Parameter): string =>
  described(help(declaration({ first: one }))).functions[0]!.parameters[0]!.description;

describe('a description in functions.json', () => {
  test('is the summary with the first example', () =>
    expect(descriptionOf(help())).toBe('Gives back what came. Example: =MD.ECHO("a") gives the letter a.'));

  test("drops first the example's words, then the example, if Excel would cut it", () => {
    expect(descriptionOf(help(declaration(), { summary: `${'x'.repeat(220)}.` }))).toMatch(
      /x\. Example: =MD\.ECHO\("a"\)$/,
    );
    expect(descriptionOf(help(declaration(), { summary: `${'x'.repeat(239)}.` }))).toMatch(/x\.$/);
  });

  test('says what replaces an omitted parameter', () => {
    expect(textOf(parameter())).toBe('A help');
    expect(textOf(parameter({ default: 1_000 }))).toBe('A help; 1,000 if omitted');
    expect(textOf(parameter({ default: false }))).toBe('A help; FALSE if omitted');
    expect(textOf(parameter({ default: 'mid' }))).toBe('A help; mid if omitted');
  });
});

test('a dropdown in functions.json is listed once for all functions that use it', () => {
  const shared = { zone: parameter({ dropDown: dropDown('utc', 'local') }) };
  const { enums } = described(help(declaration(shared)), help(declaration(shared, 'AGAIN')));
  expect(enums).toEqual([
    {
      id: 'WORDS',
      type: 'string',
      values: [
        { name: 'utc', stringValue: 'utc', tooltip: 'About utc' },
        { name: 'local', stringValue: 'local', tooltip: 'About local' },
      ],
    },
  ]);
});

const pageOf = (one: FunctionHelp, ...results: ExampleResult[]): string =>
  helpPages([one], results)[helpPath(one.declaration.id)]!;

describe('a help page', () => {
  test('shows how the function is typed, with optional parameters in brackets', () => {
    expect(syntax(declaration({ symbols: parameter({ isOptional: false }), fields: parameter() }))).toBe(
      '=MD.ECHO(symbols, [fields])',
    );
  });

  test('escapes HTML', () => {
    const page = pageOf(
      help(declaration(), { summary: 'Is a < b & "c"?', examples: [{ formula: '=MD.ECHO("<b>")', gives: 'a & b' }] }),
    );
    expect(page).toContain('<p>Is a &lt; b &amp; &quot;c&quot;?</p>');
    expect(page).toContain('<code>=MD.ECHO(&quot;&lt;b&gt;&quot;)</code>');
    expect(page).toContain('<dd>a &amp; b</dd>');
  });

  test('shows the result of an example as its cells would, and only the first rows of a large one', () => {
    const formula = '=MD.ECHO("a")';
    const rows = Array.from({ length: 9 }, (_, index) => [
      `row ${index}`,
      { value: 46_346.625, format: 'yyyy-mm-dd hh:mm' },
      new CellError('#N/A', 'It is not published'),
    ]);
    const page = pageOf(help(), { formula, outcome: rows });
    expect(page).toContain(
      '<tr><td>row 0</td><td class="number">2026-11-20 15:00</td><td>#N/A It is not published</td></tr>',
    );
    expect(page).not.toContain('row 6');
    expect(page).toContain('9 rows × 3 columns in all');
  });

  test('shows the errors for wrong arguments in their own words', () => {
    const read = (came: unknown, name: string): string => {
      throw wrongArgument(name, came, 'a colour');
    };
    expect(pageOf(help(declaration({ colour: parameter({ read }) })))).toContain(
      '<td>#VALUE!</td><td><code>colour</code> is <code>&quot;?&quot;</code></td><td>colour: &quot;?&quot; is not a colour</td>',
    );
  });

  test('lists the operations that the function uses, and whether the service documents them', () => {
    const sources = ['GET /stocks/markets', 'GET /stocks/markets/hours', 'GET /stocks/markets/status'];
    const page = pageOf(help({ ...declaration(), sources }));
    expect(page).toMatch(
      /GET \/stocks\/markets<\/code><\/dt><dd>[^<]*<span class="source">Documented by the service\.</,
    );
    expect(page).toMatch(
      /GET \/stocks\/markets\/hours<\/code><\/dt><dd>[^<]*<span class="source">Documented by the service, but for the names of parameters, which can be set in the pane: mic, start, end\.</,
    );
    expect(page).toMatch(
      /GET \/stocks\/markets\/status<\/code><\/dt><dd>[^<]*<span class="source">Its parameters are not published/,
    );
  });

  test('for MD.SCORE shows how each shape of data is read', () => {
    const page = pageOf(scoreHelp);
    expect(page).toContain('<td><code>{&quot;z&quot;:3.2,&quot;zone&quot;:&quot;safe&quot;}</code></td><td>3.2</td>');
    expect(page).toContain('rows of path and value: x1, x2');
  });

  test('explains the allowed words of its parameters', () => {
    expect(pageOf(help(declaration({ zone: parameter({ dropDown: dropDown('utc') }) })))).toContain(
      '<code>utc</code> About utc',
    );
  });

  test('is linked from the index', () =>
    expect(helpPages([help()], [])[LIST_PATH]).toContain('<a href="echo.html">MD.ECHO</a>'));
});
