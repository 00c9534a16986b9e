import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const HASHED = /\.([0-9a-f]{8})\.js$/;

/** Copies a built add-in as it is after a change that reaches every file: each script has another hash in its name. */
export async function copyWithOtherHashes(addIn: string, folder: string): Promise<void> {
  await cp(addIn, folder, { recursive: true, filter: (file) => !HASHED.test(file) });
  const scripts = (await readdir(addIn)).filter((name) => /\.(js|html)$/.test(name));
  const hashes = scripts.flatMap((name) => HASHED.exec(name)?.[1] ?? []);
  const anyHash = new RegExp(hashes.join('|'), 'g');
  const renamed = (text: string): string => text.replace(anyHash, otherHash);
  for (const name of scripts) {
    await writeFile(join(folder, renamed(name)), renamed(await readFile(join(addIn, name), 'utf8')));
  }
}

const otherHash = (hash: string): string =>
  hash.replace(/./g, (digit) => ((parseInt(digit, 16) + 1) % 16).toString(16));
