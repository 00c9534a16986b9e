import { planRefresh, runRefresh } from './refresh';
import type { Session } from './session';

/**
 * Refreshes every cell of MD every so many seconds, as the settings say, counted from the end of one refresh to the beginning
 * of the next, so that refreshes never overlap. Returns what ends it.
 */
export function keepRefreshing(session: Session): () => void {
  const stopped = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let seconds = 0;
  let isRunning = false;
  const wait = (): void => {
    clearTimeout(timer);
    if (seconds > 0 && !isRunning && !stopped.signal.aborted) timer = setTimeout(() => { void refresh(); }, seconds * 1000);
  };
  const refresh = async (): Promise<void> => {
    isRunning = true;
    try {
      await runRefresh(session, await planRefresh(session, 'all'), () => undefined, stopped.signal);
    } catch (error) {
      session.note(`The automatic refresh failed: ${error instanceof Error ? error.message : String(error)}`);
    }
    isRunning = false;
    wait();
  };
  const follow = (): void => {
    if (session.settings.autoRefreshSeconds === seconds) return;
    seconds = session.settings.autoRefreshSeconds;
    wait();
  };
  const off = session.onChange(follow);
  follow();
  return () => {
    off();
    stopped.abort();
    clearTimeout(timer);
  };
}
