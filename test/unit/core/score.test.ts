import { CellError } from '../../../src/core/errors';
import { findScore, leavesOf, modelIn, scoreAt } from '../../../src/core/score';

const MODEL = 'altman-z';
const notPublished = new CellError('#N/A', '"altman-z" is not published');

describe('the score in data of unpublished shape', () => {
  test.each([
    ['a number', 2.81, 2.81],
    ['zero', 0, 0],
    ['a text', 'safe', 'safe'],
    ['a flag', true, true],
    ['the only number of an object', { z: 2.81 }, 2.81],
    ['the only number among texts', { z: 2.81, zone: 'grey', period: '2025-FY' }, 2.81],
    ['the only number beside a note that is null', { z: 2.81, note: null }, 2.81],
    ['the only number, deep down', { latest: { figures: { z: 2.81, note: 'x' } } }, 2.81],
    ['the leaf named score among numbers', { score: 2.81, x1: 0.1, x2: 0.2 }, 2.81],
    ['the leaf named value', { x1: 0.1, Value: 2.81 }, 2.81],
    ['the leaf named result', { result: 2.81, x1: 0.1 }, 2.81],
    ['the leaf named score, deep down', { inputs: { x1: 0.1, x2: 0.2 }, outcome: { score: 2.81 } }, 2.81],
    ['the score at the top, not one further down', { score: 2.81, inputs: { score: 0.1 } }, 2.81],
    ['the Score at the top, in any case', { Score: 2.81, inputs: { score: 0.1 } }, 2.81],
    ['a result in words beside the only number', { result: 'safe', z: 2.81 }, 2.81],
    ['a result in words alone', { result: 'safe', period: '2025-FY' }, 'safe'],
    ["under the model's name", { 'altman-z': 2.81, piotroski: 7 }, 2.81],
    ["under the model's name, spelt another way", { altmanZ: { score: 2.81, x1: 0.1 }, piotroski: 7 }, 2.81],
    ["under the model's name with underscores", { altman_z: { z: 2.81 }, other: 7 }, 2.81],
    ['in a list of one', [{ score: 2.81, year: 2025 }], 2.81],
  ])('is %s', (_, data, score) => expect(findScore(data, MODEL)).toEqual({ cell: score }));

  test.each([
    ['null', null],
    ['undefined', undefined],
    ["null under the model's name", { 'altman-z': null, piotroski: 7 }],
    ['a score that is null beside other numbers', { score: null, x1: 0.1 }],
    ['another model alone', { piotroski: 7 }],
    ['other models', { piotroski: { score: 7 }, beneish_m: -2.1 }],
    ['an empty object', {}],
    ['an empty list', []],
    ["an empty object under the model's name", { altman_z: {} }],
  ])('is #N/A, never 0 and never another number, for %s', (_, data) => {
    expect(findScore(data, MODEL)).toEqual({ cell: notPublished });
  });

  test.each([
    [
      'several numbers and no telling name',
      { x1: 0.1, x2: 0.2 },
      [
        { path: 'x1', value: 0.1 },
        { path: 'x2', value: 0.2 },
      ],
    ],
    [
      'a number beside a score that is null',
      { z_score: null, year: 2025 },
      [
        { path: 'z_score', value: null },
        { path: 'year', value: 2025 },
      ],
    ],
    [
      'two telling names at the same depth',
      { a: { score: 1 }, b: { score: 2 } },
      [
        { path: 'a.score', value: 1 },
        { path: 'b.score', value: 2 },
      ],
    ],
    [
      'texts alone',
      { zone: 'grey', note: null },
      [
        { path: 'zone', value: 'grey' },
        { path: 'note', value: null },
      ],
    ],
    [
      'a list of records',
      [{ z: 1 }, { z: 2 }],
      [
        { path: '0.z', value: 1 },
        { path: '1.z', value: 2 },
      ],
    ],
  ])('is left for the user to choose in %s', (_, data, choices) => expect(findScore(data, MODEL)).toEqual({ choices }));
});

describe('a field of the data by its dotted path', () => {
  const data = { altman_z: { score: 2.81, ratios: { X1: 0.1, x2: null }, years: [2025, 2024] }, currency: 'USD' };

  test.each([
    ["in the model's part", 'score', 2.81],
    ['deeper', 'ratios.X1', 0.1],
    ['in any case', 'RATIOS.x1', 0.1],
    ['in a list', 'years.1', 2024],
    ['from the top', 'altman_z.score', 2.81],
    ['beside the models', 'currency', 'USD'],
  ])('is found %s', (_, path, value) => expect(scoreAt(data, MODEL, path)).toBe(value));

  test('may begin with the name of its model, though the answer does not have that name', () => {
    expect(scoreAt({ score: 2.81 }, MODEL, 'Altman_Z.score')).toBe(2.81);
    expect(scoreAt({ x: { y: 2.81 } }, MODEL, 'altmanZ.x.y')).toBe(2.81);
    for (const path of ['piotroski.score', 'altman-z', 'altman-z.', 'ALTMAN_Z.x'])
      expect(scoreAt({ score: 2.81 }, MODEL, path)).toEqual(
        new CellError('#VALUE!', `field: "${path}" is not in the altman-z scores; give one of score`),
      );
  });

  test('is an error if it is a number that no sheet can hold', () => {
    expect(scoreAt({ score: Infinity }, MODEL, 'score')).toEqual(
      new CellError('#N/A', 'The service sent a "score" that is not a number: recalculate, or tell your provider'),
    );
  });

  test('is an error if it is null, because it is not published', () => {
    expect(scoreAt(data, MODEL, 'ratios.x2')).toEqual(new CellError('#N/A', '"ratios.x2" is not published'));
  });

  test('is an error with what the service says beside it: a model may not apply to banks', () => {
    const reason = 'The model does not apply to banks';
    const why = new CellError('#N/A', `"altman-z" is not published: "${reason}"`);
    expect(findScore({ altman_z: { score: null, zone: null, reason } }, MODEL)).toEqual({ cell: why });
    expect(findScore({ score: null, message: reason }, MODEL)).toEqual({ cell: why });
    expect(scoreAt({ score: null, reason }, MODEL, 'score')).toMatchObject({
      message: `"score" is not published: "${reason}"`,
    });
    // What is said of another model, or twice, says nothing here.
    expect(scoreAt({ altman_z: { score: null }, piotroski: { reason } }, MODEL, 'score')).toMatchObject({
      message: '"score" is not published',
    });
    expect(findScore({ score: null, reason, note: 'See the manual' }, MODEL)).toMatchObject({
      cell: { message: '"altman-z" is not published' },
    });
  });

  test('is an error that lists the paths that exist, if the path does not exist', () => {
    expect(scoreAt(data, MODEL, 'ratio')).toEqual(
      new CellError(
        '#VALUE!',
        'field: "ratio" is not in the altman-z scores; give one of score, ratios.X1, ratios.x2, years.0, years.1',
      ),
    );
  });

  test('is an error that lists the first twelve of many paths', () => {
    const thirteen = Object.fromEntries(Array.from({ length: 13 }, (_, index) => [`x${index + 1}`, 0]));
    expect(scoreAt(thirteen, MODEL, 'y')).toEqual(
      new CellError(
        '#VALUE!',
        'field: "y" is not in the altman-z scores; give one of x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12',
      ),
    );
  });

  test.each([
    ['a scalar', 2.81],
    ['nothing', null],
    ['an empty object', {}],
  ])('does not exist in %s', (_, part) => {
    for (const path of ['score', MODEL])
      expect(scoreAt(part, MODEL, path)).toEqual(
        new CellError('#N/A', `field: "${path}" is not in the altman-z scores; they have no fields`),
      );
  });
});

test('the leaves of the data are its scalars with their dotted paths, in order', () => {
  expect(leavesOf({ a: 1, b: { c: 'x', d: [true, null] } })).toEqual([
    { path: 'a', value: 1 },
    { path: 'b.c', value: 'x' },
    { path: 'b.d.0', value: true },
    { path: 'b.d.1', value: null },
  ]);
  expect(leavesOf(5)).toEqual([{ path: '', value: 5 }]);
  expect(leavesOf({ a: undefined, b: 1 })).toEqual([{ path: 'b', value: 1 }]);
});

test.each([
  ['Altman_Z.score', 'altman-z'],
  ['beneishM.inputs.x1', 'beneish-m'],
  ['piotroski.', 'piotroski'],
  ['piotroski', undefined],
  ['score.piotroski', undefined],
  ['x.altman-z.score', undefined],
])('the model that "%s" begins with is %s', (path, model) => expect(modelIn(path)).toBe(model));
