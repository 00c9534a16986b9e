import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const SRC = resolve(__dirname, '../../src');

/** What each room may import of the others. A path instead of a room means that file alone. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  core: [],
  api: ['core'],
  app: ['api', 'core'],
  functions: ['app', 'api', 'core'],
  office: ['taskpane', 'functions', 'app', 'api', 'core'],
  taskpane: ['functions', 'app', 'api', 'core'],
  sandbox: ['core', 'api/operations', 'api/operation', 'api/records'],
  workbench: ['sandbox', 'taskpane', 'functions', 'app', 'api', 'core'],
};

interface Source {
  readonly name: string;
  readonly room: string;
  readonly text: string;
}

const SOURCES: readonly Source[] = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({ name, room: name.split('/')[0]!, text: readFileSync(join(SRC, name), 'utf8') }));

const importsOf = ({ text }: Source): string[] => [...text.matchAll(/(?:from|import\((?:\/\*[^*]*\*\/)?)\s*'([^']+)'/g)].map((match) => match[1]!);

/** "../api/client" in functions/quote.ts → "api/client"; undefined for packages. */
const ownImport = ({ name }: Source, specifier: string): string | undefined =>
  (specifier.startsWith('.') ? relative(SRC, resolve(SRC, dirname(name), specifier)) : undefined);

describe('the rooms of src', () => {
  test('are the ones of the map', () => {
    expect([...new Set(SOURCES.map(({ room }) => room))].sort()).toEqual(Object.keys(MAY_IMPORT).sort());
  });

  test.each(Object.keys(MAY_IMPORT))('%s imports only the rooms below it', (room) => {
    const allowed = [room, ...MAY_IMPORT[room]!];
    const wrong = SOURCES.filter((source) => source.room === room).flatMap((source) =>
      importsOf(source)
        .map((specifier) => ownImport(source, specifier))
        .filter((target) => target !== undefined && !allowed.some((place) => target === place || target.startsWith(`${place}/`)))
        .map((target) => `${source.name} imports ${String(target)}`));
    expect(wrong).toEqual([]);
  });

  test('core imports no package either', () => {
    const packages = SOURCES.filter(({ room }) => room === 'core').flatMap((source) => importsOf(source).filter((one) => !one.startsWith('.')));
    expect(packages).toEqual([]);
  });

  test('only office names Office', () => {
    const code = /(?<![\w'"`.-])(?:Office|OfficeRuntime|CustomFunctions|Excel)\s*[.(?]/;
    const wrong = SOURCES.filter(({ room }) => room !== 'office').filter(({ text }) => code.test(withoutComments(text)));
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  test('only the workbench knows its engine', () => {
    const wrong = SOURCES.filter((source) => source.room !== 'workbench' && importsOf(source).some((one) => one.startsWith('@univerjs')));
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  test('nothing is exported by default', () => {
    expect(SOURCES.filter(({ text }) => /^export default/m.test(text)).map(({ name }) => name)).toEqual([]);
  });

  test('no file has grown past 250 lines', () => {
    expect(SOURCES.filter(({ text }) => text.split('\n').length > 251).map(({ name }) => name)).toEqual([]);
  });
});

/** Comments and texts may speak of Excel; code may not. */
const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '').replace(/'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g, "''");
