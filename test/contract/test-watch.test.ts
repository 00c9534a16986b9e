import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Enough to be watched, in a repository of its own: other tests look at the true files. */
const PARTS = [
  'src/core',
  'test/unit/core',
  'test/support',
  'test/suites.js',
  'test/unit.config.js',
  'jest.config.js',
  'package.json',
];
const COPY = mkdtempSync(path.join(tmpdir(), 'md-watch-'));

let watching: ChildProcess;
let said = '';
const heard = new EventEmitter();

const git = (...args: readonly string[]): void => {
  execFileSync('git', ['-c', 'user.name=MD', '-c', 'user.email=md@example.com', ...args], { cwd: COPY });
};

/** All that is said until something like this is, after what was asked for last. */
async function saidUntil(last: RegExp): Promise<string> {
  while (!last.test(said)) await once(heard, 'more');
  const all = said;
  said = '';
  return all;
}

const change = (file: string, text: string): void => {
  appendFileSync(path.join(COPY, file), text);
};

beforeAll(() => {
  for (const part of PARTS) cpSync(part, path.join(COPY, part), { recursive: true });
  symlinkSync(path.resolve('node_modules'), path.join(COPY, 'node_modules'), 'junction');
  git('init', '--quiet');
  git('add', 'src', 'test');
  git('commit', '--quiet', '--message', 'As it is');
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as Scripts;
  const [program, ...args] = scripts['test:watch']!.split(' ');
  watching = spawn(process.execPath, [path.resolve('node_modules/jest/bin', `${program!}.js`), ...args], { cwd: COPY });
  for (const stream of [watching.stdout!, watching.stderr!])
    stream.on('data', (part: Buffer) => {
      said += part.toString();
      heard.emit('more');
    });
});

afterAll(async () => {
  watching.kill();
  await once(watching, 'exit');
  rmSync(COPY, { recursive: true, force: true });
});

test('npm run test:watch runs nothing in a clean tree, then what each change touches', async () => {
  expect(await saidUntil(/No tests found/)).not.toMatch(/PASS|FAIL/);

  change('src/core/nearest.ts', '\n// Changed.\n');
  const ran = await saidUntil(/Ran all test suites/);
  expect(ran).toContain('PASS test/unit/core/nearest.test.ts');
  expect(ran).not.toMatch(/prices\.test|FAIL/);

  change('test/unit/core/prices.test.ts', "\ntest('what fails', () => { throw new Error('It fails'); });\n");
  expect(await saidUntil(/Ran all test suites/)).toMatch(/FAIL test\/unit\/core\/prices\.test\.ts[^]*It fails/);
});

interface Scripts {
  readonly scripts: Readonly<Record<string, string>>;
}
