import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Bundle } from './bundles';
import { findBrowser } from './find-browser';
import { withImports } from './test-files';

const chosen = createRequire(__filename)('./chosen-suites.cjs') as { readonly files: readonly string[] };

const ROOT = path.join(__dirname, '../..');
const CACHE = path.join(ROOT, '.cache');
const OUTDATED_AFTER_MS = 60 * 60 * 1000;

/**
 * Makes what the chosen suites take ready-made (bundles.ts), and nothing else: a suite needs what it or a file that it
 * imports looks for in the environment. What is set there already is taken as it is; what was made of the same sources
 * is not made again. A failed build is shown here and fails only the tests that need it.
 */
export default async function globalSetup(): Promise<void> {
  // What tests, browsers and gateways write goes with the run: see global-teardown.ts.
  process.env.MD_TMPDIR_BEFORE = tmpdir();
  process.env.MD_TMPDIR_OWNER = String(process.pid);
  process.env.TMPDIR = await mkdtemp(path.join(tmpdir(), 'md-tests-'));
  // The workers of nginx are another user: they pass through it to what is theirs, and cannot list it.
  await chmod(process.env.TMPDIR, 0o711);
  const files = withImports(chosen.files);
  // Where none is installed one is fetched here, once, before the workers look for it side by side.
  if (files.has(path.join(__dirname, 'browser.ts'))) await findBrowser();
  const needed = new Set(
    [...files].flatMap((file) => readFileSync(file, 'utf8').match(/(?<=env\.)MD_\w+(?= \?\?)/g) ?? []),
  );
  if (needed.size > 0) await makeBundles(needed);
}

/** @param variables those of the environment that name their folders */
async function makeBundles(variables: ReadonlySet<string>): Promise<void> {
  const { BUNDLES } = await import('./bundles');
  await removeOutdated([...BUNDLES.values()]);
  const making: Promise<void>[] = [];
  for (const [variable, bundle] of BUNDLES) {
    if (!variables.has(variable) || process.env[variable] !== undefined) continue;
    const made = once(bundle).then((folder) => {
      process.env[variable] = folder;
    });
    making.push(made);
    // The add-in is made in a process of its own, beside which the others are made one by one.
    if (variable !== 'MD_ADD_IN') await made;
  }
  await Promise.all(making);
}

async function fingerprint(sources: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const source of sources) await addTo(hash, path.join(ROOT, source));
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
async function once({ name, sources, build }: Bundle): Promise<string> {
  const folder = path.join(CACHE, `${name}-${await fingerprint(sources)}`);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.${process.pid}`;
  try {
    await build(unfinished);
    await rename(unfinished, folder);
  } catch (error) {
    if (existsSync(folder)) return folder;
    const { stdout = '', message } = error as Error & { stdout?: string };
    console.error(`${name} did not build:\n${stdout}${message}`);
    // What looks for a file in it then says why there is none.
    return path.join(CACHE, `${name} did not build, for the reason at the start of this run`);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return folder;
}

async function removeOutdated(bundles: readonly Bundle[]): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  for (const name of await readdir(CACHE)) {
    const folder = path.join(CACHE, name);
    if (!bundles.some((bundle) => name.startsWith(`${bundle.name}-`))) continue;
    const { mtimeMs } = await stat(folder);
    if (Date.now() - mtimeMs > OUTDATED_AFTER_MS) await rm(folder, { recursive: true, force: true });
  }
}
