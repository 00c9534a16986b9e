import type { LoadTraits } from '../function-traits';
import { insist, UPDATED, whyMissing } from '../missing-code';
import type { Session } from '../session';

const NOT_LOADED = 'The automatic refresh could not be loaded: MD tries again every minute';

/** Loads the automatic refresh once an interval is set, so that no cell waits for its code. */
export function refreshWhenWanted(session: Session, loadTraits: LoadTraits): void {
  const off = session.onChange(begin);
  begin();

  function begin(): void {
    if (session.settings.autoRefreshSeconds === 0) return;
    off();
    insist(session, async () => {
      const load = Promise.all([import(/* webpackChunkName: "refresh" */ './auto-refresh'), loadTraits()]);
      const [{ keepRefreshing }, functions] = await load.catch(notLoaded);
      keepRefreshing(session, functions);
    });
  }
}

async function notLoaded(error: unknown): Promise<never> {
  throw new Error((await whyMissing(error)) === 'gone' ? UPDATED : NOT_LOADED, { cause: error });
}
