import type { Session } from '../app/session';
import type { QuotesFreshSeconds } from '../app/settings';
import type { Language } from './texts/language';
import { useStore } from './use-store';

interface Freshness {
  readonly seconds: QuotesFreshSeconds;
  /** Whether the open workbook has its own setting. */
  readonly isOfWorkbook: boolean;
}

/** How long quotes stay fresh in the open workbook, updated when it changes. */
export function useQuotesFresh(session: Session): Freshness {
  const own = useStore(session, () => session.workbookQuotesFreshSeconds);
  const usual = useStore(session, () => session.settings.quotesFreshSeconds);
  return { seconds: own ?? usual, isOfWorkbook: own !== undefined };
}

/** "15 minutes": in the largest unit that fits. */
export function freshText(seconds: QuotesFreshSeconds, language: Language): string {
  const texts = language.texts.settings;
  if (seconds === 0) return texts.untilRefreshed;
  if (seconds % 3600 === 0) return language.fill(texts.hours, { count: seconds / 3600 });
  return seconds % 60 === 0
    ? language.fill(texts.minutes, { count: seconds / 60 })
    : language.fill(texts.seconds, { count: seconds });
}
