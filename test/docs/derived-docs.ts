import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPERATIONS } from '../../src/api/operations';
import { CATALOG } from '../../src/functions/catalog';
import { houseOf, walk, withHouseTables } from './house-page';
import { readSources } from './house-figures';
import { housePicture, isTruePicture } from './house-picture';
import { coverage, type TestFile } from './coverage';
import { functionLists } from './function-lists';
import { withFunctionTable } from './function-table';
import { withRoomImports } from './room-map';

const ROOT = join(__dirname, '../..');
const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8');

const testFiles = (): TestFile[] =>
  readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .sort()
    .map((name) => ({ name: name.replaceAll('\\', '/'), text: read(join('test', name)) }));

/** The modules that follow from the catalog, by path, as they should be. */
export const derivedCode = (): Promise<Readonly<Record<string, string>>> => functionLists(CATALOG);

/** The documents that follow from the code, by name, as they should be. */
export async function derivedDocs(): Promise<Readonly<Record<string, string>>> {
  // Late, because it is itself derived.
  const { HELP } = await import('../../src/functions/generated/help-texts');
  return {
    'README.md': withFunctionTable(read('README.md'), HELP),
    'docs/coverage.md': coverage(OPERATIONS, CATALOG, testFiles()),
  };
}

/** The page of the house and its picture, which stays as it is while it is about right. */
export function derivedHouse(): Readonly<Record<string, string>> {
  const sources = readSources(join(ROOT, 'src'));
  const picture = existsSync(join(ROOT, PICTURE)) ? read(PICTURE) : '';
  return {
    [PAGE]: withHouseTables(withRoomImports(read(PAGE)), houseOf(sources, walk())),
    [PICTURE]: isTruePicture(picture, sources) ? picture : housePicture(sources, 'src/ now'),
  };
}

const PAGE = 'docs/house.md';
const PICTURE = 'docs/house-now.svg';

const write = (files: Readonly<Record<string, string>>): void => {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(ROOT, name), text);
};

if (require.main === module) {
  void (async () => {
    write(await derivedCode());
    write(await derivedDocs());
    const house = derivedHouse();
    write(house);
    console.log(house[PAGE]!.match(/^\|.*/gm)!.join('\n'));
  })();
}
