/**
 * Calls back after some milliseconds, in a hidden page too: there the timers of browsers fire once a second, so that every batch would wait
 * for one. Messages are not slowed; they are sent round until the time is over, which is never long here.
 */
export function wait(callback: () => void, ms: number): void {
  if (!isHidden()) {
    setTimeout(callback, ms);
    return;
  }
  const end = performance.now() + ms;
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    if (performance.now() < end) {
      port2.postMessage(null);
      return;
    }
    port1.close();
    callback();
  };
  port2.postMessage(null);
}

/** Whether nobody sees the page, so that its timers are slow. */
export const isHidden = (): boolean => typeof document !== 'undefined' && document.hidden;
