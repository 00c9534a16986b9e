import { existsSync } from 'node:fs';
import { DEFAULT_GROUPS } from '../access/groups';
import { comparable, hasExpired, makeToken, type TokenRecord, TokenFile } from '../access/personal-tokens';
import { readable } from '../access/sign-in';
import { StartError } from '../errors';
import { parseNumber, parseWords, readVariable } from './options';

const USAGE =
  'use "token add NAME [--groups fx,equity] [--days 90]", "token list", "token revoke NAME", "token bar NAME" or ' +
  '"token unbar NAME", each with --tokens FILE';
/** The word that removes the groups or the last day of a replaced token; "token list" shows it for none. */
const [EVERYTHING, FOREVER] = ['everything', 'forever'];
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._@'-]{0,59}$/u;
/** Any name that an identity provider may give a person. */
const ANY_NAME = /^[^\p{C}\p{Zl}\p{Zp}]{1,200}$/u;

/** Returns the lines to print. Throws a StartError. @param say prints remarks that belong to no line */
export async function runTokenCommand(
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
  say: (text: string) => void = () => undefined,
): Promise<string[]> {
  const { positionals, values } = parseWords(words, OPTIONS, USAGE);
  const [action, name, ...more] = positionals;
  if (more.length > 0) throw new StartError(`"${more[0]!}" is too much: ${USAGE}`);
  if (!['add', 'list', 'revoke', 'bar', 'unbar'].includes(action ?? ''))
    throw new StartError(`"token ${action ?? ''}" is not a command: ${USAGE}`);
  if (values.store !== undefined)
    throw new StartError('--store: tokens are in a file, no longer in a store: name it with --tokens FILE');
  const path = values.tokens ?? readVariable('tokens', environment) ?? '';
  if (path === '') throw new StartError('Say where tokens are kept: --tokens FILE');
  if (!existsSync(path) && ['list', 'revoke', 'unbar'].includes(action ?? ''))
    throw new StartError(`--tokens: there is no ${path}`);
  const file = new TokenFile(path);
  if (action === 'list') return list(file);
  const isOfBars = action === 'bar' || action === 'unbar';
  if (name === undefined || !(isOfBars ? ANY_NAME : NAME).test(name))
    throw new StartError(
      name === undefined ? `A name is missing: ${USAGE}` : `"${name}" is not a name of letters and digits`,
    );
  if (action === 'add') return add(name, values, file, say);
  if (action === 'revoke' || action === 'bar') return end(name, action === 'bar' ? 'barred' : 'revoked', file);
  return unbar(name, file);
}

const OPTIONS = {
  groups: { type: 'string' },
  days: { type: 'string' },
  tokens: { type: 'string' },
  store: { type: 'string' },
} as const;

async function list(file: TokenFile): Promise<string[]> {
  const { records, unreadable } = await file.readTokens();
  const sorted = [...records].sort((a, b) => a.name.localeCompare(b.name));
  // A name may come from anybody who can write into the file, so it must not contain control codes for the terminal.
  return [
    ...sorted.map((record) => lineOf(record).split('\t').map(readable).join('\t')),
    ...unreadable.map((name) => `${name}\tcannot be read: add or revoke it again`),
  ];
}

async function add(
  name: string,
  { groups, days }: { groups?: string | undefined; days?: string | undefined },
  file: TokenFile,
  say: (text: string) => void,
): Promise<string[]> {
  const { records, barred = [] } = await file.readTokens();
  const before = records.find((record) => record.name === name);
  const names = groups === undefined ? before?.groups : readNames(groups);
  const own = names?.filter((group) => !DEFAULT_GROUPS.has(group)) ?? [];
  if (own.length > 0)
    say(
      `${own.map((group) => `"${group}"`).join(', ')} is none of the groups ${[...DEFAULT_GROUPS.keys()].join(', ')}: ` +
        'start the gateway with a --groups FILE that has it',
    );
  if (barsOf(name, records, barred).length > 0)
    throw new StartError(`${name} is barred: a token is of no use before "token unbar ${name}"`);
  if (before && before.hash !== '' && days === undefined && hasExpired(before, Date.now()))
    throw new StartError(
      `The token of ${name} has expired: say for how many days the new one is valid with --days, or --days ${FOREVER}`,
    );
  const { token, record } = makeToken(name, {
    groups: names,
    ...(days === undefined
      ? { expires: before?.expires }
      : days !== FOREVER && { days: parseNumber('days', days, 1, 3_650) }),
  });
  await file.writeToken(record);
  if (before && before.hash !== '' && before.revoked === undefined && !hasExpired(before, Date.now()))
    say(`The former token of ${name} is no longer in force: who uses it needs the new one`);
  const kept = [
    ...(groups === undefined && record.groups ? [`its groups ${record.groups.join(',')}`] : []),
    ...(days === undefined && record.expires !== undefined ? [`its last day ${record.expires.slice(0, 10)}`] : []),
  ];
  if (kept.length > 0)
    say(`The new token of ${name} keeps ${kept.join(' and ')}: --groups ${EVERYTHING} and --days ${FOREVER} would not`);
  return [token];
}

function readNames(groups: string): string[] | undefined {
  if (groups === EVERYTHING) return undefined;
  // A repeated group would count its requests twice.
  const names = [...new Set(groups.split(',').map((name) => name.trim()))];
  if (names.includes('')) throw new StartError(`--groups: "${groups}" is not a list of groups such as fx,equity`);
  return names;
}

/** Revokes a token, or bars a person: neither a token nor a sign-in lets that person in then. */
async function end(name: string, how: 'revoked' | 'barred', file: TokenFile): Promise<string[]> {
  const { records, unreadable } = await file.readTokens();
  const record = records.find((one) => one.name === name);
  if (how === 'revoked' && !record && !unreadable.includes(name))
    throw new StartError(`Nobody called "${name}" has a token`);
  const now = new Date().toISOString();
  // An unreadable record is replaced by one that lets nobody in.
  await file.writeToken({ ...(record ?? { name, hash: '', added: now }), [how]: now });
  return [`${name}: ${how}`];
}

/** A revoked token stays revoked. */
async function unbar(name: string, file: TokenFile): Promise<string[]> {
  const { records, barred = [] } = await file.readTokens();
  const names = barsOf(name, records, barred);
  if (names.length === 0) throw new StartError(`Nobody called "${name}" is barred`);
  for (const own of names) {
    const none: TokenRecord = { name: own, hash: '', added: new Date().toISOString() };
    const { barred: _, ...rest } = records.findLast((one) => one.name === own) ?? none;
    await file.writeToken(rest);
  }
  return [`${name}: no longer barred`];
}

/** Bars concern a person however the name is spelt: in capitals, too. */
const barsOf = (name: string, records: readonly TokenRecord[], barred: readonly string[]): readonly string[] =>
  [...new Set([...barred, ...records.filter((one) => one.barred !== undefined).map((one) => one.name)])].filter(
    (one) => comparable(one) === comparable(name),
  );

function lineOf(record: TokenRecord): string {
  const { name, hash, groups, added, expires, revoked, barred } = record;
  if (hash === '' && revoked === undefined)
    return [name, barred === undefined ? 'has no token' : `barred\tsince ${barred.slice(0, 10)}`].join('\t');
  const ended = barred !== undefined ? 'barred' : revoked !== undefined ? 'revoked' : undefined;
  const state = ended ?? (hasExpired(record, Date.now()) ? 'expired' : 'in force');
  return [
    name,
    state,
    `added ${added.slice(0, 10)}`,
    expires === undefined ? 'does not expire' : `until ${expires.slice(0, 10)}`,
    groups?.join(',') ?? EVERYTHING,
  ].join('\t');
}
