import { existsSync } from 'node:fs';
import { isLoopback } from '../access/guard';
import { PersonRateLimiter } from '../access/limits';
import { People } from '../access/people';
import { TokenFile } from '../access/token-file';
import { shownUrl, Store } from '../nodes/store';
import { TokenStore } from '../nodes/token-store';
import { StartError } from '../start-error';
import type { RawOptions } from './options';
import type { StartOptions } from './start-options';

/** Who may ask, and the store that the nodes share, if there is one. Throws a StartError. */
export async function openAccess(
  raw: RawOptions,
  { perSecond, groups }: Pick<StartOptions, 'perSecond' | 'groups'>,
  closing: (() => unknown)[],
): Promise<{ readonly people: People; readonly store: Store | undefined }> {
  const isFile = raw.tokens !== '';
  if (isFile && !existsSync(raw.tokens))
    throw new StartError(
      `--tokens: there is no ${raw.tokens}: make it with "npm run gateway -- token add NAME --tokens ${raw.tokens}"`,
    );
  const store = raw.store === '' ? undefined : await Store.open(raw.store, raw.tenant);
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
  const people = new People(tokens, groups, limits, isFile);
  await people.start();
  closing.push(() => {
    people.stop();
  });
  if (!people.isTokenNeeded && !isLoopback(raw.host)) {
    const where = store ? `--store ${shownUrl(raw.store)}` : '--tokens FILE';
    throw new StartError(
      `--host: without tokens the gateway listens on this computer alone, not on ${raw.host}: ` +
        `add a token with "npm run gateway -- token add NAME ${where}"${store ? '' : ', then start with --tokens FILE'}`,
    );
  }
  return { people, store };
}
