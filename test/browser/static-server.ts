import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PublishedFiles } from '../../src/workbench/playground';

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  css: 'text/css',
  html: 'text/html',
  json: 'application/json',
  svg: 'image/svg+xml',
};

const FOLDER = '/desk/md/';

/** A web server that knows nothing but files, in a folder below its root. */
export class StaticServer {
  files: PublishedFiles = new Map();
  /** Whether it sends whoever asks for index.html to the folder, as many servers do. */
  leavesOutIndex = false;
  /** The names of the files that were asked of it. */
  readonly asked = new Set<string>();
  readonly #server: Server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    if (this.leavesOutIndex && path.endsWith('/index.html')) {
      response.writeHead(301, { location: path.replace(/index\.html$/, '') }).end();
      return;
    }
    const name = path.slice(FOLDER.length).replace(/^$|\/$/, '$&index.html');
    const file = path.startsWith(FOLDER) ? this.files.get(name) : undefined;
    if (file !== undefined) this.asked.add(name);
    response.writeHead(file === undefined ? 404 : 200, {
      'content-type': TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
    });
    response.end(file);
  });
  #port = 0;

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(this.#port, 'localhost', resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  get address(): string {
    return `http://localhost:${this.#port}${FOLDER}`;
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await ended;
  }
}
