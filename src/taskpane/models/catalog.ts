import { discountedCashFlow } from './discounted-cash-flow';
import { filingsTracker } from './filings-tracker';
import { fxWatchList } from './fx-watch-list';
import { holdingsAtRisk, creditScreen } from './company-scores';
import { indexReport } from './index-report';
import type { Model } from './model';
import { portfolio } from './portfolio';
import { tradingCalendar } from './trading-calendar';

/** The sample models, in the pane's order. */
export const SAMPLE_MODELS: readonly Model[] = [
  fxWatchList,
  portfolio,
  tradingCalendar,
  filingsTracker,
  creditScreen,
  holdingsAtRisk,
  indexReport,
  discountedCashFlow,
];
