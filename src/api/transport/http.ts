import { ServiceError, cancelledError, networkError, redirectError, timeoutError } from '../service-error';
import type { Spending } from '../spending';
import type { RequestRecord } from '../../core/call';
import { RecentMap } from '../../core/basics';
import type { Outgoing, Policy, Reply } from './policy';
import { mayTellOfError } from './wire';
import { KEY_HEADER } from '../interface/operation';

export interface HttpOptions {
  /** Origin and path of the service. */
  readonly address: string;
  readonly apiKey: string;
  readonly fetch: typeof fetch;
  readonly now: () => number;
  readonly timeoutMs: number;
  readonly onRequest: (record: RequestRecord) => void;
  /** Whether all requests leave at once, as outside a browser. @default at most six, until more are observed */
  readonly isShared?: boolean | undefined;
  /** Called before each request is sent; may throw to prevent it. @default everything may be sent */
  readonly spending?: Spending | undefined;
}

/** Sends requests to one address, each once, with the key: the last of the policies. */
export class Http implements Policy {
  readonly #departures: Departures;
  readonly #cacheModes = new CacheModes();

  constructor(private readonly options: HttpOptions) {
    this.#departures = new Departures(options);
  }

  /**
   * The reply, whatever its status, if there is a budget for the request. The timeout includes the body, so that a
   * dripping one does not hang a cell. Rejects with a ServiceError if there is no reply. The browser's errors are not
   * passed on: they may contain the request and therefore the key.
   */
  async sendRequest(request: Outgoing): Promise<Reply> {
    const { address, now, onRequest, spending } = this.options;
    const { path, askers = [], isFree, isAbandoned, signal, priority } = request;
    if (signal.aborted || isAbandoned?.()) throw cancelledError();
    const at = now();
    if (!isFree) spending?.spendRequest(at, askers);
    const record: RequestRecord = { at, what: path, status: 'network', ms: 0 };
    if (priority === 'background') record.isPoll = true;
    for (const { requested } of askers) requested.request = record;
    try {
      const reply = await this.#departures.send((own) => this.#fetch(request, own), signal);
      const { status, headers, retryAfterMs: pauseMs } = reply;
      Object.assign(record, {
        status,
        retryAfterMs: pauseMs,
        ageMs: readAge(headers),
        node: headers.get('md-node'),
        requestId: requestIdIn(headers),
      });
      return { ...reply, sentAt: at };
    } catch (reason) {
      const error = reason instanceof ServiceError ? reason : networkError(address);
      if (error.kind === 'timeout' || error.kind === 'redirect') record.status = error.kind;
      else if (error.kind === 'cancelled' || error.kind === 'body') record.status = 'cancelled';
      throw error;
    } finally {
      record.ms = now() - at;
      if (!isFree) onRequest(record);
    }
  }

  dropWaiting(error: Error): void {
    this.#departures.giveUpHeldBack(error);
  }

  async #fetch({ path, body, maxAgeMs }: Outgoing, signal: AbortSignal): Promise<Omit<Reply, 'sentAt'>> {
    const { address, apiKey, fetch, now } = this.options;
    const response = await fetch(
      new Request(address + path, {
        headers: {
          ...(apiKey === '' ? {} : { [KEY_HEADER]: apiKey }),
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(maxAgeMs === undefined ? {} : { 'cache-control': `max-age=${Math.floor(maxAgeMs / 1000)}` }),
        },
        ...(body === undefined ? {} : { method: 'POST', body }),
        cache: this.#cacheModes.modeFor(path),
        credentials: 'omit',
        redirect: 'manual',
        referrerPolicy: 'no-referrer',
        signal,
      }),
    );
    this.#cacheModes.note(path, response.headers);
    if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400))
      throw redirectError(address);
    const text = await response.text();
    const told = response.ok && mayTellOfError(text) ? await statusTold(text) : undefined;
    const status = told ?? response.status;
    const retryAfter = response.headers.get('retry-after');
    // A date in it is by the service's clock.
    const sentAt = Date.parse(response.headers.get('date') ?? '') || now();
    const pause = retryAfter === null ? {} : { retryAfterMs: retryAfterMs(retryAfter, sentAt) };
    return { status, headers: response.headers, body: text, ...pause };
  }
}

/** The code is loaded with the first answer that needs it. If it cannot be loaded, the answer's own status counts. */
const statusTold = (body: string): Promise<number | undefined> =>
  import('./refusals').then(
    ({ statusIn }) => statusIn(body),
    () => undefined,
  );

/** Browsers send this many requests at a time to one host over HTTP/1.1, and silently hold back the others. */
const SENT_AT_ONCE = 6;

interface Departure {
  readonly own: AbortController;
  /** Its timeout; undefined while the browser cannot have sent it. */
  timer: ReturnType<typeof setTimeout> | undefined;
}

/**
 * Requests that were handed to the browser. The timeout of each starts when it can have been sent. Browsers do not say
 * so, but over HTTP/1.1 only the six oldest can have left. Over HTTP/2 all leave at once, which shows as soon as a
 * seventh is answered before one of the six is.
 */
class Departures {
  readonly #out = new Set<Departure>();
  #leaveAtOnce: boolean;

  constructor(private readonly options: Pick<HttpOptions, 'address' | 'timeoutMs' | 'isShared'>) {
    this.#leaveAtOnce = options.isShared === true;
  }

  /** Settles at a timeout, a cancellation or when the request is given up, even if the request ignores its signal. */
  async send<T>(send: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> {
    const own = new AbortController();
    const departure: Departure = { own, timer: undefined };
    const cancel = (): void => own.abort(cancelledError());
    const stopped = new Promise<never>((_, reject) =>
      own.signal.addEventListener('abort', () => reject(own.signal.reason as Error)),
    );
    signal.addEventListener('abort', cancel);
    this.#out.add(departure);
    this.#startTimeouts();
    try {
      const reply = await Promise.race([send(own.signal), stopped]);
      if (departure.timer === undefined) this.#leaveAtOnce = true;
      return reply;
    } catch (thrown) {
      throw own.signal.aborted ? own.signal.reason : thrown;
    } finally {
      clearTimeout(departure.timer);
      signal.removeEventListener('abort', cancel);
      this.#out.delete(departure);
      this.#startTimeouts();
    }
  }

  /** Gives up the requests that cannot have been sent. */
  giveUpHeldBack(error: Error): void {
    for (const { own, timer } of this.#out) if (timer === undefined) own.abort(error);
  }

  #startTimeouts(): void {
    const { address, timeoutMs } = this.options;
    for (const departure of [...this.#out].slice(0, this.#leaveAtOnce ? undefined : SENT_AT_ONCE))
      departure.timer ??= setTimeout(() => departure.own.abort(timeoutError(address, timeoutMs)), timeoutMs);
  }
}

const MAX_PATHS = 1_000;

/**
 * Decides how a request bypasses the browser's cache, from which no answer may come. Browsers cache a granted preflight
 * for as long as the service says. They use it only in the cache mode "default", in which they also answer from their
 * cache. So that mode is for paths whose last answer was marked "no-store": nothing of them is cached. All other paths
 * use "reload", which also replaces what an earlier visit may have stored.
 */
class CacheModes {
  readonly #isUnstored = new RecentMap<string, boolean>(MAX_PATHS);

  modeFor(path: string): RequestCache {
    return this.#isUnstored.get(path) === true ? 'default' : 'reload';
  }

  /** Called for every answer. */
  note(path: string, headers: Headers): void {
    this.#isUnstored.set(path, /(^|,)\s*no-store\s*(,|$)/i.test(headers.get('cache-control') ?? ''));
  }
}

/** Anything that does not look like an id is left out. */
const requestIdIn = (headers: Headers): string | undefined =>
  ['x-request-id', 'request-id', 'x-correlation-id']
    .map((name) => headers.get(name) ?? '')
    .find((id) => /^[\w.:/+=@-]{1,100}$/.test(id));

/** The answer's age according to its headers, in milliseconds: exact from a gateway, otherwise in whole seconds. */
export function readAge(headers: Headers): number {
  // Several caches on the way may have added theirs, as "15, 20": the first counts.
  const read = (name: string): number => parseFloat(headers.get(name) ?? '');
  const ms = read('md-age-ms') || read('age') * 1000;
  return ms > 0 && ms < Infinity ? ms : 0;
}

/** A pause of days or years is a mistake of the service. It must not last so long, so one request tries sooner. */
const LONGEST_BELIEVED_MS = 300_000;

/**
 * The pause in a Retry-After header, in milliseconds from now and five minutes at most; undefined if it is unreadable.
 * RFC 9110, section 10.2.3: whole seconds in digits, or a date in one of three forms, of which one names no zone.
 *
 * @internal
 */
export function retryAfterMs(header: string, now: number): number | undefined {
  if (/^\d+$/.test(header)) return Math.min(Number(header) * 1000, LONGEST_BELIEVED_MS);
  // A browser takes almost any text for a date: "1.5" is one in January.
  const at = /^[A-Z].* \d\d:\d\d:\d\d /.test(header) ? Date.parse(header.replace(/(?: GMT)?$/, ' GMT')) : NaN;
  return Number.isNaN(at) ? undefined : Math.min(Math.max(0, at - now), LONGEST_BELIEVED_MS);
}
