import type { Change } from '../../../../../src/app/snapshot/compare';
import { changeTexts } from '../../../../../src/taskpane/cells/snapshots/change-texts';
import { english } from '../../../../../src/taskpane/texts/languages';

const block = { sheet: 'Sheet1', row: 0, column: 0, rows: 1, columns: 1 };
const textsOf = (change: Pick<Change, 'then' | 'now' | 'change' | 'format'>) => {
  const { then, now, percent } = changeTexts({ block, ...change }, '1900', english());
  return [then, now, percent];
};

describe('a row of the comparison says', () => {
  test.each([
    ['numbers with all decimals and their change', 1.04175, 1.0521675, 0.01, '0.00', ['1.04175', '1.0521675', '+1%']],
    [
      'times as the cells show them, without a percentage',
      46_348.5,
      46_349.5,
      0.00002,
      'yyyy-mm-dd hh:mm:ss',
      ['2026-11-22 12:00:00', '2026-11-23 12:00:00', ''],
    ],
    ['that a formula is gone', 1, undefined, undefined, 'General', ['1', 'gone', '']],
    ['that a cell was blank', '', 'pass', undefined, 'General', ['blank', 'pass', '']],
  ])('%s', (_, then, now, change, format, expected) => {
    expect(textsOf({ then, now, change, format })).toEqual(expected);
  });
});
