import type { KeyValueStore } from '../app/host';
import type { Session } from '../app/session';

const VISITED = 'visited';
/** The sandbox's own key: it opens nothing but the simulated service. */
const DEMO_KEY = 'demo';

/** Stores the sandbox's key on the first visit, so that everything works at once; a key removed later stays removed. */
export async function welcome(session: Session, storage: KeyValueStore): Promise<void> {
  await session.ready;
  if (await storage.getItem(VISITED) !== null) return;
  await storage.setItem(VISITED, 'yes');
  if (session.settings.apiKey === '') await session.save({ apiKey: DEMO_KEY });
}
