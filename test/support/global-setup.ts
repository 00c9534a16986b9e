import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { findBrowser } from './find-browser';
import { bundleInFrame, bundlePane, bundleWorkbench } from './bundles';

const ROOT = path.join(__dirname, '../..');
const CACHE = path.join(ROOT, '.cache');
/** What the built add-in is made of. */
const SOURCES = [
  'package-lock.json',
  'webpack.config.js',
  'tsconfig.json',
  'manifest.xml',
  'assets',
  'docs/excel-checklist.md',
  'src/build',
  'src/core',
  'src/api',
  'src/app',
  'src/functions',
  'src/office',
  'src/taskpane',
  'src/workbench',
  'test/browser/pane-host.ts',
  'test/excel/in-frame.ts',
];
/** The address of the tested build: under a path, because that is where addresses go wrong. */
export const BUILT_FOR = 'https://addin.example.com/md';
const OUTDATED_AFTER_MS = 60 * 60 * 1000;

interface Run {
  readonly testPathPatterns: { readonly patterns: readonly string[] };
}

/**
 * Builds the add-in as it is released, with office.js beside it, before tests that look at it: process.env.MD_ADD_IN is
 * its folder, process.env.MD_PANE that of the pane's own scripts, process.env.MD_WORKBENCH that of the workbench's
 * page, process.env.MD_IN_FRAME that of what tests call in Excel's frame. One that is set already is taken as it is; an unchanged source is not built again. A failed build is shown here
 * and fails only the tests that need it.
 */
async function globalSetup(run: Run): Promise<void> {
  // What tests, browsers and gateways write goes with the run: see global-teardown.ts.
  process.env.MD_TMPDIR_BEFORE = tmpdir();
  process.env.MD_TMPDIR_OWNER = String(process.pid);
  process.env.TMPDIR = await mkdtemp(path.join(tmpdir(), 'md-tests-'));
  // The workers of nginx are another user: they pass through it to what is theirs, and cannot list it.
  await chmod(process.env.TMPDIR, 0o711);
  if (isUnitOnly(run.testPathPatterns.patterns)) return;
  // Where none is installed one is fetched here, once, before the workers look for it side by side.
  await findBrowser();
  await removeOutdated();
  const sources = await fingerprint();
  // Side by side: the build has a process of its own.
  const addIn = process.env.MD_ADD_IN ?? once(`addin-${sources}`, buildAddIn);
  process.env.MD_PANE ??= await once(`pane-${sources}`, bundlePane);
  process.env.MD_WORKBENCH ??= await once(`workbench-${sources}`, bundleWorkbench);
  process.env.MD_IN_FRAME ??= await once(`in-frame-${sources}`, bundleInFrame);
  process.env.MD_ADD_IN = await addIn;
}

const isUnitOnly = (patterns: readonly string[]): boolean =>
  patterns.length > 0 && patterns.every((pattern) => /(^|[/\\])unit([/\\]|$)/.test(pattern));

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  for (const source of SOURCES) await addTo(hash, path.join(ROOT, source));
  return hash.digest('hex').slice(0, 12);
}

async function addTo(hash: ReturnType<typeof createHash>, name: string): Promise<void> {
  if ((await stat(name)).isDirectory()) {
    for (const child of (await readdir(name)).sort()) await addTo(hash, path.join(name, child));
  } else {
    hash.update(path.relative(ROOT, name)).update(await readFile(name));
  }
}

/** Builds into a folder of its own first: two runs side by side must not see each other's halves. */
async function once(name: string, build: (folder: string) => Promise<void>): Promise<string> {
  const folder = path.join(CACHE, name);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.${process.pid}`;
  try {
    await build(unfinished);
    await rename(unfinished, folder);
  } catch (error) {
    if (existsSync(folder)) return folder;
    const { stdout = '', message } = error as Error & { stdout?: string };
    console.error(`${name} did not build:\n${stdout}${message}`);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return folder;
}

async function buildAddIn(folder: string): Promise<void> {
  const webpack = path.join(ROOT, 'node_modules/webpack/bin/webpack.js');
  await promisify(execFile)(process.execPath, [webpack, '--mode', 'production', '--output-path', folder], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production', ADDIN_URL: BUILT_FOR, OFFICE_JS: 'local' },
  });
}

async function removeOutdated(): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  for (const name of await readdir(CACHE)) {
    const folder = path.join(CACHE, name);
    if (!/^(addin|pane|workbench|in-frame)-/.test(name)) continue;
    const { mtimeMs } = await stat(folder);
    if (Date.now() - mtimeMs > OUTDATED_AFTER_MS) await rm(folder, { recursive: true, force: true });
  }
}

export { globalSetup as default };
