import { ServiceError } from '../service-error';
import type { Send } from './http';

/** Statuses of a temporary failure. */
export const RETRIED_STATUSES: readonly number[] = [408, 500, 502, 503, 504];

interface RetryOptions {
  /** Attempts after the first. @default 2 */
  readonly limit?: number;
  /** Milliseconds before the first retry; doubles with each further one. Up to half is randomly subtracted. */
  readonly delayMs: number;
  /** Statuses worth another attempt. @default [408, 500, 502, 503, 504] */
  readonly statuses?: readonly number[];
  /** Called before each attempt: whether another one may follow it. @default always */
  readonly mayRetry?: () => boolean;
  /** Called when a request starts and stops waiting for its next attempt. */
  readonly onWait?: (isWaiting: boolean) => void;
}

/**
 * Resends requests that failed on the way, or with a temporary status. Uploads are sent once: the service may have
 * accepted what it did not confirm.
 */
export const retrying =
  (
    send: Send,
    { limit = 2, delayMs, statuses = RETRIED_STATUSES, mayRetry = () => true, onWait }: RetryOptions,
  ): Send =>
  async (request, signal) => {
    for (let retry = 0; ; retry++) {
      const isLast = retry >= limit || request.body !== undefined || request.isOnce === true || !mayRetry();
      try {
        const reply = await send(request, signal);
        if (isLast || !statuses.includes(reply.status)) return reply;
      } catch (error) {
        if (isLast || !(error instanceof ServiceError && error.kind === 'network')) throw error;
      }
      onWait?.(true);
      await delay(delayMs * 2 ** retry * (0.5 + Math.random() / 2), signal).finally(() => onWait?.(false));
    }
  };

function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}
