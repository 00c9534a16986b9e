import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { nearest } from '../../core/nearest';
import { isLoopback } from '../access/people';
import { ANY_OFFICE } from '../site';
import { readTextFile, StartError } from '../errors';
import type { Limits } from '../access/allowances';
import { DEFAULT_GROUPS, readGroups } from '../access/groups';
import { shownUrl } from '../access/shared-counts';
import type { OpenIdConnect } from '../../api/gateway-config';
import { KEY_HEADER, type WireNames } from '../../api/interface/operation';
import { isRecord, recordIn } from '../../core/basics';
import type { SignInSettings } from '../access/sign-in';

/** All options with their defaults. Each may also be set in the environment: --quotes-fresh as MD_QUOTES_FRESH. */
const TEXTS = {
  service: '',
  'key-file': '',
  port: '3443',
  host: '127.0.0.1',
  cert: '',
  'cert-key': '',
  'public-url': '',
  'admin-port': '9464',
  'admin-host': '127.0.0.1',
  store: '',
  'store-password-file': '',
  proxy: '127.0.0.1,::1',
  'person-header': '',
  'groups-header': '',
  'frame-ancestors': ANY_OFFICE,
  tenant: 'default',
  tokens: '',
  'oidc-issuer': '',
  'oidc-audience': '',
  'oidc-groups-claim': '',
  'oidc-client-id': '',
  'oidc-scope': '',
  'quotes-fresh': '15',
  groups: '',
  profile: '',
  files: '',
  log: '',
  audit: '',
  'per-second': '300',
  'symbols-per-second': '4000',
  'symbols-per-day': '',
  'requests-per-second': '',
  'requests-per-day': '',
  'at-once': '',
  quota: '',
  'max-answer': '',
  notices: '',
} as const;
const SWITCHES = ['sandbox', 'http', 'ahead', 'no-fill', 'allow-post'] as const;

type OptionTexts = Readonly<Record<keyof typeof TEXTS, string>>;
export type RawOptions = OptionTexts & Readonly<Record<(typeof SWITCHES)[number], boolean>>;

const OPTIONS = Object.fromEntries([
  ...Object.keys(TEXTS).map((name) => [name, { type: 'string' }] as const),
  ...SWITCHES.map((name) => [name, { type: 'boolean' }] as const),
]) as NonNullable<ParseArgsConfig['options']>;
const NAMES = Object.keys(OPTIONS);

const variableOf = (name: string): string => `MD_${name.toUpperCase().replaceAll('-', '_')}`;

/** An option in the environment. An empty variable counts as none: files of variables often hold such lines. */
export function readVariable(name: string, environment: NodeJS.ProcessEnv): string | undefined {
  const value = environment[variableOf(name)];
  return value === '' ? undefined : value;
}

/** One sentence for each variable that looks like a misspelt one of ours. Others may belong to another program. */
export function misspeltVariables(environment: NodeJS.ProcessEnv): readonly string[] {
  const names = [...NAMES, 'key', 'store-password'];
  const variables = names.map(variableOf);
  return Object.keys(environment).flatMap((variable) => {
    if (!variable.startsWith('MD_') || variables.includes(variable)) return [];
    const near = nearest(variable.slice(3).replaceAll('_', '-'), names);
    return near === undefined
      ? []
      : [`${variable} is no variable of the gateway, and is ignored: did you mean ${variableOf(near)}?`];
  });
}

export function readOptions(words: readonly string[], environment: NodeJS.ProcessEnv): RawOptions {
  const values = parse(words);
  if (typeof values.store === 'string') refusePassword(values.store);
  const fromEnvironment = (name: string): string | undefined => readVariable(name, environment);
  const text = (name: keyof typeof TEXTS): string => values[name]?.toString() ?? fromEnvironment(name) ?? TEXTS[name];
  const isOn = (name: string): boolean =>
    values[name] === true || readSwitch(variableOf(name), fromEnvironment(name) ?? '0');
  return Object.fromEntries([
    ...(Object.keys(TEXTS) as (keyof typeof TEXTS)[]).map((name) => [name, text(name)] as const),
    ...SWITCHES.map((name) => [name, isOn(name)] as const),
  ]) as RawOptions;
}

/** The words of another command than the gateway itself. Throws a StartError, whose sentence ends with its usage. */
export function parseWords<Options extends NonNullable<ParseArgsConfig['options']>>(
  words: readonly string[],
  options: Options,
  usage: string,
) {
  try {
    return parseArgs({ args: [...words], allowPositionals: true, options });
  } catch (error) {
    throw new StartError(`${(error as Error).message.split('.')[0]!}: ${usage}`);
  }
}

function readSwitch(variable: string, text: string): boolean {
  const value = text.toLowerCase();
  if (['1', 'true', 'yes'].includes(value)) return true;
  if (['0', 'false', 'no'].includes(value)) return false;
  throw new StartError(`${variable}: "${text}" is neither 1 nor 0`);
}

function parse(words: readonly string[]): Record<string, string | true> {
  const { tokens } = parseArgs({ args: [...words], options: OPTIONS, strict: false, tokens: true });
  const values: Record<string, string | true> = {};
  for (const token of tokens) {
    if (token.kind === 'positional') throw new StartError(`"${token.value}" is not an option: options begin with --`);
    if (token.kind !== 'option') continue;
    if (!NAMES.includes(token.name)) throw new StartError(`${token.rawName} is not an option: ${meantBy(token.name)}`);
    const isText = token.name in TEXTS;
    if (isText && (token.value === undefined || token.value === ''))
      throw new StartError(`${token.rawName} needs a value`);
    if (!isText && token.value !== undefined) throw new StartError(`${token.rawName} takes no value`);
    values[token.name] = token.value ?? true;
  }
  return values;
}

function meantBy(name: string): string {
  const near = nearest(name, NAMES);
  return near === undefined
    ? `the options are ${NAMES.map((one) => `--${one}`).join(', ')}`
    : `did you mean --${near}?`;
}

function parsePort(option: string, text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new StartError(`--${option}: "${text}" is not a whole number from 0 to 65535`);
  return Number(text);
}

export function parseNumber(option: string, text: string, min: number, max: number): number {
  // Number takes "0x10" and "1e3", too, which are rather mistakes.
  const value = /^\d*\.?\d+$/.test(text) ? Number(text) : NaN;
  if (!(value >= min && value <= max))
    throw new StartError(`--${option}: "${text}" is not a number from ${min} to ${max}`);
  return value;
}

export const readServiceAddress = (text: string): string =>
  readSafeAddress('service', text, 'send the key without encryption');

/** With http everybody on the way can read and change what is sent, so it is only for this computer. */
function readSafeAddress(option: string, text: string, danger: string): string {
  const address = readAddress(option, text);
  const { protocol, hostname } = new URL(address);
  if (protocol === 'http:' && !isLoopback(hostname))
    throw new StartError(`--${option}: ${address} would ${danger}: use https, or http on this computer only`);
  return address;
}

function refusePassword(store: string): void {
  if (URL.canParse(store) && new URL(store).password !== '')
    throw new StartError(
      '--store: everybody on this computer can read a password in an argument: write it into a file and name that with ' +
        '--store-password-file, or set MD_STORE_PASSWORD',
    );
}

/** From a file, or else from the environment: everybody on this computer can read an argument. */
function readSecret(option: string, file: string, inEnvironment = ''): string {
  const text = file === '' ? inEnvironment : readTextFile(option, file);
  if (text.trim() === '' && file !== '') throw new StartError(`--${option}: ${file} is empty`);
  return text;
}

function readStorePassword(file: string, environment: NodeJS.ProcessEnv): string | undefined {
  const password = readSecret('store-password-file', file, environment.MD_STORE_PASSWORD).replace(/\r?\n$/, '');
  return password === '' ? undefined : password;
}

function readSignIn(raw: RawOptions): { readonly signIn?: SignInSettings; readonly openIdConnect?: OpenIdConnect } {
  const { 'oidc-issuer': issuer, 'oidc-audience': audience, 'oidc-client-id': clientId, 'oidc-scope': scope } = raw;
  if (issuer === '') return {};
  readSafeAddress('oidc-issuer', issuer, 'send its keys so that anybody on the way could change them');
  const groupsClaim = raw['oidc-groups-claim'] === '' ? undefined : raw['oidc-groups-claim'];
  return {
    signIn: { issuer, audience, groupsClaim },
    ...(clientId !== '' && {
      openIdConnect: { issuer, clientId, scope: scope === '' ? 'openid' : scope, audience },
    }),
  };
}

function readAddress(option: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const others = url && url.search + url.hash + url.username + url.password;
  if (!url || !/^https?:$/.test(url.protocol) || others !== '')
    throw new StartError(
      `--${option}: "${shownUrl(text)}" is not an http or https address without user and query, such as https://example.com`,
    );
  return url.href.replace(/\/+$/, '');
}

export function readKey(keyFile: string, environment: NodeJS.ProcessEnv): string {
  const key = readSecret('key-file', keyFile, environment.MD_KEY).trim();
  if (key === '')
    throw new StartError('The key of the service is missing: name a file that holds it with --key-file, or set MD_KEY');
  if (/[^\x21-\x7e]/.test(key)) throw new StartError('The key of the service has a space or a letter that no key has');
  return key;
}

/** A person's usual need: opening a workbook takes many questions at once, keeping it up to date only few. */
const DEFAULT_REQUESTS: Limits = { requestsPerSecond: 5, requestsAtOnce: 50 };

const EXCLUSIVE: readonly (readonly [keyof RawOptions, keyof RawOptions, why: string])[] = [
  ['sandbox', 'service', 'give one'],
  ['http', 'cert', 'plain http has no certificate'],
];

const NEEDS: readonly (readonly [keyof RawOptions, keyof RawOptions, todo: string])[] = [
  ...(['oidc-audience', 'oidc-groups-claim', 'oidc-client-id', 'oidc-scope'] as const).map(
    (option) => [option, 'oidc-issuer', 'say who signs people in'] as const,
  ),
  [
    'oidc-issuer',
    'oidc-audience',
    'say whom tokens must be meant for, or those for any other application of the firm would do',
  ],
  ['oidc-scope', 'oidc-client-id', 'say as what the pane signs in'],
  ['groups-header', 'person-header', 'say who the person is, too'],
];

const FILES = ['key-file', 'store-password-file', 'tokens', 'groups', 'profile', 'cert', 'cert-key', 'audit'] as const;

/** Headers with another meaning cannot be used. */
const HEADER = new RegExp(
  `^(?!(?:${KEY_HEADER}|authorization|cookie|host|x-forwarded-for|forwarded)$)[\\w!#$%&'*+.^\`|~-]*$`,
  'i',
);

/** Sites, or "https:" for all. Other schemes are no sites. */
const SITE = String.raw`(?:'self'|'none'|\*|https?:(?://[^\s;,]+)?|[\w*][\w*.-]*(?::(?:\d+|\*))?(?:/[^\s;,]*)?)`;
const FRAMES = new RegExp(`^${SITE}(?: +${SITE})*$`, 'i');

const FORMS: readonly (readonly [keyof OptionTexts, RegExp, what: string])[] = [
  ['tenant', /^[\w.-]{1,60}$/, 'a name of letters, digits, "_", "-" and "."'],
  ['person-header', HEADER, 'a header such as X-Forwarded-User'],
  ['groups-header', HEADER, 'a header such as X-Forwarded-User'],
  ['frame-ancestors', FRAMES, 'a list such as "https://*.officeapps.live.com https://firm.sharepoint.com"'],
];

/** The checked options that are not plain texts; undefined for missing ones. Times are in milliseconds. */
export function checkOptions(raw: RawOptions, environment: NodeJS.ProcessEnv) {
  const isGiven = (name: keyof RawOptions): boolean => raw[name] !== '' && raw[name] !== false;
  for (const [one, other, why] of EXCLUSIVE)
    if (isGiven(one) && isGiven(other)) throw new StartError(`--${one} and --${other} exclude each other: ${why}`);
  for (const [one, other, todo] of NEEDS)
    if (isGiven(one) && !isGiven(other)) throw new StartError(`--${one} needs --${other}: ${todo}`);
  if (isGiven('groups-header') && raw['groups-header'].toLowerCase() === raw['person-header'].toLowerCase())
    throw new StartError(
      '--groups-header is --person-header, so whoever is called like a group would be in it: name two headers',
    );
  for (const written of ['log', 'audit'] as const)
    for (const other of FILES)
      if (isGiven(written) && other !== written && resolve(raw[other]) === resolve(raw[written]))
        throw new StartError(`--${written} and --${other} are the same file: name two`);
  for (const [option, form, what] of FORMS)
    if (!form.test(raw[option])) throw new StartError(`--${option}: "${raw[option]}" is not ${what}`);
  if (raw.notices !== '') readTextFile('notices', raw.notices);
  const limits: Limits = {
    questionsPerSecond: parseNumber('per-second', raw['per-second'], 1, 100_000),
    symbolsPerSecond: parseLimit(raw, 'symbols-per-second'),
    symbolsPerDay: parseLimit(raw, 'symbols-per-day'),
    ...(raw['requests-per-second'] === ''
      ? DEFAULT_REQUESTS
      : { requestsPerSecond: parseLimit(raw, 'requests-per-second') }),
    requestsPerDay: parseLimit(raw, 'requests-per-day'),
  };
  return {
    port: parsePort('port', raw.port),
    adminPort: parsePort('admin-port', raw['admin-port']),
    quotesFreshMs: parseNumber('quotes-fresh', raw['quotes-fresh'], 0.1, 86_400) * 1000,
    limits,
    maxAnswer:
      raw['max-answer'] === '' ? undefined : parseNumber('max-answer', raw['max-answer'], 0.001, 500) * 1_000_000,
    requestsAtOnce: raw['at-once'] === '' ? undefined : Math.floor(parseNumber('at-once', raw['at-once'], 1, 1_000)),
    dailyQuota: raw.quota === '' ? undefined : parseNumber('quota', raw.quota, 1, 1e12),
    // Without a slash at the end.
    publicUrl: raw['public-url'] === '' ? undefined : readAddress('public-url', raw['public-url']),
    ...readSignIn(raw),
    groups: raw.groups === '' ? DEFAULT_GROUPS : readGroups(raw.groups),
    profile: raw.profile === '' ? {} : readProfile(raw.profile),
    notices: () => linesIn(raw.notices),
    storePassword: readStorePassword(raw['store-password-file'], environment),
  };
}

const parseLimit = (raw: RawOptions, option: keyof RawOptions & `${string}-per-${string}`): number | undefined =>
  raw[option] === '' ? undefined : parseNumber(option, raw[option], 0.01, 1e12);

function readProfile(file: string): WireNames {
  const names = recordIn(readTextFile('profile', file))?.names;
  if (isTexts(names)) return names;
  throw new StartError(`--profile: ${file} is not what "npm run check -- … --out FILE" writes`);
}

const isTexts = (value: unknown): value is WireNames =>
  isRecord(value) && Object.values(value).every((one) => typeof one === 'string');

/** The current lines of a file; none if the file was removed. */
function linesIn(file: string): readonly string[] {
  if (file === '') return [];
  try {
    const lines = readFileSync(file, 'utf8').split('\n');
    return lines.map((line) => line.trim()).filter((line) => line !== '');
  } catch {
    return [];
  }
}

/** Requests to this computer go directly: a proxy could not reach it. */
const DIRECT = 'localhost,127.0.0.1,[::1]';

/** Sends requests to the service and the identity provider through HTTPS_PROXY. Throws a StartError for no address. */
export async function useProxy(environment: NodeJS.ProcessEnv, say: (text: string) => void): Promise<void> {
  const read = (name: string): string => environment[name.toLowerCase()] ?? environment[name] ?? '';
  const httpsProxy = read('HTTPS_PROXY');
  if (httpsProxy === '') return;
  const proxy = URL.canParse(httpsProxy) ? new URL(httpsProxy) : undefined;
  if (!proxy || !/^https?:$/.test(proxy.protocol))
    throw new StartError('HTTPS_PROXY is not an address such as http://proxy.example.com:8080');
  // Without a proxy no second HTTP client is needed.
  const { EnvHttpProxyAgent, setGlobalDispatcher } = await import('undici');
  const noProxy = [read('NO_PROXY'), DIRECT].filter((hosts) => hosts !== '').join(',');
  setGlobalDispatcher(new EnvHttpProxyAgent({ httpsProxy, noProxy }));
  // Without its user and password.
  say(
    `Other computers are asked through the proxy ${proxy.host}${read('NO_PROXY') === '' ? '' : ', but those in NO_PROXY'}`,
  );
}
