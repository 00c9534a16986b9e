import { ServiceError, cancelledError, networkError, redirectError, timeoutError } from '../service-error';
import type { RequestRecord } from '../client-observer';
import type { Asker, Spending } from '../spending';
import type { CacheModes } from './cache-modes';
import { type Departures, withTimeout } from './timeout';
import type { Priority } from './wait-queue';

export interface HttpOptions {
  /** Origin and path of the service. */
  readonly address: string;
  readonly apiKey: string;
  readonly fetch: typeof fetch;
  readonly now: () => number;
  readonly timeoutMs: number;
  /**
   * Which requests the browser may have sent: those that it holds back do not time out. @default all are sent at once
   */
  readonly departures?: Departures;
  /** How requests bypass the browser's cache. @default all use "reload" */
  readonly cacheModes?: CacheModes;
  readonly onRequest: (record: RequestRecord) => void;
  /** Told of every request before it is sent, which it may prevent. @default everything may be sent */
  readonly spending?: Spending | undefined;
}

/** A reply of any status, with its body read completely. */
export interface Reply {
  /** When the request was sent, in milliseconds since 1970. */
  readonly sentAt: number;
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** A request: a path with its query and, for an upload, its JSON. */
export interface Sending {
  readonly path: string;
  readonly body?: string | undefined;
  /** The maximum age of an answer from a gateway's cache, in milliseconds. */
  readonly maxAgeMs?: number | undefined;
  /** Groups requests with comparable latencies. @default the path */
  readonly kind?: string;
  /** Whether it is one of several pages of an answer. @default false */
  readonly isPaged?: boolean;
  /** @default 'foreground' */
  readonly priority?: Priority | undefined;
  /** Whether it costs the user nothing, so that nobody counts it. @default false */
  readonly isFree?: boolean;
  /** Who waits for the answer. @default nobody whose requests are counted */
  readonly askers?: readonly Asker[] | undefined;
  /** Whether another request has waited since this one began. */
  readonly isBinding?: () => boolean;
  /** Whether it is sent only once, because others have just failed. @default false */
  readonly isOnce?: boolean;
  /** Whether nobody waits for it any more, so that it need not leave. @default somebody does */
  readonly isAbandoned?: () => boolean;
}

/** Sends a request and resolves to its reply, whatever its status. Policies such as retries wrap one another. */
export type Send = (request: Sending, signal: AbortSignal) => Promise<Reply>;

/**
 * Sends a request once, with the key, if there is a budget for it. The timeout includes the body, so that a dripping
 * one does not hang a cell. Rejects with a ServiceError if there is no reply. The browser's errors are not passed on:
 * they may contain the request and therefore the key.
 */
export async function getReply(sending: Sending, options: HttpOptions, signal: AbortSignal): Promise<Reply> {
  const { address, timeoutMs, now, onRequest, spending, departures } = options;
  if (signal.aborted || sending.isAbandoned?.()) throw cancelledError();
  const at = now();
  if (!sending.isFree) spending?.spend(at, sending.askers);
  let status: RequestRecord['status'] = 'network';
  try {
    const reply = await withTimeout(
      (own) => fetchWhole(sending, options, own),
      { timeoutMs, departures, error: () => timeoutError(address, timeoutMs) },
      signal,
    );
    status = reply.status;
    return { ...reply, sentAt: at };
  } catch (reason) {
    const error = reason instanceof ServiceError ? reason : networkError(address);
    if (error.kind === 'timeout' || error.kind === 'redirect' || error.kind === 'cancelled') status = error.kind;
    throw error;
  } finally {
    if (!sending.isFree) onRequest({ at, what: sending.path, status, ms: now() - at });
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
