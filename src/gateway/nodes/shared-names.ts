import { isRecord } from '../../core/is-record';
import type { Memories } from '../memory/memories';
import { MS_PER_MINUTE, SECONDS_PER_DAY } from '../../core/calendar/units';
import type { Store } from './store';

const EVERY_MS = MS_PER_MINUTE;
const KEPT_SECONDS = 30 * SECONDS_PER_DAY;

/**
 * Keeps in the store which symbols the firm asks for, so that lists are full from the first one also after every node
 * was restarted. Returns a function that stops it.
 */
export async function shareNames(
  memories: Memories,
  store: Store,
  isSpeaking: () => boolean,
  everyMs = EVERY_MS,
): Promise<() => void> {
  const key = store.key('names');
  const keep = async (): Promise<void> => {
    const { names } = memories;
    if (!isSpeaking() || Object.keys(names).length === 0) return;
    await store.ask((client) => client.set(key, JSON.stringify(names), { EX: KEPT_SECONDS }));
  };
  try {
    const kept: unknown = JSON.parse((await store.ask((client) => client.get(key))) ?? '{}');
    if (isRecord(kept))
      for (const [list, names] of Object.entries(kept))
        memories.listCalled(list).remember((names as unknown[]).map(String));
  } catch {
    // Lists are then filled as soon as symbols have been asked for.
  }
  // What is wanted while the store is away is kept a minute later.
  const timer = setInterval(() => void keep().catch(() => undefined), everyMs);
  return () => {
    clearInterval(timer);
  };
}
