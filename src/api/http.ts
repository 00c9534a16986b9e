import ky, { HTTPError, TimeoutError } from 'ky';
import { retryAfterMs } from './retry-after';
import { ServiceError, networkError, redirectError, timeoutError } from './service-error';
import type { RequestRecord } from './traffic';

export interface HttpOptions {
  /** Origin and path of the service. */
  readonly address: string;
  readonly apiKey: string;
  readonly fetch: typeof fetch;
  readonly now: () => number;
  readonly timeoutMs: number;
  /** Wait before the first retry; each further one doubles it. */
  readonly retryMs: number;
  readonly onRequest: (record: RequestRecord) => void;
}

/** What came back, whatever its status; the body has been read to its end. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

const RETRIES = 2;
/** A service that asks for a longer pause than this is answered with an error, not with a cell that seems to hang. */
export const LONGEST_PAUSE_MS = 65_000;

/**
 * Gets one path, with the key, a timeout and retries of what may mend itself. Rejects with a ServiceError when nothing
 * came back; 429 is not retried here, because it concerns every waiting request.
 */
export async function getReply(path: string, options: HttpOptions, signal: AbortSignal): Promise<Reply> {
  const { address, apiKey, timeoutMs, retryMs, now } = options;
  let body = '';
  try {
    const { status, headers } = await ky(address + path, {
      headers: { 'api-key': apiKey, accept: 'application/json' },
      signal,
      timeout: timeoutMs,
      retry: {
        limit: RETRIES,
        methods: ['get'],
        statusCodes: [408, 500, 502, 503, 504],
        afterStatusCodes: [503],
        delay: (attempt) => retryMs * 2 ** (attempt - 1),
        jitter: (delayMs) => delayMs * (0.5 + Math.random() / 2),
        shouldRetry: ({ error }) => (isFinal(error, now()) ? false : undefined),
      },
      // The library times and retries what happens inside its fetch. The body is read there too, so that one that drips
      // or breaks off is a timeout or a network fault like any other.
      fetch: async (request) => {
        const reply = await fetchWhole(request as Request, path, options);
        body = reply.body;
        return new Response(null, reply);
      },
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'manual',
      referrerPolicy: 'no-referrer',
    });
    return { status, headers, body };
  } catch (error) {
    if (error instanceof HTTPError) return { status: error.response.status, headers: error.response.headers, body };
    if (error instanceof TimeoutError) throw timeoutError(address, timeoutMs, error);
    throw error instanceof ServiceError ? error : networkError(address, error);
  }
}

/** What a retry cannot mend, beyond what the library knows. */
function isFinal(error: Error, now: number): boolean {
  if (error instanceof HTTPError) return (retryAfterMs(error.response.headers, now) ?? 0) > LONGEST_PAUSE_MS;
  return error instanceof ServiceError || error.name === 'AbortError';
}

async function fetchWhole(request: Request, path: string, { address, fetch, now, onRequest }: HttpOptions): Promise<Reply> {
  const at = now();
  const record = (status: RequestRecord['status']): void => {
    onRequest({ at, what: path, status, ms: now() - at });
  };
  try {
    const response = await fetch(request);
    if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) throw redirectError(address);
    const body = await response.text();
    record(response.status);
    return { status: response.status, headers: response.headers, body };
  } catch (error) {
    record(request.signal.aborted ? 'cancelled' : 'network');
    throw error;
  }
}
