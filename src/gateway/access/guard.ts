/** Names of this computer in a Host header. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

export const isLoopback = (host: string): boolean =>
  host === '::1' || LOOPBACK.includes(host) || host.startsWith('127.');

/**
 * While nobody needs a token, admits only this computer's own pages and programs. Otherwise any web page could use up
 * the quota, with its own requests or through a host name of its own that points here.
 */
export class Guard {
  readonly #hosts: ReadonlySet<string>;

  /** @param ownAddresses where the gateway listens, and its public address */
  constructor(ownAddresses: readonly string[]) {
    const own = ownAddresses.map((address) => new URL(address));
    this.#hosts = new Set([...LOOPBACK, ...own.flatMap(({ hostname, host }) => [hostname, host])]);
  }

  /** Why a request is refused; undefined if it is admitted. */
  problemOf(headers: Headers): string | undefined {
    const host = headers.get('host') ?? '';
    if (!this.#hosts.has(host) && !this.#hosts.has(host.replace(/:\d+$/, '').toLowerCase()))
      return 'The gateway does not answer to this host name: open it by the address that it printed when it started';
    const site = headers.get('sec-fetch-site');
    if (site !== null && site !== 'same-origin' && site !== 'none') return "Only the gateway's own pages may use it";
    const origin = headers.get('origin');
    if (origin !== null && !this.#isOwn(origin, host)) return "Only the gateway's own pages may use it";
    return undefined;
  }

  /** Behind a proxy that terminates TLS, the page's scheme differs from this server's. */
  #isOwn(origin: string, host: string): boolean {
    return URL.canParse(origin) && new URL(origin).host === host.toLowerCase().replace(/:(?:443|80)$/, '');
  }
}
