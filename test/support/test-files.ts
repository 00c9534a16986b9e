import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const TESTS = path.join(__dirname, '..') + path.sep;

const SPECIFIERS = /\b(?:from |import |import\(|require\()'(\.[^']+)'/g;

/** Files of test/, and those of test/ that they import, directly or through others. */
export function withImports(files: readonly string[]): ReadonlySet<string> {
  const found = new Set(files);
  // What is added meanwhile is visited too.
  for (const file of found)
    for (const [, specifier] of readFileSync(file, 'utf8').matchAll(SPECIFIERS)) {
      const imported = resolved(path.join(path.dirname(file), specifier!));
      if (imported?.startsWith(TESTS)) found.add(imported);
    }
  return found;
}

const resolved = (file: string): string | undefined =>
  [file, `${file}.ts`, `${file}.tsx`].find((name) => path.extname(name) !== '' && existsSync(name));
