import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isOnlyOfFile } from '../../../../src/workbench/xlsx/names';

const FOLDER = path.resolve('src/app/workbook');
const PREFIXES = readdirSync(FOLDER).flatMap((name) =>
  Array.from(readFileSync(path.join(FOLDER, name), 'utf8').matchAll(/_NAME_PREFIX = '(.+)'/g), ([, prefix]) => prefix!),
);

const hidden = (name: string) => isOnlyOfFile({ name, formula: 'Sheet1!$A$1', isHidden: true });

it('finds the prefixes of alerts, charts, frozen formulas, snapshots and their amounts', () => {
  expect(PREFIXES.length).toBeGreaterThanOrEqual(5);
});

it.each(PREFIXES)('knows a hidden name with %s as the product’s own, which follows its cells', (prefix) => {
  expect(hidden(`${prefix}1`)).toBe(false);
});

it.each(['solver_opt', 'MD_other', '_xlnm.Print_Area'])('leaves the hidden name %s as the file has it', (name) => {
  expect(hidden(name)).toBe(true);
});

it('leaves a name that means another cell in each cell as the file has it', () => {
  const isLeft = (formula: string) => isOnlyOfFile({ name: 'Before', formula });
  expect(['Sheet1!XFD1', 'Sheet1!$A1', 'SUM(Sheet1!$A$1:A$1)', 'Sheet1!$A$1'].map(isLeft)).toEqual([
    true,
    true,
    true,
    false,
  ]);
});
