import { cancelledError } from '../service-error';

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

/** Browsers send this many requests at a time to one host over HTTP/1.1, and silently hold back the others. */
const SENT_AT_ONCE = 6;

interface DepartureListener {
  /** The request may have been sent: its timeout starts. */
  readonly onLeft: () => void;
  /** Nothing gets through, and the request cannot have been sent yet. */
  readonly onGivenUp: (error: Error) => void;
}

interface Departure extends DepartureListener {
  hasLeft: boolean;
}

/**
 * Knows which requests the browser may have sent. Browsers do not tell; but over HTTP/1.1 only the six oldest can have
 * left. Over HTTP/2 all leave at once, which shows as soon as a seventh is answered before one of the six is.
 */
export class Departures {
  readonly #out = new Set<Departure>();
  #leaveAtOnce = false;

  /** Notes a request that was passed to the browser. Returns a function to call when it is over. */
  begin(listener: DepartureListener): (isAnswered: boolean) => void {
    const departure: Departure = { ...listener, hasLeft: false };
    this.#out.add(departure);
    this.#advance();
    return (isAnswered) => {
      if (isAnswered && !departure.hasLeft) this.#leaveAtOnce = true;
      this.#out.delete(departure);
      this.#advance();
    };
  }

  /** Gives up the requests that cannot have been sent. */
  giveUpHeldBack(error: Error): void {
    for (const departure of [...this.#out]) if (!departure.hasLeft) departure.onGivenUp(error);
  }

  #advance(): void {
    let position = 0;
    for (const departure of this.#out) {
      position++;
      if (position > SENT_AT_ONCE && !this.#leaveAtOnce) return;
      if (departure.hasLeft) continue;
      departure.hasLeft = true;
      departure.onLeft();
    }
  }
}
