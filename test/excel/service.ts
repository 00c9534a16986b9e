import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import type { Sandbox } from '../../src/sandbox/app';
import type { Answer } from './emulator/web-server';

/** The simulated service on its own port. It remembers requests and can be told to wait. */
export class RecordedService {
  /** Path and query of every request but the preflights, in order. */
  readonly requests: string[] = [];
  #held: Promise<void> | undefined;
  #release: (() => void) | undefined;
  #arrived: (() => void)[] = [];
  #server!: ReturnType<typeof serve>;

  private constructor(private readonly sandbox: Sandbox) {}

  static async start(sandbox: Sandbox): Promise<RecordedService> {
    const service = new RecordedService(sandbox);
    await new Promise<void>((resolve) => {
      service.#server = serve({ fetch: (request) => service.#answer(request), port: 0, hostname: '127.0.0.1' }, () => {
        resolve();
      });
    });
    return service;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The same service under a path of another web server, as the development server passes it on. */
  under(prefix: string): Answer {
    return (request) => {
      const url = new URL(request.url);
      if (!url.pathname.startsWith(`${prefix}/`)) return undefined;
      return this.#answer(new Request(url.origin + url.pathname.slice(prefix.length) + url.search, request));
    };
  }

  /** Takes the place of the simulated service's answers while it is set and gives one. */
  instead: ((path: string, search: string) => unknown) | undefined;

  /** How long each request takes. */
  latencyMs = 0;

  /** From now on requests arrive but are not answered, until `release`. */
  hold(): void {
    this.#held = new Promise((resolve) => (this.#release = resolve));
  }

  release(): void {
    this.#release?.();
    this.#held = undefined;
  }

  /** Resolves when the next request arrives. */
  nextRequest(): Promise<void> {
    return new Promise((resolve) => this.#arrived.push(resolve));
  }

  async close(): Promise<void> {
    this.release();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    if (request.method !== 'OPTIONS') {
      this.requests.push(pathname + search);
      for (const resolve of this.#arrived.splice(0)) resolve();
      await this.#held;
      await new Promise((resolve) => setTimeout(resolve, this.latencyMs));
    }
    const body = request.method === 'GET' ? this.instead?.(pathname, search) : undefined;
    return body === undefined
      ? this.sandbox.fetch(request)
      : Response.json(body, { headers: { 'access-control-allow-origin': '*' } });
  }
}
