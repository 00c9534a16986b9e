import { type Area, AREAS } from '../api/interface/operation';
import { QUOTES_FRESH_SECONDS, type QuotesFreshSeconds } from './settings';
import type { Session } from './session';

const NAMESPACE = 'urn:md-for-excel:settings';

/** What a workbook sets for itself, so that it shows the same values to everybody who opens it. */
interface WorkbookSettings {
  readonly quotesFreshSeconds: QuotesFreshSeconds | undefined;
  readonly area: Area | undefined;
}

/**
 * Reads the open workbook's own settings. Unreadable ones are ignored.
 *
 * @internal
 */
export async function loadWorkbookSettings(session: Session): Promise<void> {
  const { quotesFreshSeconds, area } = await read(session).catch(() => NONE);
  session.workbookQuotesFreshSeconds = quotesFreshSeconds;
  // The user's settings must be there first: what they replace is read again when the workbook's own are gone.
  await session.ready;
  await useArea(session, area);
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
    const quotesFreshSeconds = isForThisWorkbook ? seconds : undefined;
    await write(session, { quotesFreshSeconds });
    session.workbookQuotesFreshSeconds = quotesFreshSeconds;
  }
  if (!isForThisWorkbook) await session.save({ quotesFreshSeconds: seconds });
}

/** Saves the default area in the open workbook, since another area would give its formulas other values. */
export async function saveArea(session: Session, area: Area): Promise<void> {
  await write(session, { area });
  await useArea(session, area);
}

async function useArea(session: Session, area: Area | undefined): Promise<void> {
  if (area === session.areaOfWorkbook) return;
  session.areaOfWorkbook = area;
  await session.takeOver();
}

const NONE: WorkbookSettings = { quotesFreshSeconds: undefined, area: undefined };

async function read(session: Session): Promise<WorkbookSettings> {
  const xml = (await session.host.workbook.readPart(NAMESPACE)) ?? '';
  const valueOf = (name: string): string | undefined =>
    new RegExp(`<settings\\b[^>]*\\b${name}=["'](\\w+)["']`).exec(xml)?.[1];
  return {
    quotesFreshSeconds: QUOTES_FRESH_SECONDS.find((one) => String(one) === valueOf('quotesFreshSeconds')),
    area: AREAS.find((one) => one === valueOf('area')),
  };
}

/** Leaves the other settings of the workbook as they are. */
async function write(session: Session, changes: Partial<WorkbookSettings>): Promise<void> {
  const attributes = Object.entries({ ...(await read(session)), ...changes })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${value}"`);
  await session.host.workbook.writePart(
    NAMESPACE,
    attributes.length === 0 ? undefined : `<settings xmlns="${NAMESPACE}"${attributes.join('')}/>`,
  );
}
