import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CATALOG } from '../../src/functions/catalog';
import { functionLists } from './function-lists';
import { withFunctionTable } from './function-table';
import { withRoomImports } from './room-map';

const ROOT = join(__dirname, '../..');
const PAGE = 'docs/architecture.md';
const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8');

/** The modules that follow from the catalog, by path, as they should be. */
export const derivedCode = (): Promise<Readonly<Record<string, string>>> => functionLists(CATALOG);

/** The documents that follow from the code, by name, as they should be. */
export async function derivedDocs(): Promise<Readonly<Record<string, string>>> {
  // Late, because it is itself derived.
  const { HELP } = await import('../../src/functions/generated/help-texts');
  return { 'README.md': withFunctionTable(read('README.md'), HELP), [PAGE]: withRoomImports(read(PAGE)) };
}

const write = (files: Readonly<Record<string, string>>): void => {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(ROOT, name), text);
};

if (require.main === module) {
  void (async () => {
    write(await derivedCode());
    write(await derivedDocs());
  })();
}
