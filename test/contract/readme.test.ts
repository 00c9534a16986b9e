import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { FAULT_KINDS } from '../../src/sandbox/faults/fault';

const ROOT = join(__dirname, '../..');
const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8');
const inFolder = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder))
    .map((name) => `${folder}/${name}`)
    .sort();
const isText = (path: string): boolean => path.endsWith('.md');
const README = read('README.md');
const SCRIPTS = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts;

describe('the README', () => {
  test('mentions only existing commands', () => {
    const commands = [...README.matchAll(/npm (?:run )?([a-z:-]+)/g)]
      .map((match) => match[1]!)
      .filter((name) => name !== 'ci');
    expect(commands.filter((name) => !(name in SCRIPTS))).toEqual([]);
  });
});

describe('the documents', () => {
  const documents = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', ...inFolder('docs').filter(isText)];

  test('describe every module of src', () => {
    const rooms = [...read('docs/architecture.md').matchAll(/^\| `(\w+)\/` \|/gm)].map((match) => match[1]);
    expect(rooms.sort()).toEqual(inFolder('src').map((path) => path.replace('src/', '')));
  });

  test('have only working links and pictures', () => {
    const broken = documents.flatMap((document) =>
      [...read(document).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
        .map((match) => match[1]!)
        .filter((target) => !target.startsWith('http') && !existsSync(join(ROOT, dirname(document), target)))
        .map((target) => `${document}: ${target}`),
    );
    expect(broken).toEqual([]);
  });

  test('name only files that exist', () => {
    const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).map(
      (path) => `/src/${path.replaceAll('\\', '/')}`,
    );
    const missing = ['README.md', 'docs/architecture.md', 'docs/decisions.md'].flatMap((document) =>
      [...read(document).matchAll(/`((?:[a-z-]+\/)*[a-z-]+\.tsx?)`/g)]
        .map((match) => match[1]!)
        .filter((path) => !files.some((file) => file.endsWith(`/${path}`)) && !existsSync(join(ROOT, path)))
        .map((path) => `${document} names ${path}: say where it is now`),
    );
    expect(missing).toEqual([]);
  });

  test('have each command in a line of its own, so that it can be copied', () => {
    const joined = documents.flatMap((document) =>
      [...read(document).matchAll(/^```\w*\n(.*?)^```$/gms)].flatMap(([, block]) =>
        block!.split('\n').filter((line) => /(?<!^|&& |^[A-Z_]+=\S+ )\bnpm (?:ci|run|start|test)\b/.test(line)),
      ),
    );
    expect(joined).toEqual([]);
  });

  test('have at most 15,000 words together, as wc -w counts them, without what grows with each function', () => {
    const written = documents.map((document) => read(document).replace(/^\| `=MD\..*$/gm, ''));
    const count = written.reduce((sum, text) => sum + text.split(/\s+/).filter(Boolean).length, 0);
    expect(count).toBeLessThanOrEqual(15_000);
  });
});

test('every fault of the simulated service is explained, and can be turned on', () => {
  const explained = [...read('docs/sandbox.md').matchAll(/^\| (`[a-z-]+[^|]*) \|/gm)].flatMap((match) =>
    [...match[1]!.matchAll(/`([a-z-]+)/g)].map((name) => name[1]!),
  );
  expect(explained.filter((name) => !name.startsWith('--')).sort()).toEqual([...FAULT_KINDS].sort());
});
