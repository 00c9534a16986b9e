import { QUOTES_FRESH_SECONDS, type QuotesFreshSeconds } from './settings';
import type { Session } from './session';

const NAMESPACE = 'urn:md-for-excel:settings';

/** Reads the open workbook's own settings. Unreadable ones are ignored. */
export async function loadWorkbookSettings(session: Session): Promise<void> {
  const xml = await session.host.workbook.readPart(NAMESPACE).catch(() => undefined);
  const stored = /<settings\b[^>]*\bquotesFreshSeconds=["'](\d+)["']/.exec(xml ?? '')?.[1];
  session.workbookQuotesFreshSeconds = QUOTES_FRESH_SECONDS.find((one) => String(one) === stored);
}

/** Reads them now, and again whenever the host shows another workbook. */
export function followWorkbookSettings(session: Session): void {
  session.host.workbook.onReplaced?.(() => {
    void loadWorkbookSettings(session);
  });
  void loadWorkbookSettings(session);
}

/** Saves how long quotes stay fresh: in the open workbook, or for all workbooks without a setting of their own. */
export async function saveQuotesFresh(
  session: Session,
  seconds: QuotesFreshSeconds,
  isForThisWorkbook: boolean,
): Promise<void> {
  if (isForThisWorkbook || session.workbookQuotesFreshSeconds !== undefined) {
    await session.host.workbook.writePart(
      NAMESPACE,
      isForThisWorkbook ? `<settings xmlns="${NAMESPACE}" quotesFreshSeconds="${seconds}"/>` : undefined,
    );
    session.workbookQuotesFreshSeconds = isForThisWorkbook ? seconds : undefined;
  }
  if (!isForThisWorkbook) await session.save({ quotesFreshSeconds: seconds });
}
