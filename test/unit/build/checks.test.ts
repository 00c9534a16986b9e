import { testsOf } from '../../../src/build/checks';

const TESTS: Readonly<Record<string, string>> = {
  'test/unit/core/cell.test.ts': "import { Cell } from '../../../src/core/cell';",
  'test/unit/core/late.test.ts':
    "const late = () => import('../../../src/core/cell');\nimport '../../../src/core/texts';",
  'test/unit/core/other.test.ts': "import { other } from '../../../src/core/cells';",
  'test/contract/names.test.ts': "import names from '../../src/core/texts/en.json';",
  'test/browser/cell.test.ts': "import { Cell } from '../../src/core/cell';",
  'test/support/cell.ts': "import { Cell } from '../../src/core/cell';",
  'test/contract/build.test.ts': "import { Cell } from '../../src/core/cell'; const built = process.env.MD_ADD_IN;",
};
const testsOfChange = (...changed: string[]): readonly string[] =>
  testsOf(changed, Object.keys(TESTS), (file) => TESTS[file]!);

describe('the quick check runs the tests', () => {
  test('that import a changed file', () =>
    expect(testsOfChange('src/core/cell.ts')).toEqual(['test/unit/core/cell.test.ts']));

  test('that import a text or a folder that has changed', () => {
    expect(testsOfChange('src/core/texts/en.json')).toEqual(['test/contract/names.test.ts']);
    expect(testsOfChange('src/core/texts/index.ts')).toEqual(['test/unit/core/late.test.ts']);
  });

  test('that have changed themselves', () =>
    expect(testsOfChange('test/unit/core/other.test.ts')).toEqual(['test/unit/core/other.test.ts']));

  test('and none if no test imports the change, or only one that needs a browser or the built add-in', () =>
    expect(testsOfChange('docs/testing.md', 'test/browser/cell.test.ts', 'test/contract/build.test.ts')).toEqual([]));
});
