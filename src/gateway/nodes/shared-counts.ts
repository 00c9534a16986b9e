import type { DayCounts } from '../access/day-counts';
import type { Store } from './store';

const EVERY_MS = 2_000;
const KEPT_SECONDS = 40 * 86_400;

/** Adds the day's counts of this node to those of all, and brings the sums back. Returns what ends it. */
export function shareCounts(counts: DayCounts, store: Store): () => void {
  const exchange = async (): Promise<void> => {
    const { day } = counts;
    const key = store.key(`day:${day}`);
    const added = counts.take();
    try {
      for (const [person, count] of added) await store.ask((client) => client.hIncrBy(key, person, count));
      if (added.size > 0) await store.ask((client) => client.expire(key, KEPT_SECONDS));
      const totals = await store.ask((client) => client.hGetAll(key));
      counts.setTotals(day, new Map(Object.entries(totals).map(([person, count]) => [person, Number(count)])));
    } catch {
      // Some of them may have arrived; a person is counted twice rather than not at all.
      counts.giveBack(added);
    }
  };
  const timer = setInterval(() => void exchange(), EVERY_MS);
  return () => {
    clearInterval(timer);
  };
}
