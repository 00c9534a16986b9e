import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { houseFigures, readSources } from './house-figures';

test('the figures of the house count imports, methods, and exports by the files that import them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'house-'));
  writeFileSync(join(folder, 'a.ts'), 'export const one = 1;\nexport const two = 2;\nexport interface None {}\n');
  writeFileSync(join(folder, 'b.ts'), "import {\n  one,\n  two,\n} from './a';\nconsole.log(one, two);\n");
  writeFileSync(join(folder, 'c.tsx'), "import { two } from './a';\nexport { one } from './a';\nvoid two;\n");
  writeFileSync(join(folder, 'd.ts'), "void import('./c');\n");
  writeFileSync(join(folder, 'e.ts'), 'class Cells {\n  read() {}\n  readCells() {}\n  constructor() {}\n}\n');
  expect(houseFigures(readSources(folder))).toMatchObject({
    files: 5,
    lines: 17,
    importCount: 3,
    deepLines: 0,
    exports: 4,
    exportsWithOneImporter: 1,
    methods: 2,
    oneWordMethods: 1,
  });
});
