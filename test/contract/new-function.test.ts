import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { newFunction } from '../../src/build/new-function';

const NAMES = ['src', 'test/support', 'test/unit/functions', 'test/docs', 'test/contract/catalog.test.ts'];
const FILES = ['CHANGELOG.md', 'package.json', 'tsconfig.json', 'jest.config.js'];
const COPY = mkdtempSync(path.join(tmpdir(), 'md-new-'));
const inCopy = (name: string): string => path.join(COPY, name);

/** Its exit code and all that it said. */
function run(program: string, ...args: readonly string[]): { code: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.resolve('node_modules', program), ...args], {
    cwd: COPY,
    encoding: 'utf8',
  });
  return { code: status, said: stdout + stderr };
}

const runTest = (name: string): ReturnType<typeof run> =>
  run('jest/bin/jest.js', '--runInBand', '--reporters=default', '--globalSetup=', name);

afterAll(() => {
  rmSync(COPY, { recursive: true });
});

describe('a new function', () => {
  test('compiles, lacks its sentences, and passes its unit test once they are there', () => {
    for (const name of [...NAMES, ...FILES]) cpSync(name, inCopy(name), { recursive: true });
    symlinkSync(path.resolve('node_modules'), inCopy('node_modules'), 'junction');
    writeFileSync(inCopy('list.ts'), LIST);
    writeFileSync(inCopy('types.json'), JSON.stringify({ extends: './tsconfig.json', ...TYPES }));

    execFileSync(process.execPath, ['--import', 'tsx', inCopy('src/build/new-function.ts'), ...WORDS], { cwd: COPY });
    expect(run('tsx/dist/cli.mjs', 'list.ts')).toEqual({ code: 0, said: '' });
    expect(run('typescript7/bin/tsc', '-p', 'types.json')).toEqual({ code: 0, said: '' });
    const lacking = runTest('test/contract/catalog');
    expect(lacking.code).toBe(1);
    for (const gap of ['the shape, order and units', 'what it gives to users', 'what it is good for'])
      expect(lacking.said).toContain(gap);

    for (const name of ['src/functions/tryout.help.ts', 'src/build/skill.ts', 'CHANGELOG.md'])
      writeFileSync(
        inCopy(name),
        readFileSync(inCopy(name), 'utf8').replaceAll(/SAY: (.)/g, (_, first: string) => first.toUpperCase()),
      );
    expect(runTest('test/contract/catalog')).toMatchObject({ code: 0 });
    expect(runTest('test/unit/functions/tryout')).toMatchObject({ code: 0 });
  });

  test.each<[string, string, string]>([
    ['movers', 'news', 'Write the name in capital letters, such as MOVERS: movers'],
    ['NEWS', 'news', 'There is an MD.NEWS already'],
    ['TRYOUT', 'ticks', 'Write --like news: ticks has too much of its own, so copy it by hand'],
    [
      'SCORES',
      'news',
      'GET /stocks/{symbol}/scores needs arguments, which a list has not: copy src/functions/filings.ts',
    ],
    ['TYPES2', 'get', 'Write --like news: get has too much of its own, so copy it by hand'],
  ])('is refused as %s like %s: %s', (id, model, message) => {
    expect(() => newFunction(id, model, String)).toThrow(message);
  });

  test('asks the operation of its name, if there is one', () => {
    const files = newFunction('EXCHANGES', 'news', (name) => readFileSync(name, 'utf8'));
    expect(files['src/functions/exchanges.ts']).toContain("sources: ['GET /crypto/exchanges']");
  });
});

/** A name that no function will have, or it could not be written once more. */
const WORDS = ['function', 'TRYOUT', '--like', 'news'];
const TYPES = {
  compilerOptions: { incremental: false, tsBuildInfoFile: null },
  include: [],
  files: ['src/functions/tryout.ts', 'src/functions/tryout.help.ts', 'test/unit/functions/tryout.test.ts'],
};
/** What `npm run docs` writes of the code. */
const LIST = `import { writeFileSync } from 'node:fs';
import { CATALOG } from './src/functions/catalog';
import { functionLists } from './test/docs/function-lists';
void functionLists(CATALOG).then((files) => Object.entries(files).forEach(([name, text]) => writeFileSync(name, text)));
`;
