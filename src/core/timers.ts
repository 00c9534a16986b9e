/**
 * Calls back after some milliseconds, even in a hidden page. There browsers fire timers only once a second, which would
 * delay every batch.
 */
export function wait(callback: () => void, ms: number): void {
  if (!isHidden()) {
    setTimeout(callback, ms);
    return;
  }
  const end = performance.now() + ms;
  afterMessages(() => performance.now() >= end, callback);
}

/** Whether nobody sees the page, in which case its timers are slow. */
export const isHidden = (): boolean => typeof document !== 'undefined' && document.hidden;

/** Calls back after a message, or after as many as it takes: browsers do not slow them down. @internal */
export function afterMessages(isEnough: () => boolean, callback: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    if (!isEnough()) {
      port2.postMessage(null);
      return;
    }
    port1.close();
    callback();
  };
  port2.postMessage(null);
}
