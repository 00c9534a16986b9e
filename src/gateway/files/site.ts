import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { StartError } from '../start-error';
import { PLACEHOLDER } from './placeholder';

interface File {
  readonly body: Buffer;
  readonly zipped: Buffer | undefined;
  readonly headers: Readonly<Record<string, string>> & { readonly etag: string };
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
};

const WITH_ADDRESS = ['manifest.xml', 'functions.json'];
/** Their names change with their contents. */
const HASHED = /\.[0-9a-f]{8}\.js(?:\.map)?$/;

/**
 * The add-in's files, held in memory, for a public address. Readable by everybody, because Excel fetches them from
 * another site.
 */
export class Site {
  readonly #files = new Map<string, File>();

  /** @param publicUrl without a slash at the end */
  constructor(folder: string, publicUrl: string, placeholder = PLACEHOLDER) {
    const names = namesIn(folder);
    if (!names.includes('taskpane.html'))
      throw new StartError(`--files: ${folder} does not hold the files of the add-in`);
    for (const name of names) {
      const body = readFileSync(path.join(folder, name));
      this.#files.set(
        name,
        fileOf(
          name,
          WITH_ADDRESS.includes(name) ? Buffer.from(body.toString().replaceAll(placeholder, publicUrl)) : body,
        ),
      );
    }
  }

  /** The file at a path such as "/taskpane.html"; undefined if there is none. */
  answer(pathname: string, headers: Headers): Response | undefined {
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

function fileOf(name: string, body: Buffer): File {
  const type = TYPES[path.extname(name)] ?? 'application/octet-stream';
  return {
    body,
    zipped: type.startsWith('image') ? undefined : gzipSync(body),
    headers: {
      'content-type': type,
      'cache-control': cachingOf(name),
      etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
      'x-content-type-options': 'nosniff',
      ...(type.startsWith('image') ? {} : { vary: 'accept-encoding' }),
      ...(name === 'functions.json' ? { 'access-control-allow-origin': '*' } : {}),
    },
  };
}

function cachingOf(name: string): string {
  if (HASHED.test(name)) return 'public, max-age=31536000, immutable';
  return name.endsWith('.png') ? 'public, max-age=86400' : 'no-cache';
}
