import { posix } from 'node:path';
import type { OutputFileSystem } from 'webpack';

/**
 * A file system for webpack's output without a disk: several servers may build at the same time without seeing each
 * other's unfinished files.
 */
export class OutputInMemory {
  readonly files = new Map<string, Uint8Array<ArrayBuffer>>();

  readonly fileSystem: OutputFileSystem = {
    join: (...paths) => posix.join(...paths),
    relative: (from, to) => posix.relative(from, to),
    dirname: (path) => posix.dirname(path),
    mkdir: (...given: unknown[]) => {
      callbackOf(given)(null);
    },
    writeFile: (...given: unknown[]) => {
      const [path, content] = given as [string, string | Uint8Array];
      this.files.set(path.replace(/^\//, ''), new Uint8Array(Buffer.from(content)));
      callbackOf(given)(null);
    },
    stat: (...given: unknown[]) => {
      callbackOf(given)(new Error('No file has been written yet'));
    },
    readFile: (...given: unknown[]) => {
      callbackOf(given)(new Error('No file has been written yet'));
    },
  };
}

/** Node's file functions take their callback last, after optional arguments. */
const callbackOf = (given: readonly unknown[]): ((error: Error | null) => void) =>
  given.at(-1) as (error: Error | null) => void;
