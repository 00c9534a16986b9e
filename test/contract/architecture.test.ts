import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { KEY_HEADER } from '../support/published-fields';

const SRC = resolve(__dirname, '../../src');

interface Source {
  readonly name: string;
  readonly room: string;
  readonly text: string;
}

const SOURCES: readonly Source[] = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({ name, room: name.split('/')[0]!, text: readFileSync(join(SRC, name), 'utf8') }));

// What imports what is held by .dependency-cruiser.cjs, which npm run lint runs.
describe('the source code', () => {
  test('mentions Office objects only in the room "office"', () => {
    const code = /(?<![\w'"`.-])(?:Office|OfficeRuntime|CustomFunctions|Excel)\s*[.(?]/;
    const wrong = SOURCES.filter(({ room }) => room !== 'office').filter(({ text }) =>
      code.test(withoutComments(text)),
    );
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  test('gives no name to two types, nor to two exported values', () => {
    const files = new Map<string, Set<string>>();
    for (const { name, text } of SOURCES)
      for (const [, declared] of text.matchAll(DECLARED))
        files.set(declared!, (files.get(declared!) ?? new Set()).add(name));
    const problems = [...files]
      .filter(([, { size }]) => size > 1)
      .map(
        ([name, places]) =>
          `${name} is declared in ${[...places].join(' and ')}: rename one for what it is, or share it`,
      );
    expect(problems).toEqual([]);
  });

  test('spells the header of the key once, and so do the tests', () => {
    const spelling = new RegExp(`['"]${KEY_HEADER}['"]`);
    const spelt = ['src', 'test'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.tsx?$/.test(name))
        .map((name) => `${folder}/${name}`)
        .filter((name) => spelling.test(readFileSync(name, 'utf8'))),
    );
    expect(spelt).toEqual(['src/api/interface/operation.ts', 'test/support/published-fields.ts']);
  });

  test('waits in tests with until for what comes later: a browser driver takes a promise for true', () => {
    const waits = readdirSync('test', { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .filter((name) => /\.waitForFunction\(\s*async\b/.test(readFileSync(join('test', name), 'utf8')));
    expect(waits).toEqual([]);
  });

  test('writes private members as #name, and `private` only for constructors and their kept parameters', () => {
    const member = /^ {2}(?:\w+ )*private (?!constructor\b)/m;
    expect(SOURCES.filter(({ text }) => member.test(text)).map(({ name }) => name)).toEqual([]);
  });

  test('has no default exports', () => {
    expect(SOURCES.filter(({ text }) => /^export default/m.test(text)).map(({ name }) => name)).toEqual([]);
  });
});

/** Types, and functions and constants that are exported, as the formatter writes them. */
const DECLARED =
  /^(?:(?:export )?(?:abstract )?(?:class|enum|interface|type)|export (?:async )?(?:const|function\*?)) (\w+)/gm;

/** Comments and texts may speak of Excel; code may not. */
const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '').replace(/'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g, "''");
