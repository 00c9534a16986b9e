import type { Archive } from '../api/archive';
import { inTime } from './in-time';
import type { Spender } from './daily-budget';
import type { ArchiveStore } from './host';
import type { LastValues } from './last-values';
import type { RequestLimit } from './spending';
import type { Settings } from './settings';

/** The parts of a session that late parts need. */
export interface StartingSession extends Spender {
  readonly spending: RequestLimit;
  note(text: string): void;
  archive(): Promise<ArchiveStore | undefined>;
}

/** What no cell waits for, unless the settings ask for it. */
export const loadLate = (): Promise<typeof import('./late')> => import('./late');

const MAX_WAIT_MS = 10_000;

/** Runs before the settings are used, so that today's requests count from the first cell on. */
export async function openBudget(session: StartingSession, { dailyBudget }: Settings): Promise<void> {
  if (dailyBudget === 0 || session.spending.budget) return;
  try {
    const { DailyBudget } = await inTime(loadLate, MAX_WAIT_MS);
    session.spending.budget = await DailyBudget.open(session);
  } catch {
    session.note(
      'The code of the daily budget could not be loaded: nothing is held back until the settings are saved again',
    );
  }
}

/** Runs before the settings are used, so that their first cell finds its last value kept. */
export async function loadLastValues(session: Pick<StartingSession, 'note'>): Promise<typeof LastValues | undefined> {
  try {
    const late = await inTime(loadLate, MAX_WAIT_MS);
    return late.LastValues;
  } catch {
    session.note(
      'The code of last values could not be loaded: failures are shown as errors until the settings are saved again',
    );
    return undefined;
  }
}

/** The part of the host's archive for the account in the settings. */
export async function archiveOf(session: StartingSession, settings: Settings): Promise<Archive | undefined> {
  const [store, { accountArchive }] = await Promise.all([session.archive(), loadLate()]);
  return store && accountArchive(store, settings);
}
