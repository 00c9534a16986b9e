import type { DateSystem } from '../core/dates';

const LONGEST_WAIT_MS = 2_000;
const YEAR_2000_IN_1904 = 35_064;

/**
 * How the open workbook counts days. No property says so: the workbook is asked what DATE(2000,1,1) is. Nearly every
 * workbook counts from 1900, so that is also the answer when Excel refuses, or takes longer than a cell may wait.
 */
export async function askDateSystem(): Promise<DateSystem> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<DateSystem>((resolve) => {
    timer = setTimeout(() => { resolve('1900'); }, LONGEST_WAIT_MS);
  });
  const asked = serialOfYear2000().then(
    (serial): DateSystem => (serial === YEAR_2000_IN_1904 ? '1904' : '1900'),
    (): DateSystem => '1900',
  );
  const answer = await Promise.race([asked, tooLate]);
  clearTimeout(timer);
  return answer;
}

async function serialOfYear2000(): Promise<number> {
  // Not refused because the user is typing into a cell just now.
  return Excel.run({ delayForCellEdit: true }, async (context) => {
    const date = context.workbook.functions.date(2000, 1, 1);
    date.load('value');
    await context.sync();
    return date.value;
  });
}
