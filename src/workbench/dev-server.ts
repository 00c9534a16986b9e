import { readFileSync, watch } from 'node:fs';
import path from 'node:path';
import type { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { readPort, startWorkbench } from './server';

/** Where the newest page is, and the file there that says which it is. */
export const FOLDER = path.join(__dirname, '../../.cache/dev');
export const BUILD = 'build.txt';

const read = (name: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return new Uint8Array(readFileSync(path.join(FOLDER, name)));
  } catch {
    return undefined;
  }
};

/** Changes with each page and with each start of the server. */
const state = (): string => `${process.pid} ${new TextDecoder().decode(read(BUILD))}`;

/** An open page hears at once that the server is another, and asks again soon while there is none. */
const RELOAD = `let known;
new EventSource('changes').onmessage = ({ data }) => {
  if (known !== undefined && known !== data) location.reload();
  known = data;
};`;
const ASK_AGAIN_AFTER_MS = 200;

function addReload(site: Hono): void {
  site.get('/reload.js', (context) => context.body(RELOAD, 200, { 'Content-Type': 'text/javascript' }));
  site.get('/changes', (context) =>
    streamSSE(context, async (stream) => {
      while (!stream.aborted) {
        await stream.writeSSE({ data: state(), retry: ASK_AGAIN_AFTER_MS });
        await new Promise<void>((resolve) => {
          const watcher = watch(FOLDER, (_, name) => {
            if (name === BUILD) done();
          });
          const done = (): void => {
            watcher.close();
            resolve();
          };
          stream.onAbort(done);
        });
      }
    }),
  );
}

async function main(): Promise<void> {
  const { url } = await startWorkbench({
    port: readPort('PORT', 3000),
    sandboxPort: readPort('SANDBOX_PORT', 3001),
    sandbox: { hasDescription: true },
    page: { get: read },
    extend: addReload,
  });
  console.log(`Workbench: ${url}`);
}

if (require.main === module) void main();
