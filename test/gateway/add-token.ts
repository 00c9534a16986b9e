import { makeToken, TokenStore } from '../../src/gateway/access/personal-tokens';
import { Store } from '../../src/gateway/nodes/store';

/** Adds a token to a store. Faster than the command, which is a process of its own. */
export async function addTokenTo(url: string): Promise<string> {
  const store = await Store.open(url, 'default');
  try {
    const { token, record } = makeToken('firm', {});
    await new TokenStore(store).write(record);
    return token;
  } finally {
    store.close();
  }
}
