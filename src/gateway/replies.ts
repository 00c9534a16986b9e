import type { ValidationProblem } from '../api/interface/operation';
import { isRecord } from '../core/basics';
import { AbandonedError, jsonIn, NotNowError, RefusedError, TooLongError } from './errors';
import { SHORT_PAUSE_MS } from './service/outages';
import { ServiceError } from '../api/service-error';

export interface Answered {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The number of requested symbols, and how many of them were in memory; for logs and metrics. */
  readonly count?: number;
  readonly hits?: number;
  /** Milliseconds since it was requested from the service. */
  readonly ageMs?: number;
  /** The reason why no person was recognized, such as "no token"; for the log. */
  readonly reason?: string;
}

export const refusal = (
  status: number,
  detail: string | readonly ValidationProblem[],
  headers?: Readonly<Record<string, string>>,
): Answered => ({ status, body: JSON.stringify({ detail }), ...(headers && { headers }) });

/** @param reason why somebody is not let in, for the log */
export const notLetIn = (reason: string, detail: string, status = 401, headers?: Answered['headers']): Answered => ({
  ...refusal(status, detail, headers),
  reason,
});

export function passOn(status: number, body: string): Answered {
  if (status === 401 || status === 403) {
    const reason = status === 401 ? 'refused' : 'does not give all rights to';
    return refusal(
      502,
      `The service ${reason} the gateway's own key (${status}): tell the gateway's administrator; your own token is fine`,
    );
  }
  if (isJson(body, status >= 500)) return { status, body };
  return refusal(status, status >= 500 ? `The service failed (${status}): try again in a moment` : `Status ${status}`);
}

const JSON_TYPE = { 'content-type': 'application/json', 'cache-control': 'no-store' };

/** A longer text would be in the heap, once more with its headers, until a slow client has read all of it. */
const LONGEST_TEXT = 1_000_000;

export const responseOf = ({ status, body, headers }: Answered): Response =>
  // Status 204 may have no body, not even an empty one.
  new Response(body === '' ? null : body.length > LONGEST_TEXT ? Buffer.from(body) : body, {
    status,
    headers: headers ? { ...JSON_TYPE, ...headers } : JSON_TYPE,
  });

/** @param mustExplain whether it must have a sentence, or a list of what is wrong */
export function isJson(body: string, mustExplain: boolean): boolean {
  const parsed = jsonIn(body);
  return isRecord(parsed) && (!mustExplain || typeof parsed.detail === 'string' || Array.isArray(parsed.detail));
}

const BY_KIND: Partial<Record<ServiceError['kind'], readonly [number, string]>> = {
  network: [502, 'The service cannot be reached from the gateway: try again in a moment'],
  timeout: [504, 'The service did not answer the gateway in time: try again in a moment'],
  redirect: [502, "The service's address redirects elsewhere, where the gateway does not send its key"],
  cancelled: [503, 'The gateway is closing: try again'],
  closed: [503, 'The gateway is closing: try again'],
};

export const FAULT = refusal(500, 'The gateway failed: tell its administrator');

/** A failure as an answer: the service's status, if there is one, with a sentence; never the thrown error itself. */
export function failure(error: unknown): Answered {
  if (!(error instanceof ServiceError)) return FAULT;
  if (error instanceof TooLongError) return refusal(502, error.message);
  // The common name of the failure, for the log.
  if (error instanceof AbandonedError) return refusal(499, error.message);
  const { kind, status = 502, pauseMs } = error;
  if (status === 429 || (status === 503 && kind === 'status')) {
    const seconds = Math.max(1, Math.ceil((pauseMs ?? SHORT_PAUSE_MS) / 1000));
    const what = status === 429 ? 'Too many requests to the service (429)' : 'The service is not ready (503)';
    const sentence = error instanceof NotNowError ? error.message : `${what}: try again in ${seconds} s`;
    return refusal(status, sentence, { 'retry-after': String(seconds) });
  }
  if (error instanceof RefusedError) return passOn(error.refusal.status, error.refusal.body);
  const [ownStatus, sentence] = BY_KIND[kind] ?? [];
  if (ownStatus !== undefined)
    return refusal(ownStatus, sentence!, ownStatus === 503 ? { 'retry-after': '1' } : undefined);
  if (kind === 'body') return refusal(502, 'The service sent something other than its interface says: try again');
  return refusal(status, `The service failed (${status}): try again in a moment`);
}

/** Eleven years of all exchanges' hours are half of it. One of 30 MB takes 130 MB of memory, nine at once 280. */
const MAX_ANSWER = 32_000_000;

/** Fetches answers that are aborted as soon as they exceed the maximum length, whoever sends them. */
export function limitedFetch(ownFetch: typeof fetch = fetch, maxBytes = MAX_ANSWER): typeof fetch {
  const room = new Room(maxBytes);
  return async (input, init) =>
    limited(await ownFetch(input, init), maxBytes, room, (input as Partial<Request>).signal ?? init?.signal);
}

/** The same answer, aborted as soon as it exceeds the maximum length. */
export function limited(
  answer: Response,
  maxBytes: number,
  room = new Room(maxBytes),
  signal?: AbortSignal | null,
): Response {
  const { body, status, headers, type } = answer;
  if (body === null || type === 'opaqueredirect') return answer;
  let bytes = 0;
  const guest = { hasLeft: false };
  const leave = (): void => room.leave(guest);
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    async transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) throw new TooLongError(maxBytes);
      await room.take(guest, chunk.byteLength);
      controller.enqueue(chunk);
    },
  });
  signal?.addEventListener('abort', leave, { once: true });
  body.pipeTo(counted.writable).then(leave, leave);
  return new Response(counted.readable, { status, headers });
}

interface Guest {
  hasLeft: boolean;
}

/** What an answer has before it counts as a large one. */
const SMALL = 1_000_000;

/** Many large answers at once would end the process. While the room is full, only the oldest and the small ones arrive. */
class Room {
  readonly #taken = new Map<Guest, number>();
  readonly #waiting: (() => void)[] = [];
  #left: number;

  constructor(bytes: number) {
    this.#left = bytes;
  }

  async take(guest: Guest, bytes: number): Promise<void> {
    const all = (this.#taken.get(guest) ?? 0) + bytes;
    const isFirst = (): boolean => [undefined, guest].includes(this.#taken.keys().next().value);
    while (all > SMALL && bytes > this.#left && !isFirst() && !guest.hasLeft)
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    if (guest.hasLeft) return;
    this.#taken.set(guest, all);
    this.#left -= bytes;
  }

  leave(guest: Guest): void {
    guest.hasLeft = true;
    this.#left += this.#taken.get(guest) ?? 0;
    this.#taken.delete(guest);
    for (const goOn of this.#waiting.splice(0)) goOn();
  }
}
