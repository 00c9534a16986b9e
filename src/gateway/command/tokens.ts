import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { DEFAULT_GROUPS } from '../access/groups';
import { hasExpired, makeToken, type TokenRecord, type TokenShelf } from '../access/token';
import { TokenFile } from '../access/token-file';
import { Store } from '../nodes/store';
import { TokenStore } from '../nodes/token-store';
import { StartError } from '../start-error';
import { DEFAULT_TENANT, parseNumber, readTenant, readVariable } from './options';

const USAGE =
  'use "token add NAME [--groups fx,equity] [--days 90]", "token list" or "token revoke NAME", each with --tokens ' +
  'FILE or --store redis://HOST:PORT';
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._@'-]{0,59}$/u;

/**
 * The command `token add | list | revoke`. Returns the lines to print. Throws a StartError.
 *
 * @param say remarks that belong to no line
 */
export async function runTokenCommand(
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
  say: (text: string) => void = () => undefined,
): Promise<string[]> {
  const { positionals, values } = parse(words);
  const [action, name, ...more] = positionals;
  if (more.length > 0) throw new StartError(`"${more[0]!}" is too much: ${USAGE}`);
  const url = values.store ?? readVariable('store', environment) ?? '';
  const file = values.tokens ?? readVariable('tokens', environment) ?? '';
  if (url === '' && file === '')
    throw new StartError('Say where tokens are kept: --tokens FILE or --store redis://HOST:PORT');
  if (url !== '' && file !== '')
    throw new StartError('--store and --tokens exclude each other: with a store the tokens are in it');
  if (file !== '' && (action === 'list' || action === 'revoke') && !existsSync(file))
    throw new StartError(`--tokens: there is no ${file}`);
  const tenant = readTenant(values.tenant ?? readVariable('tenant', environment) ?? DEFAULT_TENANT);
  const store = url === '' ? undefined : await Store.open(url, tenant);
  const shelf = store ? new TokenStore(store) : new TokenFile(file);
  try {
    if (action === 'list') return (await shelf.read()).map(lineOf);
    if (name === undefined || !NAME.test(name))
      throw new StartError(
        name === undefined ? `A name is missing: ${USAGE}` : `"${name}" is not a name of letters and digits`,
      );
    if (action === 'add') return await add(name, values, shelf, say);
    if (action === 'revoke') return await revoke(name, shelf);
    throw new StartError(`"token ${action ?? ''}" is not a command: ${USAGE}`);
  } finally {
    store?.close();
  }
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        groups: { type: 'string' },
        days: { type: 'string' },
        tokens: { type: 'string' },
        store: { type: 'string' },
        tenant: { type: 'string' },
      },
    });
  } catch (error) {
    throw new StartError(`${(error as Error).message.split('.')[0]!}: ${USAGE}`);
  }
}

async function add(
  name: string,
  { groups, days }: { groups?: string | undefined; days?: string | undefined },
  shelf: TokenShelf,
  say: (text: string) => void,
): Promise<string[]> {
  const names = groups === undefined ? undefined : readNames(groups);
  const own = names?.filter((group) => !DEFAULT_GROUPS.has(group)) ?? [];
  if (own.length > 0)
    say(
      `${own.map((group) => `"${group}"`).join(', ')} is none of the groups ${[...DEFAULT_GROUPS.keys()].join(', ')}: ` +
        'start the gateway with a --groups FILE that has it',
    );
  const { token, record } = makeToken(name, {
    ...(names !== undefined && { groups: names }),
    ...(days !== undefined && { days: parseNumber('days', days, 1, 3_650) }),
  });
  await shelf.write(record);
  return [token];
}

function readNames(groups: string): string[] {
  const names = groups.split(',').map((name) => name.trim());
  if (names.includes('')) throw new StartError(`--groups: "${groups}" is not a list of groups such as fx,equity`);
  return names;
}

async function revoke(name: string, shelf: TokenShelf): Promise<string[]> {
  const record = (await shelf.read()).find((one) => one.name === name);
  if (!record) throw new StartError(`Nobody called "${name}" has a token`);
  await shelf.write({ ...record, revoked: new Date().toISOString() });
  return [`${name}: revoked`];
}

function lineOf(record: TokenRecord): string {
  const { name, groups, added, expires, revoked } = record;
  const state = revoked !== undefined ? 'revoked' : hasExpired(record, Date.now()) ? 'expired' : 'in force';
  return [
    name,
    state,
    `added ${added.slice(0, 10)}`,
    expires === undefined ? 'does not expire' : `until ${expires.slice(0, 10)}`,
    groups?.join(',') ?? 'everything',
  ].join('\t');
}
