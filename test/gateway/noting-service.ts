import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { keyFile } from './node-process';

/** A service that notes what it is asked. */
export class NotingService {
  readonly asked: string[] = [];
  /** The middle of a quote in the next answer. */
  nextPrice = (): number => 1.5;
  /** Answers wait for it. */
  isReady: Promise<void> = Promise.resolve();

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  /**
   * @param usage what it says of the account
   * @param description of its interface, which is not noted
   */
  static async start(usage: object = {}, description: object = {}): Promise<NotingService> {
    const server = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url!, 'http://service.test');
      if (pathname !== '/openapi.json') service.asked.push(pathname);
      const symbols = (searchParams.get('symbols') ?? '').split(',');
      response.setHeader('content-type', 'application/json');
      const mid = service.nextPrice();
      const body = JSON.stringify(
        pathname === '/openapi.json'
          ? description
          : pathname === '/account/usage'
            ? usage
            : {
                items: symbols.map((symbol) => ({
                  symbol,
                  ask: mid + 0.5,
                  bid: mid - 0.5,
                  mid,
                  timestamp: 1_795_212_000,
                })),
              },
      );
      void service.isReady.then(() => response.end(body));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const service = new NotingService(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return service;
  }

  get options(): string[] {
    return ['--service', this.url, '--key-file', keyFile()];
  }

  count(pathname: string): number {
    return this.asked.filter((one) => one === pathname).length;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}
