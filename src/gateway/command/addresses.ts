import { isLoopback } from '../access/guard';

/** Hosts that stand for all addresses of this computer. */
const ANY = ['0.0.0.0', '::'];

export const isAnyHost = (host: string): boolean => ANY.includes(host);

/** An origin such as "https://localhost:3443". */
export const originOf = (scheme: string, host: string, port: number): string =>
  `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`;

/** Where the gateway listens, as it says when it is ready: an address that this computer can open. */
export const ownOrigin = (scheme: string, host: string, port: number): string =>
  originOf(scheme, isLoopback(host) || isAnyHost(host) ? 'localhost' : host, port);
