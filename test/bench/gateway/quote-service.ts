import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A service that has a quote of every symbol and always takes equally long. */
export class QuoteService {
  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(latencyMs: number): Promise<QuoteService> {
    const server = createServer((request, response) => {
      const symbols = new URLSearchParams(request.url!.split('?')[1]).get('symbols') ?? '';
      setTimeout(() => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ items: symbols.split(',').map(quoteOf) }));
      }, latencyMs);
    });
    server.keepAliveTimeout = 60_000;
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new QuoteService(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

const quoteOf = (symbol: string) => ({
  symbol,
  ask: 1.04181,
  bid: 1.04169,
  mid: 1.04175,
  timestamp: 1795212000,
});
