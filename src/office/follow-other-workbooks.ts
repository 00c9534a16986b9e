import type { Session } from '../app/session';

/** Of the names under which settings are stored; Office and the browser's partitions put more before it. */
const OF_OURS = /(?:^|_|\W)md\.[a-zA-Z]+$/;
const TOGETHER_MS = 200;

/**
 * Takes over a key or a setting that was stored in another open workbook: each has a page of its own, and they share the storage. Office
 * itself stores things all the time, so only our own names are heard, and only values that differ count.
 */
export function followOtherWorkbooks(session: Session): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  window.addEventListener('storage', ({ key, oldValue, newValue }) => {
    if (key === null || !OF_OURS.test(key) || oldValue === newValue) return;
    clearTimeout(timer);
    // One change of several settings comes as several events.
    timer = setTimeout(() => {
      session.takeOver().catch(() => {
        session.note('The settings of another workbook could not be taken over: close this one and open it again');
      });
    }, TOGETHER_MS);
  });
}
