import type { Limits } from '../access/allowances';
import { DEFAULT_GROUPS, type Groups, readGroups } from '../access/groups';
import { StartError } from '../start-error';
import { Notices } from './notices';
import { type RawOptions, parseNumber, parsePort, readAddress, readStorePassword, readTenant } from './options';
import { Senders } from './senders';

/** The options that are more than texts, checked. Times are in milliseconds. */
export interface StartOptions {
  readonly port: number;
  readonly adminPort: number;
  readonly quotesFreshMs: number;
  readonly perSecond: number;
  /** How much each person may ask for. */
  readonly limits: Limits;
  /** Undefined if the operator does not state it. */
  readonly dailyQuota: number | undefined;
  /** Without a slash at the end; undefined if it is where the gateway listens. */
  readonly publicUrl: string | undefined;
  readonly groups: Groups;
  readonly notices: Notices | undefined;
  /** Undefined if the store has none. */
  readonly storePassword: string | undefined;
  readonly senders: Senders;
}

/** Options that make no sense together, and why. */
const EXCLUSIVE: readonly (readonly [keyof RawOptions, keyof RawOptions, why: string])[] = [
  ['sandbox', 'service', 'give one'],
  ['http', 'cert', 'plain http has no certificate'],
  ['store', 'tokens', 'with a store the tokens are in it'],
];

/** Throws a StartError for the first option that is wrong. */
export function checkOptions(raw: RawOptions, environment: NodeJS.ProcessEnv): StartOptions {
  const isGiven = (name: keyof RawOptions): boolean => raw[name] !== '' && raw[name] !== false;
  const clash = EXCLUSIVE.find(([one, other]) => isGiven(one) && isGiven(other));
  if (clash) throw new StartError(`--${clash[0]} and --${clash[1]} exclude each other: ${clash[2]}`);
  readTenant(raw.tenant);
  if (/[;,\r\n]/.test(raw['frame-ancestors']))
    throw new StartError(
      `--frame-ancestors: "${raw['frame-ancestors']}" is not a list such as "https://*.officeapps.live.com https://firm.sharepoint.com"`,
    );
  return {
    port: parsePort('port', raw.port),
    adminPort: parsePort('admin-port', raw['admin-port']),
    quotesFreshMs: parseNumber('quotes-fresh', raw['quotes-fresh'], 0.1, 86_400) * 1000,
    perSecond: parseNumber('per-second', raw['per-second'], 1, 100_000),
    limits: {
      symbolsPerSecond: parseLimit(raw, 'symbols-per-second'),
      symbolsPerDay: parseLimit(raw, 'symbols-per-day'),
      requestsPerSecond: parseLimit(raw, 'requests-per-second'),
      requestsPerDay: parseLimit(raw, 'requests-per-day'),
    },
    dailyQuota: raw.quota === '' ? undefined : parseNumber('quota', raw.quota, 1, 1e12),
    publicUrl: raw['public-url'] === '' ? undefined : readAddress('public-url', raw['public-url']),
    groups: raw.groups === '' ? DEFAULT_GROUPS : readGroups(raw.groups),
    notices: raw.notices === '' ? undefined : new Notices(raw.notices),
    storePassword: readStorePassword(raw['store-password-file'], environment),
    senders: new Senders(raw.proxy),
  };
}

/** A limit; undefined if there is none. */
const parseLimit = (raw: RawOptions, option: keyof RawOptions & `${string}-per-${string}`): number | undefined =>
  raw[option] === '' ? undefined : parseNumber(option, raw[option], 0.01, 1e12);
