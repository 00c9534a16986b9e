import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const TESTS = path.join(__dirname, '..');
const load: (name: string) => unknown = createRequire(__filename);
const suites = load('../suites') as Record<string, readonly string[]>;
const onlyListed = load('../support/only-listed.cjs') as {
  (files: readonly string[]): { readonly filtered: readonly string[] };
  readonly everySuite: () => readonly string[];
  readonly listsOf: (name: string, lists?: typeof suites) => readonly string[];
};
const { everySuite, listsOf } = onlyListed;

const SUITES = everySuite();

describe('test/suites.js', () => {
  test('has each suite in one list', () => {
    const wrong = SUITES.map((name) => [name, listsOf(name)] as const)
      .filter(([, lists]) => lists.length !== 1)
      .map(([name, lists]) =>
        lists.length === 0
          ? `test/${name}.test.ts never runs: add the line '${name}' to a list of test/suites.js`
          : `test/${name}.test.ts is in ${lists.join(' and ')}: leave one line in test/suites.js`,
      );
    expect(wrong).toEqual([]);
  });

  test('has no line for a suite that does not exist', () => {
    const lines = Object.values(suites).flat();
    const hasSuite = (line: string): boolean =>
      SUITES.some((name) => name === line || (line.endsWith('/') && name.startsWith(line)));
    expect(lines.filter((line) => !hasSuite(line))).toEqual([]);
  });
});

describe('a list of suites', () => {
  const LISTS = { quick: ['unit/', 'browser/pane'], longer: ['unit/slow', 'unit/twice'], night: ['unit/twice'] };

  test("gets from a folder's line all suites without a line of their own", () => {
    expect(['unit/core/cell', 'unit/slow', 'browser/pane'].map((name) => listsOf(name, LISTS))).toEqual([
      ['quick'],
      ['longer'],
      ['quick'],
    ]);
  });

  test('has no suites of a folder that is not named, and reports a suite that is listed twice', () => {
    expect(listsOf('browser/pane-look', LISTS)).toEqual([]);
    expect(listsOf('unit/twice', LISTS)).toEqual(['longer', 'night']);
  });
});

test('Jest follows no promises of a test, which would slow down each of them', () =>
  expect(Object.getOwnPropertySymbols(Promise.resolve())).toEqual([]));

describe('a run of the tests', () => {
  const before = process.env.MD_SUITES;
  const fileOf = (name: string): string => path.join(TESTS, `${name}.test.ts`);
  /** What a command of package.json takes of these suites; its configuration says which lists. */
  function takenBy(command: string, names: readonly string[]): readonly string[] {
    const { scripts } = JSON.parse(readFileSync(path.join(TESTS, '../package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const [, config = 'jest.config.js'] = /--config (\S+)/.exec(scripts[command]!) ?? [];
    jest.isolateModules(() => load(path.join(TESTS, '..', config)));
    return onlyListed(names.map(fileOf)).filtered;
  }
  const filesOf = (list: string): string[] => SUITES.filter((name) => listsOf(name)[0] === list).map(fileOf);

  afterEach(() => {
    process.env.MD_SUITES = before;
    delete process.env.MD_TESTS;
  });

  test('by npm test and by npm run test:rest together has every suite of npm run test:all, and none twice', () => {
    expect(takenBy('test', SUITES)).toEqual(filesOf('quick'));
    expect(takenBy('test:rest', SUITES)).toEqual(filesOf('longer'));
    expect(takenBy('test:all', SUITES)).toHaveLength(filesOf('quick').length + filesOf('longer').length);
  });

  test('takes every suite by npm run test:night', () =>
    expect(takenBy('test:night', SUITES)).toEqual(SUITES.map(fileOf)));

  test('by path takes suites from any list except the nightly one, and new suites without a line', () => {
    const [longer, night, unknown] = [suites.longer![0]!, suites.night![0]!, 'browser/pane-without-a-line'];
    expect(takenBy('test', [longer, night, unknown])).toEqual([longer, unknown].map(fileOf));
    expect(takenBy('test:night', [night])).toEqual([fileOf(night)]);
  });

  test('is by .ci/run first that of a newcomer, then the rest', () => {
    const steps = readFileSync(path.join(TESTS, '../.ci/run'), 'utf8').match(/npm (?:ci|test|run [\w:]+)/g);
    expect(steps).toEqual(['npm ci', 'npm test', 'npm run test:rest', 'npm run lint', 'npm run build']);
  });
});
