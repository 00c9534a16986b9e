import { readFile, rename, writeFile } from 'node:fs/promises';
import { isRecord } from '../../core/is-record';
import { StartError } from '../start-error';
import type { TokenRecord, TokenShelf } from './token';

/** Tokens in a JSON file, for gateways without a store. A name has one token at a time. */
export class TokenFile implements TokenShelf {
  constructor(private readonly path: string) {}

  /** A missing file is an error: it may be away for a moment, and its tokens stay valid. */
  async read(): Promise<readonly TokenRecord[]> {
    return readTokens(await this.#text(), this.path);
  }

  /** Replaced as a whole, so that a gateway never reads half of it. */
  async write(record: TokenRecord): Promise<void> {
    const others = readTokens(await this.#text('[]'), this.path).filter(({ name }) => name !== record.name);
    const unfinished = `${this.path}.${process.pid}`;
    try {
      await writeFile(unfinished, `${JSON.stringify([...others, record], null, 2)}\n`, { mode: 0o600 });
      await rename(unfinished, this.path);
    } catch {
      throw new StartError(`--tokens: ${this.path} cannot be written`);
    }
  }

  /** @param missing what a missing file counts as */
  async #text(missing?: string): Promise<string> {
    try {
      return await readFile(this.path, 'utf8');
    } catch (error) {
      if (missing !== undefined && (error as NodeJS.ErrnoException).code === 'ENOENT') return missing;
      throw new StartError(`--tokens: ${this.path} cannot be read`);
    }
  }
}

function readTokens(text: string, path: string): readonly TokenRecord[] {
  try {
    const parsed: unknown = JSON.parse(text);
    if (Array.isArray(parsed) && parsed.every(isToken)) return parsed;
  } catch {
    // The parser's error quotes the file.
  }
  throw new StartError(
    `--tokens: ${path} does not hold tokens: make it with "npm run gateway -- token add NAME --tokens FILE"`,
  );
}

export const isToken = (value: unknown): value is TokenRecord =>
  isRecord(value) && typeof value.name === 'string' && typeof value.hash === 'string';
