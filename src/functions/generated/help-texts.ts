// Written by `npm run docs` from the catalog: change that instead.
import type { FunctionHelp } from '../help/explain';
import { quoteHelp } from '../quote.help';
import { hoursHelp } from '../hours.help';
import { filingsHelp } from '../filings.help';
import { scoreHelp } from '../score.help';
import { holidaysHelp } from '../holidays.help';
import { marketsHelp } from '../markets.help';
import { statusHelp } from '../status.help';
import { symbolListHelp } from '../symbol-list.help';
import { ticksHelp } from '../ticks.help';
import { convertHelp } from '../convert.help';
import { newsHelp } from '../news.help';
import { usageHelp } from '../usage.help';
import { getHelp } from '../get.help';
import { liveHelp } from '../live.help';
import { isOpenHelp } from '../is-open.help';
import { workdayHelp } from '../workday.help';
import { networkDaysHelp } from '../network-days.help';
import { settleHelp } from '../settle.help';
import { completeHelp } from '../complete.help';

/** The help of all functions, in the catalog's order. The add-in's scripts must not import it. */
export const HELP: readonly FunctionHelp[] = [
  quoteHelp,
  hoursHelp,
  filingsHelp,
  scoreHelp,
  holidaysHelp,
  marketsHelp,
  statusHelp,
  symbolListHelp,
  ticksHelp,
  convertHelp,
  newsHelp,
  usageHelp,
  getHelp,
  liveHelp,
  isOpenHelp,
  workdayHelp,
  networkDaysHelp,
  settleHelp,
  completeHelp,
];
