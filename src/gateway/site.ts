import path from 'node:path';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, existsSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { getMimeType } from 'hono/utils/mime';
import { unzipSync, type Unzipped, zipSync } from 'fflate';
import { StartError } from './errors';
import { execFile } from 'node:child_process';
import { mkdir, rename, rm } from 'node:fs/promises';
import { promisify } from 'node:util';

interface File {
  readonly body: Buffer;
  readonly zipped: Buffer | undefined;
  readonly headers: Readonly<Record<string, string>> & { readonly etag: string };
}

const MARKDOWN = 'text/markdown; charset=utf-8';
const [WITH_ADDRESS, PACKAGE] = [['manifest.xml', 'manifest.json', 'functions.json'], 'md-for-excel.zip'];
const HASHED = /\.[0-9a-f]{8}\.js(?:\.map)?$/;

/** Held in memory. Readable by everybody, because Excel fetches them from another site. */
export class Site {
  readonly #files = new Map<string, File>();

  /** @param publicUrl without a slash at the end */
  constructor(folder: string, publicUrl: string, frameAncestors = ANY_OFFICE) {
    const names = namesIn(folder);
    if (!names.includes('taskpane.html'))
      throw new StartError(`--files: ${folder} does not hold the files of the add-in`);
    for (const name of names) {
      const built = readFileSync(path.join(folder, name));
      const withUrl = WITH_ADDRESS.includes(name) ? withAddress : name === PACKAGE ? repacked : undefined;
      this.#files.set(name, fileOf(name, withUrl?.(built, publicUrl) ?? built, frameAncestors));
    }
  }

  answerFile(pathname: string, headers: Headers): Response | undefined {
    const file = this.#files.get(pathname === '/' ? 'taskpane.html' : pathname.slice(1));
    if (!file) return undefined;
    const isZipped = file.zipped !== undefined && /\bgzip\b/.test(headers.get('accept-encoding') ?? '');
    // The same content with another encoding is another representation.
    const etag = isZipped ? file.headers.etag.replace(/"$/, '-gz"') : file.headers.etag;
    const own = { ...file.headers, etag, ...(isZipped && { 'content-encoding': 'gzip' }) };
    if (isKnown(etag, headers.get('if-none-match'))) return new Response(null, { status: 304, headers: own });
    return new Response(new Uint8Array(isZipped ? file.zipped : file.body), { headers: own });
  }
}

const withAddress = (text: Uint8Array, publicUrl: string): Buffer =>
  Buffer.from(
    Buffer.from(text)
      .toString()
      .replaceAll(PLACEHOLDER, publicUrl)
      .replaceAll(new URL(PLACEHOLDER).host, new URL(publicUrl).host),
  );

function repacked(zip: Uint8Array, publicUrl: string): Buffer {
  const entries = unzipSync(zip);
  const named = Object.entries(entries).map(([name, bytes]) => [
    name,
    WITH_ADDRESS.includes(name) ? withAddress(bytes, publicUrl) : bytes,
  ]);
  return Buffer.from(zipSync(Object.fromEntries(named) as Unzipped, { mtime: new Date(1980, 0, 1) }));
}

/** A proxy may have marked the tag as weak. */
const isKnown = (etag: string, kept: string | null): boolean =>
  (kept ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === etag);

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(path.join(folder, name)).isFile())
      .map((name) => name.replaceAll(path.sep, '/'));
  } catch {
    throw new StartError(`--files: ${folder} cannot be read`);
  }
}

/** No list of all pages with Excel in a frame exists, and a missing page would leave its users without the add-in. */
export const ANY_OFFICE = "'self' https:";

/** With what a page's own policy does not say. Microsoft's office.js shows pages of its own in frames. */
function pagePolicy(page: string, frameAncestors: string): string {
  const directives = new Map([
    ['default-src', "'self'"],
    ['style-src', "'self' 'unsafe-inline'"],
    ['img-src', "'self' data:"],
    ['frame-src', "'self' https:"],
    ['object-src', "'none'"],
    ['base-uri', "'none'"],
    ['form-action', "'none'"],
    ['frame-ancestors', frameAncestors],
  ]);
  const [, own = ''] = /http-equiv="?Content-Security-Policy"? content="([^"]*)"/.exec(page) ?? [];
  for (const directive of own.split(';').filter((text) => text.trim() !== '')) {
    const [name = '', ...sources] = directive.trim().split(' ');
    directives.set(name, sources.join(' '));
  }
  return [...directives].map(([name, sources]) => `${name} ${sources}`).join('; ');
}

function fileOf(name: string, body: Buffer, frameAncestors: string): File {
  const type = name.endsWith('.md') ? MARKDOWN : (getMimeType(name) ?? 'application/octet-stream');
  return {
    body,
    zipped: type.startsWith('image') || name === PACKAGE ? undefined : gzipSync(body),
    headers: {
      'content-type': type,
      'cache-control': cachingOf(name),
      etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
      'x-content-type-options': 'nosniff',
      ...(type.startsWith('text/html') && {
        'content-security-policy': pagePolicy(body.toString(), frameAncestors),
        'referrer-policy': 'no-referrer',
      }),
      ...(type.startsWith('image') ? {} : { vary: 'accept-encoding' }),
      ...(name === 'functions.json' ? { 'access-control-allow-origin': '*' } : {}),
    },
  };
}

function cachingOf(name: string): string {
  if (HASHED.test(name)) return 'public, max-age=31536000, immutable';
  return name.endsWith('.png') ? 'public, max-age=86400' : 'no-cache';
}

const PLACEHOLDER = 'https://gateway.invalid';

const ROOT = path.resolve(__dirname, '../..');
const FOLDER = path.join(ROOT, '.cache/gateway/add-in');
const MANIFEST = path.join(FOLDER, 'manifest.xml');
const WEBPACK = path.join(ROOT, 'node_modules/webpack/bin/webpack.js');

const SOURCES = [
  'package-lock.json',
  'webpack.config.js',
  'tsconfig.json',
  'manifest.xml',
  'assets',
  'docs/first-day.md',
  'docs/excel-checklist.md',
  ...['core', 'api', 'app', 'functions', 'office', 'taskpane', 'sandbox', 'build'].map((room) => `src/${room}`),
];

/** Built first if they are missing or older than their sources. @param say called before the build */
export async function builtFiles(say: (text: string) => void): Promise<string> {
  if (isNew()) return FOLDER;
  if (!existsSync(WEBPACK))
    throw new StartError(
      'The add-in is not built, and what builds it is not installed: name a folder of its files with --files, or run ' +
        '"npm ci" without --omit=dev',
    );
  say(timeOfBuild() === undefined ? 'Building the add-in…' : 'Building the add-in again: its sources have changed…');
  const [unfinished, old] = [`${FOLDER}.${process.pid}`, `${FOLDER}.${process.pid}.old`];
  try {
    await mkdir(path.dirname(FOLDER), { recursive: true });
    await promisify(execFile)(process.execPath, [WEBPACK, '--mode', 'production', '--output-path', unfinished], {
      cwd: ROOT,
      env: { ...buildEnvironment(process.env), NODE_ENV: 'production', ADDIN_URL: PLACEHOLDER },
    });
    // Another node that was started at the same time may have been quicker, and reads its files now.
    if (!isNew()) {
      await rename(FOLDER, old).catch(() => undefined);
      await rename(unfinished, FOLDER);
    }
  } catch (error) {
    const { stdout = '', message } = error as Error & { stdout?: string };
    throw new StartError(
      `The add-in did not build: ${(stdout || message).trim().split('\n')[0]!}; "npm run build" shows why`,
    );
  } finally {
    for (const folder of [unfinished, old]) await rm(folder, { recursive: true, force: true });
  }
  return FOLDER;
}

const timeOfBuild = (): number | undefined => (existsSync(MANIFEST) ? statSync(MANIFEST).mtimeMs : undefined);

const newest = (names: readonly string[]): number =>
  Math.max(
    0,
    ...names.map((name) => {
      const stats = statSync(name);
      return stats.isDirectory() ? newest(readdirSync(name).map((child) => path.join(name, child))) : stats.mtimeMs;
    }),
  );

const isNew = (): boolean => (timeOfBuild() ?? -Infinity) >= newest(SOURCES.map((name) => path.join(ROOT, name)));

/** @internal No option of the gateway, among which are the key of the service and the store's password. */
export const buildEnvironment = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !name.toUpperCase().startsWith('MD_')));
