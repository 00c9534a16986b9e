/**
 * Calls back after some milliseconds, even in a hidden page. There browsers fire timers only once a second, which would
 * delay every batch. Messages are not slowed down, so messages are posted until the time is over, which is never long
 * here.
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

/** Whether nobody sees the page, in which case its timers are slow. */
export const isHidden = (): boolean => typeof document !== 'undefined' && document.hidden;
