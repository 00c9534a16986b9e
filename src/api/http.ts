import { ServiceError, cancelledError, networkError, redirectError, timeoutError } from './service-error';
import type { RequestRecord } from './traffic';

export interface HttpOptions {
  /** Origin and path of the service. */
  readonly address: string;
  readonly apiKey: string;
  readonly fetch: typeof fetch;
  readonly now: () => number;
  readonly timeoutMs: number;
  readonly onRequest: (record: RequestRecord) => void;
}

/** What came back, whatever its status; the body has been read to its end. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** What is asked: a path with its query, and for an upload the JSON that goes with it. */
export interface Sending {
  readonly path: string;
  readonly body?: string | undefined;
}

/**
 * Sends one request once, with the key. The timeout covers the body too, so that one that drips does not hang a cell. Rejects with a
 * ServiceError when nothing came back. Errors of the browser may hold the request and with it the key, so they are not passed on.
 */
export async function getReply(sending: Sending, options: HttpOptions, signal: AbortSignal): Promise<Reply> {
  const { address, timeoutMs, now, onRequest } = options;
  if (signal.aborted) throw cancelledError();
  const at = now();
  const stop = new AbortController();
  const cancel = (): void => { stop.abort(cancelledError()); };
  const timer = setTimeout(() => { stop.abort(timeoutError(address, timeoutMs)); }, timeoutMs);
  signal.addEventListener('abort', cancel, { once: true });
  let status: RequestRecord['status'] = 'network';
  try {
    const reply = await Promise.race([fetchWhole(sending, options, stop.signal), abortion(stop.signal)]);
    status = reply.status;
    return reply;
  } catch (thrown) {
    const reason: unknown = stop.signal.aborted ? stop.signal.reason : thrown;
    const error = reason instanceof ServiceError ? reason : networkError(address);
    if (error.kind === 'timeout' || error.kind === 'redirect' || error.kind === 'cancelled') status = error.kind;
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
    onRequest({ at, what: sending.path, status, ms: now() - at });
  }
}

async function fetchWhole({ path, body }: Sending, { address, apiKey, fetch }: HttpOptions, signal: AbortSignal): Promise<Reply> {
  const response = await fetch(new Request(address + path, {
    headers: { ...(apiKey === '' ? {} : { 'api-key': apiKey }), accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { method: 'POST', body }),
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'manual',
    referrerPolicy: 'no-referrer',
    signal,
  }));
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) throw redirectError(address);
  return { status: response.status, headers: response.headers, body: await response.text() };
}

/** Rejects as soon as the signal says so, whatever becomes of the fetch. */
function abortion(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => { reject(signal.reason as Error); }, { once: true });
  });
}
