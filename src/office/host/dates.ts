import type { DateSystem } from '../../core/calendar/dates';

const YEAR_2000_IN_1904 = 35_064;

/**
 * How the open workbook counts days. No property says so: the workbook is asked what DATE(2000,1,1) is. Nearly every
 * workbook counts from 1900, so that is also the answer when Excel refuses. While somebody types into a cell there is no answer.
 */
export const askDateSystem = (): Promise<DateSystem> =>
  serialOfYear2000().then(
    (serial) => (serial === YEAR_2000_IN_1904 ? '1904' : '1900'),
    () => '1900',
  );

async function serialOfYear2000(): Promise<number> {
  // Not refused because the user is typing into a cell just now.
  return Excel.run({ delayForCellEdit: true }, async (context) => {
    const date = context.workbook.functions.date(2000, 1, 1);
    date.load('value');
    await context.sync();
    return date.value;
  });
}
