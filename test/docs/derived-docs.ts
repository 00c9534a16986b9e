import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPERATIONS } from '../../src/api/operations';
import { CATALOG } from '../../src/functions/catalog';
import type { TestFile } from './coverage';
import { coverage } from './coverage';
import { withFunctionTable } from './function-table';

const ROOT = join(__dirname, '../..');
const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8');

const testFiles = (): TestFile[] => readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts')).sort()
  .map((name) => ({ name: name.replaceAll('\\', '/'), text: read(join('test', name)) }));

/** The documents that follow from the code, by name, as they should be. */
export const derivedDocs = (): Readonly<Record<string, string>> => ({
  'README.md': withFunctionTable(read('README.md'), CATALOG),
  'docs/coverage.md': coverage(OPERATIONS, CATALOG, testFiles()),
});

if (require.main === module) {
  for (const [name, text] of Object.entries(derivedDocs())) writeFileSync(join(ROOT, name), text);
}
