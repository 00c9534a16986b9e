import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { isLoopback } from '../access/guard';
import { StartError } from '../start-error';
import { type RawOptions, readAddress } from './options';

/** Hosts that stand for all addresses of this computer. */
const ANY = ['0.0.0.0', '::'];

export const isAnyHost = (host: string): boolean => ANY.includes(host);

/** An origin such as "https://localhost:3443". */
export const originOf = (scheme: string, host: string, port: number): string =>
  `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`;

/** Where the gateway listens, as it says when it is ready: an address that this computer can open. */
export const ownOrigin = (scheme: string, host: string, port: number): string =>
  originOf(scheme, isLoopback(host) || isAnyHost(host) ? 'localhost' : host, port);

/** The address at which other nodes reach this one. Throws a StartError if it leads every computer to itself. */
export function nodeUrl(raw: Pick<RawOptions, 'node-url' | 'host' | 'store'>, scheme: string, port: number): string {
  if (raw['node-url'] !== '') return readAddress('node-url', raw['node-url']);
  if (isLoopback(raw.host) && !isLoopback(new URL(raw.store).hostname))
    throw new StartError(
      `--host: other nodes on the store ${new URL(raw.store).hostname} cannot reach ${raw.host}, where this one listens: ` +
        'name an address of this computer with --host; or, if all nodes are on this computer, say so with ' +
        `--node-url ${originOf(scheme, raw.host, port)}`,
    );
  return originOf(scheme, isAnyHost(raw.host) ? hostname() : raw.host, port);
}

/** The same for all nodes on this computer, and different on every other: containers and machines have names, and starts. */
export function computerId(): string {
  let boot = '';
  try {
    boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    // Only Linux has it.
  }
  return createHash('sha256').update(`${hostname()} ${boot}`).digest('base64url').slice(0, 16);
}
