import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize, sep } from 'node:path';
import type { Certificate } from './certificate';

export interface WebServer {
  readonly url: string;
  close(): Promise<void>;
}

/** What a page may ask for: a file's bytes, or undefined when there is none. */
export type Files = (path: string) => Promise<Buffer | string | undefined>;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.css': 'text/css',
  '.png': 'image/png',
};

/** Answers some paths instead of files; undefined leaves them to the files. */
export type Answer = (request: Request) => Promise<Response> | undefined;

/**
 * Serves files over https on a free port of localhost.
 *
 * @param isAllowed whether pages of other origins may fetch a path
 */
export async function serve(
  files: Files,
  certificate: Certificate,
  answer?: Answer,
  isAllowed: (path: string) => boolean = () => false,
): Promise<WebServer> {
  const server = createServer(certificate, (request, response) => {
    const path = new URL(request.url ?? '/', 'https://localhost').pathname;
    const answered = answer?.(asRequest(request));
    if (answered) {
      void answered.then(async (answer) => {
        response.writeHead(answer.status, Object.fromEntries(answer.headers));
        response.end(Buffer.from(await answer.arrayBuffer()));
      });
      return;
    }
    void files(path).then((body) => {
      // Of an unchanged script the browser keeps what it has compiled; it asks each time.
      const tag = body !== undefined && extname(path) === '.js' ? tagOf(body) : undefined;
      const isKnown = tag !== undefined && request.headers['if-none-match'] === tag;
      response.writeHead(body === undefined ? 404 : isKnown ? 304 : 200, {
        'content-type': TYPES[extname(path)] ?? 'text/html; charset=utf-8',
        'cache-control': tag === undefined ? 'no-store' : 'no-cache',
        ...(tag !== undefined && { etag: tag }),
        ...(isAllowed(path) && { 'access-control-allow-origin': '*' }),
      });
      response.end(isKnown ? undefined : body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

const tagOf = (body: Buffer | string): string => `"${createHash('sha1').update(body).digest('base64url')}"`;

const asRequest = ({ url = '/', method = 'GET', headers }: IncomingMessage): Request =>
  new Request(`https://${headers.host ?? 'localhost'}${url}`, { method, headers: headers as Record<string, string> });

/** The files of a folder, and nothing above it. */
export const folder =
  (root: string): Files =>
  async (path) => {
    const file = normalize(join(root, decodeURIComponent(path)));
    if (!file.startsWith(root + sep)) return undefined;
    return readFile(file).catch(() => undefined);
  };
