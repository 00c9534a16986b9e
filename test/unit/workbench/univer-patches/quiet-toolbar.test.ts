import type { Spreadsheet } from '../../../../src/workbench/sheet/spreadsheet';
import { keepToolbar } from '../../../../src/workbench/univer-patches/quiet-toolbar';

const [bold, chart, boldOfAnotherUnit] = [{ key: 'bold' }, { key: 'chart' }, { key: 'bold' }];
const tabsOf = (...buttons: readonly object[]): object[] => [
  { key: 'ribbon.start', children: [{ key: 'font', children: buttons }] },
];

test.each<[string, object[], object[], number]>([
  ['not when the engine asks again', tabsOf(bold), tabsOf(bold), 1],
  ['when a button comes', tabsOf(bold), tabsOf(bold, chart), 2],
  ['when a button goes', tabsOf(bold, chart), tabsOf(bold), 2],
  ['when the same buttons are made for another unit', tabsOf(bold), tabsOf(boldOfAnotherUnit), 2],
  ['when all go', tabsOf(bold), [], 2],
])('the toolbar is drawn anew %s', (_, first, second, times) => {
  const drawn: unknown[] = [];
  const toolbar = { _setRibbon: (tabs: unknown) => drawn.push(tabs) as unknown };
  keepToolbar({ serviceOf: () => toolbar } as unknown as Pick<Spreadsheet, 'serviceOf'>);
  toolbar._setRibbon(first);
  toolbar._setRibbon(second);
  expect(drawn).toEqual([first, second].slice(0, times));
});
