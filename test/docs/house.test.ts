import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { houseFigures, readSources } from './house-figures';
import { housePicture, isTruePicture } from './house-picture';

describe('the figures of the house', () => {
  test('count imports, and exports by the files that import them', () => {
    const folder = mkdtempSync(join(tmpdir(), 'house-'));
    writeFileSync(join(folder, 'a.ts'), 'export const one = 1;\nexport const two = 2;\nexport interface None {}\n');
    writeFileSync(join(folder, 'b.ts'), "import {\n  one,\n  two,\n} from './a';\nconsole.log(one, two);\n");
    writeFileSync(join(folder, 'c.tsx'), "import { two } from './a';\nexport { one } from './a';\nvoid two;\n");
    writeFileSync(join(folder, 'd.ts'), "void import('./c');\n");
    expect(houseFigures(readSources(folder))).toMatchObject({
      files: 4,
      lines: 12,
      importCount: 3,
      deepLines: 0,
      exports: 4,
      exportsWithOneImporter: 1,
    });
  });
});

describe('the picture of the house', () => {
  const files = [
    { path: 'core/a.ts', lines: 300 },
    { path: 'core/b.ts', lines: 20 },
    { path: 'api/c.ts', lines: 100 },
  ];
  const picture = housePicture(files, 'src/');

  test('is true while files change little', () => {
    expect(isTruePicture(picture, files)).toBe(true);
    expect(isTruePicture(picture, [files[0]!, { path: 'core/b.ts', lines: 35 }, files[2]!])).toBe(true);
  });

  test('is not true once a file comes, goes or grows by a quarter', () => {
    expect(isTruePicture(picture, [...files, { path: 'core/d.ts', lines: 1 }])).toBe(false);
    expect(isTruePicture(picture, files.slice(1))).toBe(false);
    expect(isTruePicture(picture, [{ path: 'core/a.ts', lines: 420 }, files[1]!, files[2]!])).toBe(false);
  });
});
