import { serve } from '@hono/node-server';
import type { ServerType } from '@hono/node-server';
import { Hono } from 'hono';
import { startSandbox } from '../sandbox/server';
import { bundlePage } from './bundle';
import { CONTENT_SECURITY_POLICY, documentFor } from './document';
import { describeStartError, readPort } from './ports';

export interface RunningWorkbench {
  readonly url: string;
  readonly sandboxUrl: string;
  close(): Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css' };

/** Starts the sandbox service and the browser spreadsheet that uses it. Port 0 takes any free one. */
export async function startWorkbench(ports: { port: number; sandboxPort: number }): Promise<RunningWorkbench> {
  const [sandbox, files] = await Promise.all([startSandbox({ port: ports.sandboxPort }), bundlePage()]);
  const sandboxUrl = sandbox.url.replace(/\/$/, '');
  const app = new Hono();
  app.get('/', (context) => {
    context.header('Content-Security-Policy', CONTENT_SECURITY_POLICY);
    return context.html(documentFor(sandboxUrl));
  });
  app.get('/:file', (context) => {
    const name = context.req.param('file');
    const file = files.get(name);
    if (!file) return context.notFound();
    return context.body(new Uint8Array(file), 200, { 'Content-Type': `${TYPES[name.split('.').at(-1) ?? ''] ?? 'text/plain'}; charset=utf-8` });
  });
  try {
    const { server, port } = await listen(app, ports.port);
    return {
      url: `http://localhost:${port}/`,
      sandboxUrl,
      close: async () => {
        await Promise.all([closeServer(server), sandbox.close()]);
      },
    };
  } catch (error) {
    await sandbox.close();
    throw error;
  }
}

function listen(app: Hono, wanted: number): Promise<{ server: ServerType; port: number }> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, port: wanted, hostname: 'localhost' }, ({ port }) => { resolve({ server, port }); });
    server.once('error', reject);
  });
}

function closeServer(server: ServerType): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => { resolve(); });
    if ('closeAllConnections' in server) server.closeAllConnections();
  });
}

async function main(): Promise<void> {
  const workbench = await startWorkbench({ port: readPort('PORT', 3000), sandboxPort: readPort('SANDBOX_PORT', 3001) });
  console.log(`Workbench: ${workbench.url}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => { void workbench.close().then(() => process.exit(0)); });
  }
}

if (require.main === module) {
  main().catch((error: unknown) => {
    console.error(describeStartError(error));
    process.exitCode = 1;
  });
}
