import { CATALOG } from '../../src/functions/catalog';
import { HELP } from '../../src/functions/generated/help-texts';
import { type InputKind, isStreaming } from '../../src/functions/define';
import { type FunctionsJson, functionsJson } from '../../src/functions/help/functions-json';
import { functionsJsonProblems } from './functions-json-rules';

const ADDRESS = 'https://example.com/md';
const json = functionsJson(HELP, ADDRESS);

describe('functions.json', () => {
  test('follows every rule that Microsoft publishes', () => expect(functionsJsonProblems(json)).toEqual([]));

  test('has exactly the functions of the catalog, by name', () =>
    expect(json.functions.map(({ id, name }) => [id, name])).toEqual(CATALOG.map(({ id }) => [id, id])));

  test.each(json.functions)('shows how $id is typed, and links it to its help page', ({ id, description, helpUrl }) => {
    expect(description).toContain(`=MD.${id}(`);
    expect(helpUrl).toBe(`${ADDRESS}/help/${id.toLowerCase()}.html`);
  });

  test('has dropdowns only for area, zone and interval', () => {
    for (const { parameters } of json.functions) {
      for (const { name, customEnumId } of parameters) {
        if (customEnumId !== undefined) expect(['area', 'zone', 'interval']).toContain(name);
        if (name === 'area' || name === 'zone') expect(customEnumId).toMatch(new RegExp(`^${name}`, 'i'));
      }
    }
  });

  test('declares single words as text, and arguments that may be a number, a date, TRUE or a list as any value', () => {
    const forWords: readonly InputKind[] = ['choice', 'filing-type', 'score-path', 'suggestion', 'text'];
    for (const { parameters, id } of json.functions)
      for (const { name, type, dimensionality } of parameters) {
        const { input } = CATALOG.find((one) => one.id === id)!.parameters[name]!;
        const mayBeText = dimensionality === 'scalar' && forWords.includes(input);
        expect([id, name, type]).toEqual([id, name, mayBeText ? type : 'any']);
        if (input === 'words') expect([id, name, dimensionality]).toEqual([id, name, 'matrix']);
        if (/^(?:flag|date|number|currency)/.test(input))
          expect([id, name, dimensionality]).toEqual([id, name, 'scalar']);
      }
  });

  test('declares streaming functions as streaming, and all others as cancelable', () => {
    const streaming = json.functions.filter(({ options }) => 'stream' in options).map(({ id }) => id);
    expect(streaming).toEqual(CATALOG.filter(isStreaming).map(({ id }) => id));
    expect(streaming).toContain('LIVE');
  });

  test('requests the address for every function that does not stream, so that its cell can be refreshed individually', () => {
    const silent = json.functions.filter(
      ({ options }: { options: { stream?: boolean; requiresAddress?: boolean } }) =>
        !options.stream && !options.requiresAddress,
    );
    expect(silent.map(({ id }) => id)).toEqual([]);
  });

  test('explains every word in the dropdowns', () => {
    const tips = json.enums.flatMap(({ values }) => values.map(({ tooltip }) => tooltip));
    expect(tips.length).toBeGreaterThan(0);
    expect(tips.filter((tip) => tip.trim() === '')).toEqual([]);
  });
});

describe('the checks of functions.json find', () => {
  const [first] = json.functions;
  const [parameter] = first!.parameters;
  const withFunction = (changes: object): FunctionsJson => ({ ...json, functions: [{ ...first!, ...changes }] });
  const withParameter = (changes: object): FunctionsJson =>
    withFunction({ parameters: [{ ...parameter, ...changes }] });
  const withEnum = (changes: object): FunctionsJson => ({
    ...json,
    functions: [],
    enums: [{ ...json.enums[0]!, ...changes }],
  });
  const { id } = first!;
  const { name } = parameter!;

  test.each<[string, FunctionsJson, string]>([
    [
      'an id with other characters',
      withFunction({ id: 'MY-QUOTE' }),
      'id MY-QUOTE is not three or more letters, digits and periods, a letter first',
    ],
    [
      'a short name',
      withFunction({ name: 'GO' }),
      'name GO is not three or more letters, digits, periods and underscores, a letter first',
    ],
    ['a name that is a cell', withFunction({ name: 'FX24' }), 'name FX24 is also a cell'],
    ['a long name', withFunction({ name: 'A'.repeat(129) }), `${id} is longer than 128 characters`],
    ['an empty description', withFunction({ description: '…' }), `${id}: the description says nothing`],
    [
      'a description that is cut off',
      withFunction({ description: 'x'.repeat(256) }),
      `${id}: the description has more than 255 characters`,
    ],
    ['help that is not https', withFunction({ helpUrl: 'http://example.com' }), `${id}: helpUrl is not https`],
    [
      'an unknown result',
      withFunction({ result: { type: 'date', dimensionality: 'matrix' } }),
      `${id}: result is of no known type`,
    ],
    [
      'a stream that is cancelable',
      withFunction({ options: { stream: true, cancelable: true } }),
      `${id}: a streaming function cannot be cancelable or volatile`,
    ],
    [
      'a stream that requests its address',
      withFunction({ options: { stream: true, requiresAddress: true } }),
      `${id}: a streaming function is not told its address that way`,
    ],
    [
      'a duplicate parameter',
      withFunction({ parameters: [parameter, parameter] }),
      `${id}: parameter ${name} is there twice`,
    ],
    [
      'a required parameter after an optional one',
      withFunction({
        parameters: [
          { ...parameter, name: 'a', optional: true },
          { ...parameter, name: 'b' },
        ],
      }),
      `${id}: b is required but stands after an optional parameter`,
    ],
    [
      'a parameter’s name with other characters',
      withParameter({ name: 'two words' }),
      `${id}: parameter name two words is not letters and digits`,
    ],
    ['a parameter of an unknown type', withParameter({ type: 'date' }), `${id}: ${name} is of no known type`],
    [
      'a missing enum',
      withParameter({ customEnumId: 'PLANET' }),
      `${id}: ${name} names the enum PLANET, which is not there`,
    ],
    ['an empty enum', withEnum({ id: 'EMPTY', values: [] }), 'enum EMPTY is empty'],
    [
      'a duplicate word of an enum',
      withEnum({ id: 'TWICE', values: [1, 2].map(() => ({ name: 'a', stringValue: 'a', tooltip: 'a' })) }),
      'enum TWICE has a twice',
    ],
    ['a duplicate function', { ...json, functions: [first!, first!] }, `id ${id} is there twice`],
    [
      'the flag that crashes Excel',
      { ...json, allowErrorForDataTypeAny: true } as FunctionsJson,
      'allowErrorForDataTypeAny is there: it crashes Excel LTSC 2021',
    ],
    [
      'the flag that number formats need',
      { ...json, allowCustomDataForDataTypeAny: undefined } as never,
      'allowCustomDataForDataTypeAny is not true: cells would lose their number formats',
    ],
  ])('%s', (_, broken, problem) => expect(functionsJsonProblems(broken)).toContain(problem));
});
