import { ServiceError, cancelledError, networkError, redirectError, timeoutError } from '../service-error';
import type { RequestRecord } from '../client-observer';
import type { CacheModes } from './cache-modes';
import { Departures } from './departures';
import type { Priority } from './wait-queue';

export interface HttpOptions {
  /** Origin and path of the service. */
  readonly address: string;
  readonly apiKey: string;
  readonly fetch: typeof fetch;
  readonly now: () => number;
  readonly timeoutMs: number;
  /** Which requests the browser can have sent: the time of one that it holds back does not run. @default all leave at once */
  readonly departures?: Departures;
  /** How requests go past the browser's own cache. @default each reloads */
  readonly cacheModes?: CacheModes;
  readonly onRequest: (record: RequestRecord) => void;
}

/** What came back, whatever its status; the body has been read to its end. */
export interface Reply {
  /** When the request left, in milliseconds since 1970. */
  readonly sentAt: number;
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** What is asked: a path with its query, and for an upload the JSON that goes with it. */
export interface Sending {
  readonly path: string;
  readonly body?: string | undefined;
  /** An answer that a gateway has kept for longer does not count; in milliseconds. */
  readonly maxAgeMs?: number | undefined;
  /** Requests whose latencies can be compared. @default the path */
  readonly kind?: string;
  /** Whether it is one page of an answer of several. @default false */
  readonly isPaged?: boolean;
  /** @default 'foreground' */
  readonly priority?: Priority | undefined;
  /** Whether another request has been waiting for a place since this one began. */
  readonly isBinding?: () => boolean;
}

/** Sends a request and resolves to its reply, whatever its status. Policies such as retries wrap one in another. */
export type Send = (request: Sending, signal: AbortSignal) => Promise<Reply>;

/**
 * Sends one request once, with the key. The timeout covers the body too, so that one that drips does not hang a cell. Rejects with a
 * ServiceError when nothing came back. Errors of the browser may hold the request and with it the key, so they are not passed on.
 */
export async function getReply(sending: Sending, options: HttpOptions, signal: AbortSignal): Promise<Reply> {
  const { address, timeoutMs, now, onRequest, departures = new Departures() } = options;
  if (signal.aborted) throw cancelledError();
  const at = now();
  const stop = new AbortController();
  const cancel = (): void => {
    stop.abort(cancelledError());
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = departures.begin({
    onLeft() {
      timer = setTimeout(() => {
        stop.abort(timeoutError(address, timeoutMs));
      }, timeoutMs);
    },
    onGivenUp(error) {
      stop.abort(error);
    },
  });
  signal.addEventListener('abort', cancel, { once: true });
  let status: RequestRecord['status'] = 'network';
  try {
    const reply = await Promise.race([fetchWhole(sending, options, stop.signal), abortion(stop.signal)]);
    status = reply.status;
    return { ...reply, sentAt: at };
  } catch (thrown) {
    const reason: unknown = stop.signal.aborted ? stop.signal.reason : thrown;
    const error = reason instanceof ServiceError ? reason : networkError(address);
    if (error.kind === 'timeout' || error.kind === 'redirect' || error.kind === 'cancelled') status = error.kind;
    throw error;
  } finally {
    clearTimeout(timer);
    end(typeof status === 'number');
    signal.removeEventListener('abort', cancel);
    onRequest({ at, what: sending.path, status, ms: now() - at });
  }
}

async function fetchWhole(
  { path, body, maxAgeMs }: Sending,
  { address, apiKey, fetch, cacheModes }: HttpOptions,
  signal: AbortSignal,
): Promise<Omit<Reply, 'sentAt'>> {
  const response = await fetch(
    new Request(address + path, {
      headers: {
        ...(apiKey === '' ? {} : { 'api-key': apiKey }),
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(maxAgeMs === undefined ? {} : { 'cache-control': `max-age=${Math.floor(maxAgeMs / 1000)}` }),
      },
      ...(body === undefined ? {} : { method: 'POST', body }),
      cache: cacheModes?.modeFor(path) ?? 'reload',
      credentials: 'omit',
      redirect: 'manual',
      referrerPolicy: 'no-referrer',
      signal,
    }),
  );
  cacheModes?.note(path, response.headers);
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400))
    throw redirectError(address);
  return { status: response.status, headers: response.headers, body: await response.text() };
}

/** Rejects as soon as the signal says so, whatever becomes of the fetch. */
function abortion(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener(
      'abort',
      () => {
        reject(signal.reason as Error);
      },
      { once: true },
    );
  });
}
