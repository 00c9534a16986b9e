import { createSecureServer, type Http2SecureServer, type Http2Session } from 'node:http2';
import type { AddressInfo } from 'node:net';
import type { SecureContextOptions } from 'node:tls';
import { createAdaptorServer, type HttpBindings, type ServerType } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { createSandbox, type Sandbox, type SandboxOptions } from './app';
import { FlagError, readCommand } from './command-line';
import { ConnectionReset } from './faults/fault-bench';

const HOST = '127.0.0.1';

export interface RunningSandbox {
  /** "http://127.0.0.1:4010/" */
  readonly url: string;
  readonly setFaults: Sandbox['setFaults'];
  close(): Promise<void>;
}

export interface ServerOptions extends SandboxOptions {
  /** @default 0, which picks a free port */
  readonly port?: number;
  /** Serves HTTP/2, and HTTP/1.1 to clients that know no other. @default HTTP/1.1 without TLS */
  readonly http2?: KeyPair;
  /** Called when a request other than a preflight arrives, and when it has been answered. */
  readonly onRequest?: (change: 1 | -1, url: string) => void;
}

/** What TLS needs: the private key and its certificate. */
type KeyPair = Required<Pick<SecureContextOptions, 'cert' | 'key'>>;

/** Opens the sandbox to this computer only. */
export async function startSandbox(options: ServerOptions = {}): Promise<RunningSandbox> {
  const sandbox = createSandbox(options);
  const server = createAdaptorServer({
    fetch: async (request, bindings) => {
      const { onRequest } = request.method === 'OPTIONS' ? {} : options;
      onRequest?.(1, request.url);
      try {
        return await sandbox.fetch(request);
      } catch (error) {
        // If thrown, these would become a 500, but a broken connection has no answer at all.
        if (!(error instanceof ConnectionReset) && !request.signal.aborted) throw error;
        (bindings as HttpBindings).outgoing.destroy();
        return RESPONSE_ALREADY_SENT;
      } finally {
        onRequest?.(-1, request.url);
      }
    },
    ...(options.http2 && { createServer: createSecureServer, serverOptions: { ...options.http2, allowHTTP1: true } }),
  });
  const sessions = new Set<Http2Session>();
  (server as Http2SecureServer).on('session', (session: Http2Session) => sessions.add(session));
  const port = await openPort(server, options.port ?? 0, HOST);
  const url = options.http2 ? `https://localhost:${port}/` : `http://${HOST}:${port}/`;
  return {
    url,
    setFaults: sandbox.setFaults,
    close() {
      for (const session of sessions) session.destroy();
      return closeServer(server);
    },
  };
}

const KEEP_ALIVE_MS = 60_000;

/** Port 0 picks a free one. Resolves with the port. */
export function openPort(server: ServerType, port: number, host: string): Promise<number> {
  // A busy computer closes an idle connection late, when a request may be on its way. So the time is long.
  if ('keepAliveTimeout' in server) server.keepAliveTimeout = KEEP_ALIVE_MS;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

async function main(): Promise<void> {
  try {
    const { url } = await startSandbox(readCommand(process.argv.slice(2)));
    console.log(`Sandbox: ${url}`);
  } catch (error) {
    console.error(`Sandbox: ${describePortError(error, 'with --port, or --port 0 for any free one')}`);
    process.exitCode = error instanceof FlagError ? 2 : 1;
  }
}

/** Closes a server and its connections, which would otherwise stay open for the next request of a browser. */
export const closeServer = (server: ServerType): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    if ('closeAllConnections' in server) server.closeAllConnections();
  });

/**
 * Why a server did not start, in a sentence that says what to do.
 * @param choose how to choose another port: "with --port"
 */
export function describePortError(error: unknown, choose: string): string {
  if (!(error instanceof Error)) return String(error);
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') return `Port ${port ?? ''} is in use: choose another ${choose}`;
  if (code === 'EACCES') return `Port ${port ?? ''} may not be opened: choose one above 1023 ${choose}`;
  return error.message;
}

const isStartedDirectly = /[\\/]sandbox[\\/]server\.(?:[jt]|mj)s$/.test(process.argv[1] ?? '');
if (isStartedDirectly) void main();
