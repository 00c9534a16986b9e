/** Names of this computer, as a Host header has them. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

export const isLoopback = (host: string): boolean =>
  host === '::1' || LOOPBACK.includes(host) || host.startsWith('127.');

/**
 * Lets only this computer's own pages and programs in, while nobody needs a token: any page of the web could use up the quota otherwise,
 * with its own requests, or by a name of its own that leads here.
 */
export class Guard {
  readonly #hosts: ReadonlySet<string>;

  /** @param ownAddresses where it listens, and what it is called in public */
  constructor(ownAddresses: readonly string[]) {
    this.#hosts = new Set([...LOOPBACK, ...ownAddresses.map((address) => new URL(address).hostname)]);
  }

  /** Why a request is refused; undefined where it is let in. */
  problemOf(headers: Headers): string | undefined {
    const host = headers.get('host') ?? '';
    const name = host.replace(/:\d+$/, '').toLowerCase();
    if (!this.#hosts.has(name))
      return 'This address is not one of the gateway: open it by the address that it printed when it started';
    const site = headers.get('sec-fetch-site');
    if (site !== null && site !== 'same-origin' && site !== 'none')
      return 'Another site may not use this gateway: its own pages alone may';
    const origin = headers.get('origin');
    if (origin !== null && !this.#isOwn(origin, host))
      return 'Another site may not use this gateway: its own pages alone may';
    return undefined;
  }

  /** Behind a proxy that ends the encryption, the page's scheme is another than this server's. */
  #isOwn(origin: string, host: string): boolean {
    return URL.canParse(origin) && new URL(origin).host === host.toLowerCase().replace(/:(?:443|80)$/, '');
  }
}
