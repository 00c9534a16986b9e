import { cancelledError } from '../service-error';
import { Departures } from './departures';

interface TimeoutOptions {
  readonly timeoutMs: number;
  /** Which requests the browser may have sent. @default all are sent at once */
  readonly departures?: Departures | undefined;
  /** The reason of a request that took too long. */
  readonly error: () => Error;
}

/**
 * Sends a request that may take as long as the timeout, counted from when it can have left. Until then it is held back,
 * afterwards it is out; it ends with its reply, with the caller's cancellation, or given up because nothing gets
 * through. Whatever the request does with its signal, the promise settles.
 */
export async function withTimeout<T>(
  send: (signal: AbortSignal) => Promise<T>,
  { timeoutMs, departures = new Departures(), error }: TimeoutOptions,
  signal: AbortSignal,
): Promise<T> {
  const own = new AbortController();
  const stopped = new Promise<never>((_, reject) => {
    own.signal.addEventListener('abort', () => {
      reject(own.signal.reason as Error);
    });
  });
  const stop = (reason: Error): void => {
    own.abort(reason);
  };
  const cancel = (): void => {
    stop(cancelledError());
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onLeft = (): void => {
    timer = setTimeout(() => {
      stop(error());
    }, timeoutMs);
  };
  const end = departures.begin({ onLeft, onGivenUp: stop });
  signal.addEventListener('abort', cancel);
  let isAnswered = false;
  try {
    const reply = await Promise.race([send(own.signal), stopped]);
    isAnswered = true;
    return reply;
  } catch (thrown) {
    throw own.signal.aborted ? own.signal.reason : thrown;
  } finally {
    clearTimeout(timer);
    end(isAnswered);
    signal.removeEventListener('abort', cancel);
  }
}
