import type { Operation } from '../../api/interface/operation';
import { type Answered, notLetIn, refusal } from '../replies';
import { type Groups, groupsClaimedBy, problemOf } from './groups';
import { PersonalTokens, type StateOfTokens, type TokenSource } from './personal-tokens';
import { readable, type SignedIn, type SignIn, type StateOfKeys } from './sign-in';
import { isIPv6, isIP, isIPv4 } from 'node:net';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';

export interface Person {
  readonly name: string;
  /** The unchanging ID of a signed-in person, whose name may change. @default none: names of tokens are unique */
  readonly id?: string;
  readonly groups?: readonly string[];
}

export interface SignedInByProxy {
  readonly id: string;
  /** Undefined if the proxy sends no groups, so that everything is allowed. */
  readonly groups?: readonly string[];
}

/** The key for counting a person's requests. It is unique, and no name of a personal token begins like it. */
export const countedAs = ({ name, id }: Person): string => (id === undefined ? name : `@${encodeURIComponent(id)}`);

export interface TokenState extends StateOfTokens {
  readonly isNeeded: boolean;
  readonly signIn: StateOfKeys | undefined;
}

/** The need for tokens is decided once, at the start, and not by data: no loss of data opens the gateway. */
export class People {
  readonly #tokens: PersonalTokens;
  readonly #signIn: SignIn | undefined;

  constructor(
    tokens: TokenSource | undefined,
    private readonly groups: Groups,
    readonly isTokenNeeded: boolean,
    parts: { readonly say?: (text: string) => void; readonly signIn?: SignIn | undefined } = {},
  ) {
    this.#tokens = new PersonalTokens(tokens, parts.say ?? (() => undefined));
    this.#signIn = parts.signIn;
  }

  async startWatching(): Promise<void> {
    await Promise.all([this.#tokens.startWatching(), this.#signIn?.keys.startWatching()]);
  }

  stopWatching(): void {
    this.#tokens.stopWatching();
    this.#signIn?.keys.stopWatching();
  }

  get state(): TokenState {
    return { isNeeded: this.isTokenNeeded, signIn: this.#signIn?.keys.state, ...this.#tokens.state };
  }

  get opensDescribed(): boolean {
    return [...this.groups.values()].some(({ described }) => described === true);
  }

  findSignedInByProxy({ id, groups }: SignedInByProxy): Person | Answered {
    const name = readable(id);
    return this.#personOf({ id, name, names: [id, name], claimedGroups: groups });
  }

  findPerson(token: string | null): Person | Answered | Promise<Person | Answered> {
    if (!token)
      return notLetIn(
        'no token',
        this.#signIn
          ? 'This gateway requires you to sign in: do so in the MD pane, or enter a personal token there'
          : 'This gateway requires a personal token: enter yours in the MD pane',
      );
    // Personal tokens contain no dot.
    if (this.#signIn && token.includes('.')) return this.#findSignedIn(this.#signIn, token);
    const found = this.#tokens.findToken(token);
    if (isRefusal(found)) return found;
    return this.#tokens.isBarred([found.name]) ? barred(found.name) : found;
  }

  async #findSignedIn(signIn: SignIn, token: string): Promise<Person | Answered> {
    const found = await signIn.findSignedIn(token);
    return 'status' in found ? found : this.#personOf(found);
  }

  #personOf({ id, name, names, claimedGroups }: SignedIn): Person | Answered {
    if (this.#tokens.isBarred(names)) return barred(name);
    return { id, name, ...(claimedGroups && { groups: groupsClaimedBy(claimedGroups, this.groups) }) };
  }

  refusalFor({ name, groups }: Person, operation: Operation): Answered | undefined {
    const problem = problemOf(name, groups, operation, this.groups);
    return problem === undefined ? undefined : refusal(403, problem);
  }
}

/** Not a 401, since the pane would then let the same person sign in again. */
const barred = (name: string): Answered =>
  notLetIn(`barred: ${name}`, `${name} is barred from this gateway: ask its administrator`, 403);

export const isRefusal = (result: Person | Answered): result is Answered => 'status' in result;

const [PER_MINUTE, SECONDS] = [30, 60];

/** Limits refused requests by address, but none with a valid token: many people may share an address. */
export class Refusals {
  readonly #limiter = new RateLimiterMemory({ points: PER_MINUTE, duration: SECONDS });

  async limit(refused: Answered, address: string | undefined): Promise<Answered> {
    if (address === undefined || refused.status !== 401) return refused;
    const used = await this.#limiter.consume(networkOf(address)).catch((error: unknown) => error as RateLimiterRes);
    if (used.consumedPoints <= PER_MINUTE) return refused;
    const seconds = Math.max(1, Math.ceil(used.msBeforeNext / 1000));
    const { detail } = JSON.parse(refused.body) as { detail: string };
    const again = `${detail}. It has been asked too often from ${address}: try again in ${seconds} s`;
    return { ...refusal(429, again, { 'retry-after': String(seconds) }), reason: `${refused.reason ?? ''}, too often` };
  }
}

/** A client may use any address of its IPv6 network: its first four groups, some of which "::" may replace. */
function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [left = [], right = []] = address.split('::').map((side) => side.split(':'));
  const leftOut = Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array<string>(leftOut).fill('0'), ...right].slice(0, 4).join(':');
}

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
