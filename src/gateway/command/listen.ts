import { type AddressInfo, BlockList, isIP, isIPv6, SocketAddress } from 'node:net';
import { createServer as createHttpsServer, type Server as HttpsServer } from 'node:https';
import { createAdaptorServer, type HttpBindings, type ServerType } from '@hono/node-server';
import { RecentMap } from '../../core/basics';
import { refusal, responseOf } from '../replies';
import { StartError } from '../errors';
import type { Certificate } from './certificate';
import type { Sender } from '../gateway';
import type { SignedInByProxy } from '../access/people';

export interface Listening {
  readonly port: number;
  renew(certificate: Certificate): void;
  /** Answers received requests, or 503 after that time, and accepts no more. Resolves when nothing is connected. */
  close(drainMs?: number): Promise<void>;
}

/** Longer than a proxy keeps an idle connection, so that it never sends into one that is being closed. */
const KEEP_ALIVE_MS = 75_000;

/** How long pending requests may take when the gateway is told to end: with the next limit, five seconds at most. */
const MAX_DRAIN_MS = 4_000;
/** How long clients may still send requests then, since one may be on its way over an idle connection. */
const LAST_CALL_MS = 400;
const MAX_READ_MS = 500;

/** Bytes of an address and headers together: a list that is too long gets an answer that says so. */
const MAX_HEADER_BYTES = 131_072;

export async function listen(
  answer: (request: Request, peer: Peer) => Response | Promise<Response>,
  {
    host,
    port,
    option,
    certificate,
  }: { host: string; port: number; option: string; certificate?: Certificate | undefined },
): Promise<Listening> {
  let isClosing = false;
  /** Answers the waiting requests. A shared promise would keep every answer in memory as long as it is pending. */
  const giveUps = new Set<() => void>();
  const server = createAdaptorServer({
    async fetch(request, bindings) {
      const { incoming } = bindings as HttpBindings;
      const response = await new Promise<Response>((resolve, reject) => {
        const giveUp = (): void => resolve(responseOf(CLOSING));
        giveUps.add(giveUp);
        Promise.resolve(
          answer(request, {
            remoteAddress: incoming.socket.remoteAddress,
            target: incoming.url,
            told: incoming.headersDistinct,
          }),
        )
          .then(resolve, reject)
          .finally(() => giveUps.delete(giveUp));
      });
      if (isClosing) response.headers.set('connection', 'close');
      return response;
    },
    ...(certificate && { createServer: createHttpsServer }),
    serverOptions: { maxHeaderSize: MAX_HEADER_BYTES, ...certificate },
  }) as HttpsServer;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await opened(server, host, port, option);
  const close = async (drainMs: number): Promise<void> => {
    isClosing = true;
    const giveUpTimer = setTimeout(() => {
      for (const giveUp of giveUps) giveUp();
    }, drainMs);
    await new Promise((resolve) => setTimeout(resolve, Math.min(LAST_CALL_MS, drainMs)));
    // Runs right after all received requests were accepted and read: later ones are refused, not cut off.
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise<void>((resolve) => {
      // A connection becomes idle a moment after its last request has been answered.
      const sweep = setInterval(() => server.closeIdleConnections(), 50);
      // A client may have stopped reading an answer.
      const cut = setTimeout(() => server.closeAllConnections(), drainMs + MAX_READ_MS);
      server.close(() => {
        clearInterval(sweep);
        clearTimeout(cut);
        resolve();
      });
    });
    clearTimeout(giveUpTimer);
  };
  let closed: Promise<void> | undefined;
  return {
    port: (server.address() as AddressInfo).port,
    renew({ cert, key }) {
      server.setSecureContext({ cert, key });
    },
    close: (drainMs = MAX_DRAIN_MS) => (closed ??= close(drainMs)),
  };
}

const CLOSING = refusal(503, 'The gateway is closing: try again in a moment', { 'retry-after': '1' });

function opened(server: ServerType, host: string, port: number, option: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new StartError(whyNotOpened(error, host, port, option))),
    );
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

const ANY = ['0.0.0.0', '::'];

export const isAnyHost = (host: string): boolean => ANY.includes(host);

export const originOf = (scheme: string, host: string, port: number): string =>
  `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`;

/** The address that the gateway prints when it is ready, and that this computer can open. */
export const ownOrigin = (scheme: string, host: string, port: number): string =>
  originOf(scheme, ['127.0.0.1', '::1', ...ANY].includes(host) ? 'localhost' : host, port);

export interface Peer {
  readonly remoteAddress: string | undefined;
  /** Path and query as sent: a parsed address may have lost dot segments. */
  readonly target: string | undefined;
  /** All values of each header, including repeated ones. */
  readonly told?: Readonly<Record<string, readonly string[] | undefined>>;
}

/** Headers by which the firm's own proxy says whom it has signed in, and in which groups that person is; empty for none. */
interface PersonHeaders {
  readonly person: string;
  readonly groups: string;
}

/** The widest networks of a firm are 10.0.0.0/8 and fc00::/7. Two of one bit are everybody. */
const FEWEST_BITS = 7;

/** Only a proxy is trusted about the client's address and the person. */
export class Senders {
  readonly #proxies = new BlockList();
  /** The normalized addresses of connections, since normalizing costs more than the rest of a cache hit. */
  readonly #known = new RecentMap<string, { readonly own: string; readonly isProxy: boolean }>(1_000);

  /** @param proxies addresses and networks such as "127.0.0.1, 10.0.0.0/8". Throws a StartError. */
  constructor(
    proxies: string,
    private readonly names: PersonHeaders = { person: '', groups: '' },
  ) {
    for (const text of proxies.split(',').map((one) => one.trim())) this.#add(text);
  }

  senderOf(headers: Headers, peer: Peer): Sender {
    const { remoteAddress, target } = peer;
    const { own, isProxy } = this.#connectionOf(remoteAddress ?? '');
    const told = withoutPort(headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() ?? '');
    const address = isProxy && isIP(told) !== 0 ? withoutPrefix(told) : own;
    return { address, path: target?.split('?')[0], ...(isProxy && { signedIn: this.#signedIn(peer) }) };
  }

  /** The person whom a proxy has signed in. Two names count as none: one of them comes from the client. */
  #signedIn({ told = {} }: Peer): SignedInByProxy | undefined {
    const valueOf = (name: string): string | undefined => {
      const values = told[name.toLowerCase()] ?? [];
      return values.length === 1 ? textOf(values[0]!).trim() : undefined;
    };
    const { person, groups } = this.names;
    const id = person === '' ? undefined : valueOf(person);
    if (id === undefined || id === '') return undefined;
    if (groups === '') return { id };
    return { id, groups: (valueOf(groups) ?? '').split(/[,;]/).map((group) => group.trim()) };
  }

  #connectionOf(address: string): { readonly own: string | undefined; readonly isProxy: boolean } {
    const known = this.#known.get(address);
    if (known) return known;
    const own = withoutPrefix(address);
    if (isIP(own) === 0) return { own: own === '' ? undefined : own, isProxy: false };
    const found = { own, isProxy: this.#proxies.check(own, familyOf(own)) };
    this.#known.set(address, found);
    return found;
  }

  #add(text: string): void {
    const [address = '', bits] = text.split('/');
    if (this.names.person !== '' && Number(bits) < FEWEST_BITS)
      throw new StartError(
        `--proxy: ${text} is more than the computers of a firm, each of which could say who it is: name only the proxy that signs people in`,
      );
    try {
      if (bits === undefined) this.#proxies.addAddress(address, familyOf(address));
      else this.#proxies.addSubnet(address, /^\d+$/.test(bits) ? Number(bits) : NaN, familyOf(address));
    } catch {
      throw new StartError(`--proxy: "${text}" is not an address or a network such as 127.0.0.1 or 10.0.0.0/8`);
    }
  }
}

/** Decodes a header's bytes, which Node reads as Latin-1 but which are mostly UTF-8. */
const textOf = (value: string): string => {
  const text = Buffer.from(value, 'latin1').toString();
  return text.includes('\ufffd') ? value : text;
};

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** An address as some proxies write it, with the client's port: 10.0.0.7:50712 or [2001:db8::7]:50712. */
const withoutPort = (text: string): string => text.replace(/^(?:\[(.*)\]|(\d+(?:\.\d+){3})):\d+$/, '$1$2');

/** The normalized form of an address; an IPv4 address in IPv6 form, such as ::ffff:7f00:1, becomes IPv4. */
function withoutPrefix(text: string): string {
  if (!isIPv6(text)) return text;
  const [address = ''] = text.split('%');
  return new SocketAddress({ address, family: 'ipv6' }).address.replace(/^::ffff:(?=\d+\.)/, '');
}
