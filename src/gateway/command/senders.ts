import { BlockList, isIP } from 'node:net';
import type { Sender } from '../gateway-options';
import { StartError } from '../start-error';
import type { Peer } from './listen';

/** Finds out who sent a request. Of a proxy, the client's address is what the proxy says; of others it is their own. */
export class Senders {
  readonly #proxies = new BlockList();

  /** @param proxies addresses and networks such as "127.0.0.1, 10.0.0.0/8". Throws a StartError. */
  constructor(proxies: string) {
    for (const text of proxies.split(',').map((one) => one.trim())) this.#add(text);
  }

  of(headers: Headers, { remoteAddress, target }: Peer): Sender {
    const own = remoteAddress === undefined ? undefined : withoutPrefix(remoteAddress);
    const told = headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() ?? '';
    const address = own !== undefined && isIP(told) !== 0 && this.#isProxy(own) ? withoutPrefix(told) : own;
    return { address, path: target?.split('?')[0] };
  }

  #isProxy(address: string): boolean {
    return isIP(address) !== 0 && this.#proxies.check(address, familyOf(address));
  }

  #add(text: string): void {
    const [address = '', bits] = text.split('/');
    try {
      if (bits === undefined) this.#proxies.addAddress(address, familyOf(address));
      else this.#proxies.addSubnet(address, /^\d+$/.test(bits) ? Number(bits) : NaN, familyOf(address));
    } catch {
      throw new StartError(`--proxy: "${text}" is not an address or a network such as 127.0.0.1 or 10.0.0.0/8`);
    }
  }
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** An IPv4 address as a port for both families writes it, such as ::ffff:127.0.0.1. */
const withoutPrefix = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');
