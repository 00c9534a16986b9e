import { isoFromDay, MS_PER_DAY } from '../core/calendar/dates';
import { byAddress, type Settings, storedName } from './settings';
import type { Learned } from '../api/transport/concurrency-limit';
import type { Session } from './session';

/** Requests come in a row: what they have shown is stored once, after the last. */
const REST_MS = 2_000;
/** What is older may say nothing of the service any more. */
const KEPT_DAYS = 30;

/** Keeps what the session learns of services on this computer, with its day, for later sessions. */
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
        // The next session begins as this one did.
      });
    }, REST_MS);
  });
}

/** Other workbooks learn of other services. */
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
