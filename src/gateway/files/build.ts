import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { StartError } from '../start-error';
import { PLACEHOLDER } from './placeholder';

const ROOT = path.resolve(__dirname, '../../..');
const FOLDER = path.join(ROOT, '.cache/gateway/add-in');
const WEBPACK = path.join(ROOT, 'node_modules/webpack/bin/webpack.js');

/** The sources of the add-in. */
const SOURCES = [
  'package-lock.json',
  'webpack.config.js',
  'tsconfig.json',
  'manifest.xml',
  'assets',
  ...['core', 'api', 'app', 'functions', 'office', 'taskpane'].map((room) => `src/${room}`),
];

/**
 * The folder of the add-in's files for the gateway, built first if it is missing or older than its sources.
 *
 * @param say called before a build begins
 */
export async function builtFiles(say: (text: string) => void): Promise<string> {
  const builtAt = existsSync(FOLDER) ? (await stat(path.join(FOLDER, 'manifest.xml'))).mtimeMs : undefined;
  if (builtAt !== undefined && builtAt >= (await newest(SOURCES.map((name) => path.join(ROOT, name))))) return FOLDER;
  if (!existsSync(WEBPACK))
    throw new StartError(
      'The add-in is not built, and what builds it is not installed: name a folder of its files with --files, or run ' +
        '"npm ci" without --omit=dev',
    );
  say(builtAt === undefined ? 'Building the add-in…' : 'Building the add-in again: its sources have changed…');
  const unfinished = `${FOLDER}.${process.pid}`;
  try {
    await mkdir(path.dirname(FOLDER), { recursive: true });
    await promisify(execFile)(process.execPath, [WEBPACK, '--mode', 'production', '--output-path', unfinished], {
      cwd: ROOT,
      env: { ...buildEnvironment(process.env), NODE_ENV: 'production', ADDIN_URL: PLACEHOLDER },
    });
    await rm(FOLDER, { recursive: true, force: true });
    await rename(unfinished, FOLDER);
  } catch (error) {
    const { stdout = '', message } = error as Error & { stdout?: string };
    throw new StartError(
      `The add-in did not build: ${(stdout || message).trim().split('\n')[0]!}; "npm run build" shows why`,
    );
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return FOLDER;
}

/**
 * What the build may see: no option of the gateway, among which are the key of the service and the store's password.
 *
 * @internal
 */
export const buildEnvironment = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !name.toUpperCase().startsWith('MD_')));

async function newest(names: readonly string[]): Promise<number> {
  let latest = 0;
  for (const name of names) {
    const stats = await stat(name);
    const inside = stats.isDirectory() ? await newest((await readdir(name)).map((child) => path.join(name, child))) : 0;
    latest = Math.max(latest, stats.isDirectory() ? inside : stats.mtimeMs);
  }
  return latest;
}
