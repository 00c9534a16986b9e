import { readFileSync, statSync } from 'node:fs';
import { readTextFile } from './options';

/** The operator's messages to users: the lines of a file, read again whenever it has changed. */
export class Notices {
  #lines: readonly string[];
  #changedAt: number | undefined;

  /** Throws a StartError if the file cannot be read. */
  constructor(private readonly path: string) {
    this.#lines = linesOf(readTextFile('notices', path));
  }

  get current(): readonly string[] {
    try {
      const { mtimeMs } = statSync(this.path);
      if (mtimeMs !== this.#changedAt) this.#lines = linesOf(readFileSync(this.path, 'utf8'));
      this.#changedAt = mtimeMs;
    } catch {
      // Whoever removes the file has nothing to say any more.
      this.#lines = [];
      this.#changedAt = undefined;
    }
    return this.#lines;
  }
}

const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
