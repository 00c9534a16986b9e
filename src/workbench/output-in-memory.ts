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
    mkdir: (...args: unknown[]) => {
      callbackOf(args)(null);
    },
    writeFile: (...args: unknown[]) => {
      const [path, content] = args as [string, string | Uint8Array];
      this.files.set(path.replace(/^\//, ''), new Uint8Array(Buffer.from(content)));
      callbackOf(args)(null);
    },
    stat: (...args: unknown[]) => {
      callbackOf(args)(new Error('No file has been written yet'));
    },
    readFile: (...args: unknown[]) => {
      callbackOf(args)(new Error('No file has been written yet'));
    },
  };
}

/** Node's file functions take their callback last, after optional arguments. */
const callbackOf = (args: readonly unknown[]): ((error: Error | null) => void) =>
  args.at(-1) as (error: Error | null) => void;
