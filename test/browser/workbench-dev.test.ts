import { type ChildProcess, spawn } from 'node:child_process';
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.join(__dirname, '../..');
const PARTS = ['src', 'assets', 'manifest.xml', 'package.json', 'tsconfig.json', 'docs', 'README.md', 'CHANGELOG.md'];

let copy: string;
let dev: ChildProcess;
let url: string;

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

let lastTold = '';

/** What an open page is told, one after the other, however often the server starts again. */
async function* states(): AsyncGenerator<string> {
  for (let last = ''; ;) {
    const text = await fetch(`${url}changes`).then(
      (response) => response.body!.pipeThrough(new TextDecoderStream()).getReader(),
      () => undefined,
    );
    for (;;) {
      const part = await text?.read().catch(() => undefined);
      if (part === undefined || part.done) break;
      const state = /data: (.*)/.exec(part.value)?.[1];
      if (state !== undefined && state !== last) yield (lastTold = last = state);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
const told = states();

/** The product's files are changed in a copy: other tests look at the true ones. */
beforeAll(async () => {
  copy = await mkdtemp(path.join(tmpdir(), 'md-dev-'));
  for (const part of PARTS) await cp(path.join(ROOT, part), path.join(copy, part), { recursive: true });
  await mkdir(path.join(copy, 'node_modules'));
  for (const name of await readdir(path.join(ROOT, 'node_modules')))
    if (name !== '.cache') await symlink(path.join(ROOT, 'node_modules', name), path.join(copy, 'node_modules', name));
  const [port, sandboxPort] = [await freePort(), await freePort()];
  url = `http://localhost:${port}/`;
  dev = spawn(process.execPath, [path.join(copy, 'node_modules/tsx/dist/cli.mjs'), 'src/workbench/dev.ts'], {
    cwd: copy,
    env: { ...process.env, NODE_ENV: 'development', PORT: String(port), SANDBOX_PORT: String(sandboxPort) },
    stdio: 'ignore',
  });
  while (!(await served('workbench.js').catch(() => '')).includes('__webpack_require__')) await told.next();
});

afterAll(async () => {
  dev.kill();
  await new Promise((resolve) => dev.once('exit', resolve));
  await rm(copy, { recursive: true, force: true });
});

const served = async (file: string): Promise<string> => (await fetch(url + file)).text();

/** Waits until an open page, which hears of each change, would find what satisfies. */
async function reloadsUntil(satisfies: () => Promise<boolean>): Promise<void> {
  do await told.next();
  while (!(await satisfies().catch(() => false)));
}

describe('npm run dev tells open pages to reload as soon as', () => {
  test.each([
    ['the pane', 'src/taskpane/pane.tsx'],
    ['the page', 'src/workbench/page/page.ts'],
    ['a function', 'src/functions/quote.ts'],
  ])('%s is changed', async (_, file) => {
    await appendFile(path.join(copy, file), `\n(globalThis as { changed?: string }).changed = 'changed ${file}';\n`);
    await reloadsUntil(async () => (await served('workbench.js')).includes(`changed ${file}`));
  });

  test('a text of the pane is changed', async () => {
    const file = path.join(copy, 'src/taskpane/texts/late/en.json');
    await writeFile(file, (await readFile(file, 'utf8')).replace('{', '{ "changed": "a changed text",'));
    await reloadsUntil(async () => (await served('workbench.js')).includes('a changed text'));
  });

  test('the sandbox is changed, which starts again', async () => {
    const before = lastTold;
    await appendFile(path.join(copy, 'src/sandbox/app.ts'), '\n// Changed.\n');
    await reloadsUntil(() => Promise.resolve(lastTold.split(' ')[0] !== before.split(' ')[0]));
  });
});
