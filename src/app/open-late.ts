import type { Archive } from '../api/archive';
import { inTime } from './in-time';
import type { Spender } from './daily-budget';
import type { ArchiveStore } from './host';
import type { RequestLimit } from './spending';
import type { Settings } from './settings';

interface Opening extends Spender {
  readonly spending: RequestLimit;
  note(text: string): void;
  archive(): Promise<ArchiveStore | undefined>;
}

const LONGEST_MS = 10_000;

/** Before the settings are used: what has been spent today counts from the first cell on. */
export async function openBudget(session: Opening, { dailyBudget }: Settings): Promise<void> {
  if (dailyBudget === 0 || session.spending.budget) return;
  try {
    const { DailyBudget } = await inTime(() => import(/* webpackChunkName: "budget" */ './daily-budget'), LONGEST_MS);
    session.spending.budget = await DailyBudget.open(session);
  } catch {
    session.note(
      'The code of the daily budget could not be loaded: nothing is held back until the settings are saved again',
    );
  }
}

/** The part of the host's archive that belongs to the account of the settings. */
export async function archiveOf(session: Opening, settings: Settings): Promise<Archive | undefined> {
  const [store, { accountArchive }] = await Promise.all([
    session.archive(),
    import(/* webpackChunkName: "archive" */ './archive/account-archive'),
  ]);
  return store && accountArchive(store, settings);
}
