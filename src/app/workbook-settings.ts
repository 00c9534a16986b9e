import { type Area, AREAS } from '../api/interface/operation';
import { QUOTES_FRESH_SECONDS, type QuotesFreshSeconds, type WorkbookSettings } from './settings';
import { insist } from './missing-code';
import type { Session } from './session';

const NAMESPACE = 'urn:md-for-excel:settings';

/**
 * Reads the open workbook's own settings now, and whenever the host shows another workbook. Settings that cannot be
 * read are tried again: in another area the workbook's formulas would mean other instruments.
 */
export function followWorkbookSettings(session: Session, onRead: () => void = () => undefined): void {
  const load = (): void =>
    insist(session, async () => {
      await loadWorkbookSettings(session);
      onRead();
    });
  session.host.workbook.on('replaced', load);
  load();
}

/** @internal */
export async function loadWorkbookSettings(session: Session): Promise<void> {
  await session.useOfWorkbook(await read(session), true);
}

/** Saves how long quotes stay fresh: in the open workbook, or for all workbooks without a setting of their own. */
export async function saveQuotesFresh(
  session: Session,
  seconds: QuotesFreshSeconds,
  isForThisWorkbook: boolean,
): Promise<void> {
  if (isForThisWorkbook || session.ofWorkbook.quotesFreshSeconds !== undefined)
    await write(session, { quotesFreshSeconds: isForThisWorkbook ? seconds : undefined });
  if (!isForThisWorkbook) await session.save({ quotesFreshSeconds: seconds });
}

/** Saves the default area in the open workbook, since another area would give its formulas other values. */
export const saveArea = (session: Session, area: Area): Promise<void> => write(session, { area });

/** Saves in the open workbook whether its saved values are requested again when it is opened. */
export const saveRefreshesOnOpen = (session: Session, isWanted: boolean): Promise<void> =>
  write(session, { refreshesOnOpen: isWanted || undefined });

async function read(session: Session): Promise<WorkbookSettings> {
  const xml = (await session.host.workbook.readPart(NAMESPACE)) ?? '';
  const valueOf = (name: string): string | undefined =>
    new RegExp(`<settings\\b[^>]*\\b${name}=["'](\\w+)["']`).exec(xml)?.[1];
  return {
    quotesFreshSeconds: QUOTES_FRESH_SECONDS.find((one) => String(one) === valueOf('quotesFreshSeconds')),
    area: AREAS.find((one) => one === valueOf('area')),
    refreshesOnOpen: valueOf('refreshesOnOpen') === 'true' || undefined,
  };
}

/** Stores and uses the changes, and leaves the workbook's other settings as they are. */
async function write(session: Session, changes: Partial<WorkbookSettings>): Promise<void> {
  const settings = { ...(await read(session)), ...changes };
  const attributes = Object.entries(settings)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${value}"`);
  await session.host.workbook.writePart(
    NAMESPACE,
    attributes.length === 0 ? undefined : `<settings xmlns="${NAMESPACE}"${attributes.join('')}/>`,
  );
  await session.useOfWorkbook(settings);
}
