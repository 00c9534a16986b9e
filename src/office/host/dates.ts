import type { DateSystem } from '../../core/calendar/dates';

const YEAR_2000_IN_1904 = 35_064;

/**
 * The open workbook's date system. No property tells it, so the workbook evaluates DATE(2000,1,1). Nearly every
 * workbook counts from 1900, so that is also the answer if Excel refuses. While the user edits a cell there is no
 * answer.
 */
export const askDateSystem = (): Promise<DateSystem> =>
  serialOfYear2000().then(
    (serial) => (serial === YEAR_2000_IN_1904 ? '1904' : '1900'),
    () => '1900',
  );

async function serialOfYear2000(): Promise<number> {
  // Waits instead of failing while the user edits a cell.
  return Excel.run({ delayForCellEdit: true }, async (context) => {
    const date = context.workbook.functions.date(2000, 1, 1);
    date.load('value');
    await context.sync();
    return date.value;
  });
}
