import { readFile, rename, writeFile } from 'node:fs/promises';
import { StartError } from '../start-error';
import { isToken, type StoredTokens, type TokenRecord, type TokenStorage } from './token';
import { isRecord } from '../../core/basics';

/** Tokens in a JSON file, for gateways without a store. A name has one token at a time. */
export class TokenFile implements TokenStorage {
  constructor(private readonly path: string) {}

  /** A missing file is an error: it may be away for a moment, and its tokens stay valid. */
  async read(): Promise<StoredTokens> {
    const entries = entriesIn(await this.#text(), this.path);
    return {
      records: entries.filter(isToken),
      unreadable: entries.flatMap((entry, index) => (isToken(entry) ? [] : [nameOf(entry, index)])),
    };
  }

  /** Replaced as a whole, so that a gateway never reads half of it. What cannot be read of others stays as it is. */
  async write(record: TokenRecord): Promise<void> {
    const others = entriesIn(await this.#text('[]'), this.path).filter(
      (entry, index) => nameOf(entry, index) !== record.name,
    );
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

const nameOf = (entry: unknown, index: number): string =>
  isRecord(entry) && typeof entry.name === 'string' ? entry.name : `record ${index + 1}`;

function entriesIn(text: string, path: string): readonly unknown[] {
  try {
    const parsed: unknown = JSON.parse(text);
    if (Array.isArray(parsed)) return parsed as readonly unknown[];
  } catch {
    // The parser's error quotes the file.
  }
  throw new StartError(
    `--tokens: ${path} does not hold tokens: make it with "npm run gateway -- token add NAME --tokens FILE"`,
  );
}
