import { makeToken, TokenStore } from '../../src/gateway/access/personal-tokens';
import { runTokenCommand } from '../../src/gateway/command/token-command';
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

/** What the command `token …` says and prints, without a process of its own. Rejects with the sentence that ends it. */
export async function tokenCommand(...words: readonly string[]): Promise<string> {
  const said: string[] = [];
  const printed = await runTokenCommand(words, {}, (text) => said.push(text));
  return [...said, ...printed].join('\n');
}
