import type { AddressInfo } from 'node:net';
import { createServer as createHttpsServer } from 'node:https';
import { createAdaptorServer, type ServerType } from '@hono/node-server';
import { StartError } from '../start-error';
import type { Certificate } from './certificate';

/** An open port. */
export interface Listening {
  readonly port: number;
  /**
   * Accepts no new connections and closes idle ones. Resolves when all are closed; those that last too long are cut.
   */
  close(drainMs?: number): Promise<void>;
}

/** Longer than a proxy keeps an idle connection, so that it never sends into one that is being closed. */
const KEEP_ALIVE_MS = 75_000;

/** How long pending requests may take when the gateway is told to end. */
const MAX_DRAIN_MS = 10_000;

/** Bytes of an address and headers together: a list that is too long gets an answer that says so. */
const MAX_HEADER_BYTES = 131_072;

/** Opens a port; 0 picks a free one. Throws a StartError if it is not available. */
export async function listen(
  answer: (request: Request) => Response | Promise<Response>,
  {
    host,
    port,
    option,
    certificate,
  }: { host: string; port: number; option: string; certificate?: Certificate | undefined },
): Promise<Listening> {
  const server = createAdaptorServer({
    fetch: answer,
    ...(certificate
      ? {
          createServer: createHttpsServer,
          serverOptions: { maxHeaderSize: MAX_HEADER_BYTES, cert: certificate.cert, key: certificate.key },
        }
      : { serverOptions: { maxHeaderSize: MAX_HEADER_BYTES } }),
  });
  if ('keepAliveTimeout' in server) server.keepAliveTimeout = KEEP_ALIVE_MS;
  await opened(server, host, port, option);
  return {
    port: (server.address() as AddressInfo).port,
    close: (drainMs = MAX_DRAIN_MS) =>
      new Promise((resolve) => {
        // A connection becomes idle a moment after its last request has been answered.
        const sweep = setInterval(() => {
          if ('closeIdleConnections' in server) server.closeIdleConnections();
        }, 50);
        // Somebody may have stopped reading an answer.
        const cut = setTimeout(() => {
          if ('closeAllConnections' in server) server.closeAllConnections();
        }, drainMs);
        server.close(() => {
          clearInterval(sweep);
          clearTimeout(cut);
          resolve();
        });
      }),
  };
}

function opened(server: ServerType, host: string, port: number, option: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(new StartError(whyNotOpened(error, host, port, option)));
    });
    server.listen(port, host, resolve);
  });
}

function whyNotOpened({ code, message }: NodeJS.ErrnoException, host: string, port: number, option: string): string {
  if (code === 'EADDRINUSE') return `Port ${port} is in use: choose another with --${option}`;
  if (code === 'EACCES') return `Port ${port} needs more rights: choose another with --${option}`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `--${option === 'admin-port' ? 'admin-host' : 'host'}: this computer has no address ${host}`;
  return `Port ${port} cannot be opened (${code ?? message})`;
}
