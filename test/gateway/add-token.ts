import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runTokenCommand } from '../../src/gateway/command/token-command';

/** The name of a file of tokens that does not exist yet. */
export const newTokenFile = (): string => path.join(mkdtempSync(path.join(tmpdir(), 'md-tokens-')), 'tokens.json');

/** What the command `token …` says and prints, without a process of its own. Rejects with the sentence that ends it. */
export async function tokenCommand(...words: readonly string[]): Promise<string> {
  const said: string[] = [];
  const printed = await runTokenCommand(words, {}, (text) => said.push(text));
  return [...said, ...printed].join('\n');
}
