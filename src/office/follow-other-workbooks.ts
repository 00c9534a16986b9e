import type { Session } from '../app/session';

/**
 * How the names end under which settings are stored. Office, and the key of a browser's partition, stand before that
 * without a break.
 */
const OF_OURS = /md\.[a-zA-Z]+$/;
const TOGETHER_MS = 200;

/**
 * Takes over a key or setting that was saved in another open workbook: each workbook has its own page, and all share
 * the storage. Office stores things all the time, so only our names are watched, and only changed values count.
 */
export function followOtherWorkbooks(session: Session): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  window.addEventListener('storage', ({ key, oldValue, newValue }) => {
    if (key === null || !OF_OURS.test(key) || oldValue === newValue) return;
    clearTimeout(timer);
    // One change of several settings causes several events.
    timer = setTimeout(() => {
      session.takeOver().catch(() => {
        session.note('The settings of another workbook could not be taken over: close this one and open it again');
      });
    }, TOGETHER_MS);
  });
}
