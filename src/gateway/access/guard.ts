import { isIP, isIPv4 } from 'node:net';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

export const OTHER_SITE = "Only the gateway's own pages may use it";

export function isOfOtherSite(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site');
  return site !== null && site !== 'same-origin' && site !== 'none';
}

/** Whether a host is certainly this computer. A name such as 127.example.com is not. */
export const isLoopback = (host: string): boolean =>
  host === '::1' || LOOPBACK.includes(host) || (isIPv4(host) && host.startsWith('127.'));

/** Used while nobody needs a token: any web page could use up the quota, also through a host name that points here. */
export class Guard {
  readonly #hosts: ReadonlySet<string>;

  /** @param isForProbes whether requests by IP address are allowed, since no web page can redirect one here */
  constructor(
    ownAddresses: readonly string[],
    private readonly isForProbes = false,
  ) {
    const own = ownAddresses.map((address) => new URL(address));
    this.#hosts = new Set([...LOOPBACK, ...own.flatMap(({ hostname, host }) => [hostname, host])]);
  }

  problemOf(headers: Headers): string | undefined {
    const host = headers.get('host') ?? '';
    const name = host.replace(/:\d+$/, '').toLowerCase();
    const isAddress = isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0;
    if (!this.#hosts.has(host) && !this.#hosts.has(name) && !(this.isForProbes && isAddress))
      return 'The gateway does not answer to this host name: open it by the address that it printed when it started';
    if (!this.isForProbes && FORWARDED.some((header) => headers.has(header)))
      return 'A proxy passed this on, so others may reach the gateway: start it with --public-url and --tokens FILE';
    if (isOfOtherSite(headers)) return OTHER_SITE;
    const origin = headers.get('origin');
    if (origin !== null && !this.#isOwn(origin, host)) return OTHER_SITE;
    return undefined;
  }

  /** Behind a proxy that terminates TLS, the page's scheme differs from this server's. */
  #isOwn(origin: string, host: string): boolean {
    return URL.canParse(origin) && new URL(origin).host === host.toLowerCase().replace(/:(?:443|80)$/, '');
  }
}
