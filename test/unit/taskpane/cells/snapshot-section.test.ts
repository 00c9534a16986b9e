import { changeTexts, sideText } from '../../../../src/taskpane/cells/snapshot-section';
import type { Change } from '../../../../src/app/workbook/snapshot-match';
import { english } from '../../../../src/taskpane/texts/language';

const block = { sheet: 'Sheet1', row: 0, column: 0, rows: 1, columns: 1 };
const NUMBERS: Change = {
  block,
  older: 1.04175,
  newer: 1.0521675,
  change: 0.01,
  format: '0.00000',
  difference: undefined,
  olderNames: ['EURUSD'],
  newerNames: ['EURUSD'],
  label: '',
  symbol: 'EURUSD',
  field: 'mid',
  weight: 'other',
};
const textsOf = (change: Partial<Change>) => {
  const { older, newer, note } = changeTexts({ ...NUMBERS, ...change }, '1900', english());
  return [older, newer, note];
};

test.each<[string, Partial<Change>, string[]]>([
  ['numbers as the cells show them and their change', {}, ['1.04175', '1.05217', '+1%']],
  [
    'all decimals of numbers that look the same in the cells',
    { newer: 1.041752, change: 0.000002 },
    ['1.04175', '1.041752', '+0.0002%'],
  ],
  [
    'parts of a hundred as the cells show them',
    { older: 0.1, newer: 0.125, format: '0.0%' },
    ['10.0%', '12.5%', '+1%'],
  ],
  [
    'numbers of cells without a format',
    { older: 1.0842999999999998, format: 'General' },
    ['1.0843', '1.0521675', '+1%'],
  ],
  [
    'times as the cells show them, without a percentage',
    { older: 46_348.5, newer: 46_349.5, change: 0.00002, format: 'yyyy-mm-dd hh:mm:ss' },
    ['2026-11-22 12:00:00', '2026-11-23 12:00:00', ''],
  ],
  ['flags as the cells show them', { older: true, newer: false, change: undefined }, ['TRUE', 'FALSE', '']],
  ['that a formula is gone', { newer: undefined, change: undefined }, ['1.04175', 'gone', '']],
  ['that a formula was not there yet', { older: undefined, change: undefined }, ['not there yet', '1.05217', '']],
  ['that a cell was blank', { older: '', newer: 'pass', change: undefined }, ['blank', 'pass', '']],
  [
    'which other symbol the cell shows',
    { difference: 'symbol', newerNames: ['USDJPY'], change: undefined },
    ['1.04175', '1.05217', 'another symbol: EURUSD → USDJPY'],
  ],
  [
    'the first of many symbols',
    { difference: 'symbol', olderNames: ['A', '', 'C', 'D'], newerNames: [], change: undefined },
    ['1.04175', '1.05217', 'another symbol: A, blank, C … → blank'],
  ],
  ['that the formula is another', { difference: 'formula' }, ['1.04175', '1.05217', 'another formula']],
  ['that the symbol is not known', { difference: 'unknown' }, ['1.04175', '1.05217', 'symbol not known']],
])('a row of the comparison says %s', (_, change, expected) => expect(textsOf(change)).toEqual(expected));

test('both sides of a comparison are named with their times', () => {
  const at = new Date(2026, 10, 22, 14, 0).getTime();
  const spaces = (text: string): string => text.replace(/\s/g, ' ');
  expect(spaces(sideText({ name: 'Memo', at }, english()))).toBe('“Memo” (Nov 22, 2026, 2:00 PM UTC)');
  expect(spaces(sideText({ name: undefined, at }, english()))).toBe('the cells now (Nov 22, 2026, 2:00 PM UTC)');
});
