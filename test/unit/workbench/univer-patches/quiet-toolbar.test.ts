import type { Spreadsheet } from '../../../../src/workbench/sheet/spreadsheet';
import { keepToolbar } from '../../../../src/workbench/univer-patches/quiet-toolbar';

const groupsOf = (...keys: readonly string[]): object[] => [
  { key: 'ribbon.start', order: 0, children: [{ key: 'font', children: keys.map((key) => ({ key, item: {} })) }] },
];

test('the toolbar is drawn anew when a button comes or goes, and not when the engine asks again', () => {
  const drawn: unknown[] = [];
  const toolbar = { _setRibbon: (groups: unknown) => drawn.push(groups) as unknown };
  keepToolbar({ serviceOf: () => toolbar } as unknown as Pick<Spreadsheet, 'serviceOf'>);
  const told = [groupsOf('bold'), groupsOf('bold'), groupsOf('bold', 'chart'), groupsOf('bold', 'chart'), groupsOf()];
  for (const groups of told) toolbar._setRibbon(groups);
  expect(drawn).toEqual([groupsOf('bold'), groupsOf('bold', 'chart'), groupsOf()]);
});
