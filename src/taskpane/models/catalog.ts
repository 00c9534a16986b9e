import { creditScreen } from './credit-screen';
import { discountedCashFlow } from './discounted-cash-flow';
import { filingsTracker } from './filings-tracker';
import { fxWatchList } from './fx-watch-list';
import type { Model } from './model';
import { tradingCalendar } from './trading-calendar';

/** The sample models, in the pane's order. */
export const SAMPLE_MODELS: readonly Model[] = [
  fxWatchList,
  tradingCalendar,
  filingsTracker,
  creditScreen,
  discountedCashFlow,
];
