import type { ServerType } from '@hono/node-server';

/** Closes a server and its connections, which would otherwise stay open for the next request of a browser. */
export const closeServer = (server: ServerType): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
    if ('closeAllConnections' in server) server.closeAllConnections();
  });
