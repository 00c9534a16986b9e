import { creditScreen } from './credit-screen';
import { dcfHeader } from './dcf-header';
import { filingsTracker } from './filings-tracker';
import { fxWatchList } from './fx-watch-list';
import type { Model } from './model';
import { tradingCalendar } from './trading-calendar';

/** The sample models in the order of the pane. */
export const MODELS: readonly Model[] = [fxWatchList, tradingCalendar, filingsTracker, creditScreen, dcfHeader];
