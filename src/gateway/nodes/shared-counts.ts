import type { DayCounts } from '../access/day-counts';
import { SECONDS_PER_DAY } from '../../core/calendar/units';
import type { Store } from './store';

const EVERY_MS = 2_000;
const KEPT_SECONDS = 40 * SECONDS_PER_DAY;

/**
 * Adds this node's counts of the day to those of all nodes, and fetches the sums. Returns a function that stops it.
 *
 * @param of what is counted, as a part of the key in the store
 */
export function shareCounts(counts: DayCounts, store: Store, of = 'day'): () => void {
  const exchange = async (): Promise<void> => {
    const { day } = counts;
    const key = store.key(`${of}:${day}`);
    const added = counts.take();
    try {
      for (const [person, count] of added) await store.ask((client) => client.hIncrBy(key, person, count));
      if (added.size > 0) await store.ask((client) => client.expire(key, KEPT_SECONDS));
      const totals = await store.ask((client) => client.hGetAll(key));
      counts.setTotals(day, new Map(Object.entries(totals).map(([person, count]) => [person, Number(count)])));
    } catch {
      // Some may have arrived; counting a person twice is better than not at all.
      counts.giveBack(day, added);
    }
  };
  const timer = setInterval(() => void exchange(), EVERY_MS);
  return () => {
    clearInterval(timer);
  };
}
