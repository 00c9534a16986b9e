import { messageOf } from '../../core/message-of';
import { areAllClosed } from './market-hours';
import { planRefresh, runRefresh } from './refresh';
import { isDue } from './refresh-rate';
import type { FunctionTraits } from '../function-traits';
import type { Session } from '../session';

/**
 * Refreshes all MD cells at the interval in the settings, counted from the end of one refresh to the start of the next,
 * so that refreshes never overlap. Skips cells that cannot have changed yet. Pauses while nobody sees the workbook, or
 * all of its markets are closed, unless the settings say otherwise. Returns a function that stops it.
 */
export function keepRefreshing(session: Session, functions: readonly FunctionTraits[]): () => void {
  const stopped = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let seconds = 0;
  let isRunning = false;
  const wait = (): void => {
    clearTimeout(timer);
    if (seconds > 0 && !isRunning && !stopped.signal.aborted)
      timer = setTimeout(() => {
        void refresh();
      }, seconds * 1000);
  };
  const refresh = async (): Promise<void> => {
    isRunning = true;
    try {
      await refreshDue();
    } catch (error) {
      session.note(`The automatic refresh failed: ${messageOf(error)}`);
    }
    isRunning = false;
    wait();
  };
  const refreshDue = async (): Promise<void> => {
    const isPausing = !session.settings.refreshesAlways;
    if (isPausing && session.host.isHidden?.()) return;
    const plan = await planRefresh(session, 'all', functions);
    if (isPausing && (await areAllClosed(session, plan.cells, functions))) return;
    // A cell that waits for the user's permission would only report it again.
    const cells = plan.cells.filter((cell) => cell.price === undefined && isDue(cell, functions));
    await runRefresh(session, { ...plan, cells }, () => undefined, stopped.signal);
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
