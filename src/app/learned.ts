import { isoFromDay, MS_PER_DAY } from '../core/calendar/dates';
import { type Settings, byAddress, storedName } from './settings';
import type { Learned } from '../api/transport/concurrency-limit';
import type { Session } from './session';

/** Requests come in series: facts from them are stored once, after the last request. */
const REST_MS = 2_000;
/** Older facts may no longer be true of the service. */
const KEPT_DAYS = 30;

/** Stores facts that the session learns about services on this computer, with their day, for later sessions. */
export function keepLearned(session: Session): void {
  let before = JSON.stringify(session.learned);
  let timer: ReturnType<typeof setTimeout> | undefined;
  session.activity.onChange(() => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const now = JSON.stringify(session.learned);
      if (now === before) return;
      before = now;
      storeLearned(session).catch(() => {
        // If storing fails, the next session begins as this one did.
      });
    }, REST_MS);
  });
}

/** Other workbooks may store facts about other services, so theirs are kept. */
async function storeLearned(session: Session): Promise<void> {
  const { storage } = session.host;
  const name = storedName('learned' satisfies keyof Settings);
  const today = Math.floor(session.now() / MS_PER_DAY);
  const stored = byAddress<Learned>(await storage.getItem(name));
  const own = Object.entries(session.learned).map(([address, one]) => [address, { ...one, on: isoFromDay(today) }]);
  const oldest = isoFromDay(today - KEPT_DAYS);
  const kept = Object.entries({ ...stored, ...(Object.fromEntries(own) as typeof stored) }).filter(
    ([, { on = '' }]) => on >= oldest,
  );
  await storage.setItem(name, JSON.stringify(Object.fromEntries(kept)));
}
