import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CATALOG } from '../../src/functions/catalog';
import { syntax } from '../../src/functions/help/help-page';
import { FAULT_KINDS } from '../../src/sandbox/faults/fault';

const ROOT = join(__dirname, '../..');
const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8');
const README = read('README.md');
const SCRIPTS = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts;

describe('the README', () => {
  test('lists exactly the functions of the catalog, as they are typed', () => {
    const rows = [...README.matchAll(/^\| `(=MD\.[^`]+)` \|/gm)].map((match) => match[1]);
    expect(rows).toEqual(CATALOG.map(syntax));
  });

  test('mentions only existing commands', () => {
    const commands = [...README.matchAll(/npm (?:run )?([a-z:-]+)/g)]
      .map((match) => match[1]!)
      .filter((name) => name !== 'ci');
    expect(commands.filter((name) => !(name in SCRIPTS))).toEqual([]);
  });

  test('describes every room of src', () => {
    const rooms = [...README.matchAll(/^\| `(\w+)\/` \|/gm)].map((match) => match[1]);
    expect(rooms.sort()).toEqual(readdirSync(join(ROOT, 'src')).sort());
  });

  test('has only working links and pictures', () => {
    const targets = [...README.matchAll(/\]\(([^)#]+)\)/g)]
      .map((match) => match[1]!)
      .filter((target) => !target.startsWith('http'));
    expect(targets.filter((target) => !existsSync(join(ROOT, target)))).toEqual([]);
  });
});

test('every fault of the simulated service is explained, and can be turned on', () => {
  const explained = [...read('docs/sandbox.md').matchAll(/^\| (`[a-z-]+[^|]*) \|/gm)].flatMap((match) =>
    [...match[1]!.matchAll(/`([a-z-]+)/g)].map((name) => name[1]!),
  );
  expect(explained.filter((name) => !name.startsWith('--')).sort()).toEqual([...FAULT_KINDS].sort());
});
