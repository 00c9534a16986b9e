import { existsSync } from 'node:fs';
import { isLoopback } from '../access/guard';
import { PersonRateLimiter } from '../access/limits';
import { People } from '../access/people';
import { TokenFile } from '../access/token-file';
import { shownUrl, Store } from '../nodes/store';
import { TokenStore } from '../nodes/token-store';
import { StartError } from '../start-error';
import { DEFAULT_TENANT, type RawOptions } from './options';
import type { StartOptions } from './start-options';

/**
 * Who may ask, and the store that the nodes share, if there is one. Throws a StartError.
 *
 * Nobody needs a token only if nobody else can reach the gateway: it listens on this computer alone, its public address
 * is on this computer, and it has neither a store nor a file of tokens. No data decides that, so no loss of data does.
 */
export async function openAccess(
  raw: RawOptions,
  { perSecond, groups, publicUrl, storePassword }: StartOptions,
  closing: (() => unknown)[],
  say: (text: string) => void,
): Promise<{ readonly people: People; readonly store: Store | undefined }> {
  const isFile = raw.tokens !== '';
  const isOwn = isLoopback(raw.host) && (publicUrl === undefined || isLoopback(new URL(publicUrl).hostname));
  if (raw.store === '' && !isFile && !isLoopback(raw.host))
    throw new StartError(
      `--host: without tokens the gateway listens on this computer alone, not on ${raw.host}: ` +
        'add a token with "npm run gateway -- token add NAME --tokens FILE", then start with --tokens FILE',
    );
  if (isFile && !existsSync(raw.tokens))
    throw new StartError(
      `--tokens: there is no ${raw.tokens}: make it with "npm run gateway -- token add NAME --tokens ${raw.tokens}"`,
    );
  const store =
    raw.store === '' ? undefined : await Store.open(raw.store, raw.tenant, { password: storePassword, say });
  closing.push(() => store?.close());
  const limits = new PersonRateLimiter(
    perSecond,
    store && {
      client: store.client,
      isUp: () => store.isUp,
      ask: (work) => store.ask(work),
      prefix: store.key('limit'),
    },
  );
  const tokens = store ? new TokenStore(store) : isFile ? new TokenFile(raw.tokens) : undefined;
  const people = new People(tokens, groups, limits, tokens !== undefined || !isOwn, say);
  await people.start();
  closing.push(() => {
    people.stop();
  });
  const tenant = raw.tenant === DEFAULT_TENANT ? '' : ` --tenant ${raw.tenant}`;
  const where = store ? `--store ${shownUrl(raw.store)}${tenant}` : `--tokens ${isFile ? raw.tokens : 'FILE'}`;
  say(whoIsLetIn(people, where));
  return { people, store };
}

/** Told at the start, so that nobody finds out from a stranger. */
function whoIsLetIn({ state }: People, where: string): string {
  if (!state.isNeeded) return 'Nobody needs a token: only this computer is let in';
  if (state.inForce > 0) return `Everybody needs a token: ${state.inForce} in force`;
  return (
    'Everybody needs a token, and none is in force, so nobody is let in: ' +
    `add one with "npm run gateway -- token add NAME ${where}"${where === '--tokens FILE' ? `, then start with ${where}` : ''}`
  );
}
