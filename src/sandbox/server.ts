import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { HttpBindings, ServerType } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Sandbox, SandboxOptions } from './app';
import { createSandbox } from './app';
import { FlagError, readCommand } from './command-line';
import { ConnectionReset } from './faults/bench';

const HOST = '127.0.0.1';

export interface RunningSandbox {
  /** "http://127.0.0.1:4010/" */
  readonly url: string;
  readonly setFaults: Sandbox['setFaults'];
  close(): Promise<void>;
}

/** Opens the sandbox on this computer only. Port 0, the default, takes any free one. */
export async function startSandbox(options: SandboxOptions & { readonly port?: number } = {}): Promise<RunningSandbox> {
  const sandbox = createSandbox(options);
  const server = createAdaptorServer({
    fetch: async (request, bindings) => {
      try {
        return await sandbox.fetch(request);
      } catch (error) {
        // Thrown on, these would become a 500: a broken line has no answer at all.
        if (!(error instanceof ConnectionReset) && !request.signal.aborted) throw error;
        (bindings as HttpBindings).outgoing.destroy();
        return RESPONSE_ALREADY_SENT;
      }
    },
  });
  const port = await listen(server, options.port ?? 0);
  return { url: `http://${HOST}:${port}/`, setFaults: sandbox.setFaults, close: () => close(server) };
}

function listen(server: ServerType, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function close(server: ServerType): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => { resolve(); });
    if ('closeAllConnections' in server) server.closeAllConnections();
  });
}

async function main(): Promise<void> {
  try {
    const { url } = await startSandbox(readCommand(process.argv.slice(2)));
    console.log(`Sandbox: ${url}`);
  } catch (error) {
    console.error(`Sandbox: ${reasonOf(error)}`);
    process.exitCode = error instanceof FlagError ? 2 : 1;
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') return `port ${port ?? ''} is in use; choose another with --port, or --port 0 for any free one`;
  return code === 'EACCES' ? `port ${port ?? ''} needs more rights; choose another with --port` : error.message;
}

const isStartedDirectly = /[\\/]sandbox[\\/]server\.[jt]s$/.test(process.argv[1] ?? '');
if (isStartedDirectly) void main();
