import { pipeline, Readable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import type { ValidationProblem } from '../api/interface/operation';
import { recordIn } from '../core/basics';
import { inTime } from '../core/waiting';
import { AbandonedError, NoRoomError, NotNowError, RefusedError, textIn, TooLongError } from './errors';
import { SHORT_PAUSE_MS } from './service/outages';
import { ServiceError } from '../api/service-error';

export interface Answered {
  readonly status: number;
  readonly body: string;
  /** Whether each character is a byte in UTF-8: otherwise one sign such as ’ doubles the memory of a long text. */
  readonly isOfBytes?: boolean | undefined;
  /** What holds the body in memory if several answers may share it. An equal body elsewhere takes memory of its own. */
  readonly keptIn?: object | undefined;
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

export const responseOf = ({ status, body, headers }: Answered): Response =>
  // Status 204 may have no body, not even an empty one.
  new Response(body === '' ? null : body, { status, headers: headers ? { ...JSON_TYPE, ...headers } : JSON_TYPE });

/** @param mustExplain whether it must have a sentence, or a list of what is wrong */
export function isJson(body: string, mustExplain: boolean): boolean {
  const parsed = recordIn(body);
  return parsed !== undefined && (!mustExplain || typeof parsed.detail === 'string' || Array.isArray(parsed.detail));
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
  if (error instanceof NoRoomError) return refusal(503, error.message, { 'retry-after': '5' });
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

/** Eleven years of all exchanges' hours are half of it. A node takes 200 MB with one of 30 MB, and up to 360 with nine at once. */
const MAX_ANSWER = 32_000_000;

/** Fetches answers that are aborted as soon as they exceed the maximum length, whoever sends them. */
export const limitedFetch =
  (ownFetch: typeof fetch = fetch, room = new Room()): typeof fetch =>
  async (input, init) =>
    limited(await ownFetch(input, init), room, (input as Partial<Request>).signal ?? init?.signal);

/** The same answer, aborted as soon as it exceeds the length of the room. */
export function limited(answer: Response, room: Room, signal?: AbortSignal | null): Response {
  const { body, status, headers, type } = answer;
  if (body === null || type === 'opaqueredirect') return answer;
  let bytes = 0;
  const guest = { hasLeft: false, since: performance.now() };
  const leave = (): void => room.leave(guest);
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    async transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > room.maxBytes) throw new TooLongError(room.maxBytes);
      await room.take(guest, chunk.byteLength);
      controller.enqueue(chunk);
    },
  });
  signal?.addEventListener('abort', leave, { once: true });
  body.pipeTo(counted.writable).then(leave, leave);
  return new Response(counted.readable, { status, headers });
}

/** The same answer, whose text, if it is long, has a character for each byte. */
export const withBytesForText = (answer: Response): Response =>
  Object.defineProperty(answer, 'text', {
    async value() {
      const whole = await bytesIn(answer.body ?? []);
      return whole.length > SMALL ? whole.toString('latin1') : textIn(whole);
    },
  });

/** What "node:stream/consumers" does takes twice the memory. */
const bytesIn = async (chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<Buffer> =>
  Buffer.concat((await Readable.from(chunks).toArray()) as Uint8Array[]);

/** What a body takes in memory. */
export const memoryOf = ({ body, isOfBytes }: SentText): number =>
  body.length * (isOfBytes === true || !/[^\0-\u00ff]/.test(body) ? 1 : 2);

interface Guest {
  readonly since: number;
  hasLeft: boolean;
}

/** The length from which on an answer counts as large. */
export const SMALL = 256_000;
/** Characters of a text that its reader is given at a time. */
const PIECE = 65_536;
/** How long an answer may wait for room, which is less than a request may take; and how long Excel waits for one. */
const [MAX_WAIT_MS, MAX_READ_MS] = [15_000, 45_000];

/**
 * Many large answers at once would end the process, those that arrive as well as those that slow readers have not taken.
 * If it is full, small ones arrive, and the oldest if readers hold at most half. Younger ones leave half to the oldest.
 */
export class Room {
  readonly #arriving = new Map<Guest, number>();
  /** Each text in memory once, by what holds it, and how many read it. */
  readonly #leaving = new Map<object, number>();
  readonly #waiting: (() => void)[] = [];
  #left: number;
  #leavingBytes = 0;

  constructor(readonly maxBytes = MAX_ANSWER) {
    this.#left = maxBytes;
  }

  /** Rejects if there is no room for too long. */
  async take(guest: Guest, bytes: number): Promise<void> {
    const [all, half] = [(this.#arriving.get(guest) ?? 0) + bytes, this.maxBytes / 2];
    const isFull = (): boolean => {
      const isOldest = [undefined, guest].includes(this.#arriving.keys().next().value);
      const hasRoom = isOldest ? bytes <= this.#left || this.#leavingBytes <= half : bytes <= this.#left - half;
      return all > SMALL && !hasRoom && !guest.hasLeft;
    };
    const wait = async (): Promise<void> => {
      while (isFull()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    };
    if (isFull())
      await inTime(wait, guest.since + MAX_WAIT_MS - performance.now()).catch(() => {
        throw new NoRoomError();
      });
    if (guest.hasLeft) return;
    this.#arriving.set(guest, all);
    this.#left -= bytes;
  }

  leave(guest: Guest): void {
    guest.hasLeft = true;
    this.#free(this.#arriving.get(guest) ?? 0);
    this.#arriving.delete(guest);
  }

  /** Its text takes room until the reader has it. Its length shows whether it was broken off. */
  async responseTo(reader: Headers, answered: Answered): Promise<Response> {
    const { status, body, headers } = answered;
    if (body.length <= SMALL) return responseOf(answered);
    const isZipped = /\bgzip\b/.test(reader.get('accept-encoding') ?? '');
    const sent = isZipped ? await zipped(this.#sentText(answered)) : answered;
    const length = String(Buffer.byteLength(sent.body, encodingOf(sent)));
    const about = { ...JSON_TYPE, ...headers, vary: 'accept-encoding', 'content-length': length };
    const stream = Readable.toWeb(this.#sentText(sent)) as ReadableStream<Uint8Array>;
    return new Response(stream, { status, headers: isZipped ? { ...about, 'content-encoding': 'gzip' } : about });
  }

  #sentText(answered: SentText): Readable {
    const { keptIn = answered } = answered;
    const bytes = memoryOf(answered);
    const countReaders = (more: number): void => {
      const readers = (this.#leaving.get(keptIn) ?? 0) + more;
      if (readers === 0) this.#leaving.delete(keptIn);
      else this.#leaving.set(keptIn, readers);
      if (readers !== 0 && readers !== more) return;
      this.#leavingBytes += more * bytes;
      this.#free(-more * bytes);
    };
    countReaders(1);
    const pieces = Readable.from(piecesOf(answered));
    const hangUp = setTimeout(() => pieces.destroy(new Error('A reader took too long')), MAX_READ_MS).unref();
    return pieces.once('close', () => {
      clearTimeout(hangUp);
      countReaders(-1);
    });
  }

  #free(bytes: number): void {
    this.#left += bytes;
    for (const goOn of this.#waiting.splice(0)) goOn();
  }
}

type SentText = Pick<Answered, 'body' | 'isOfBytes' | 'keptIn'>;

/** A long list becomes several times shorter, so that a slow reader has it soon. */
async function zipped(pieces: Readable): Promise<SentText> {
  const bytes = await bytesIn(pipeline(pieces, createGzip({ level: constants.Z_BEST_SPEED }), () => undefined));
  return { body: bytes.toString('latin1'), isOfBytes: true };
}

const encodingOf = ({ isOfBytes }: SentText): BufferEncoding => (isOfBytes === true ? 'latin1' : 'utf8');

function* piecesOf(text: SentText): Generator<Buffer, void> {
  for (let at = 0; at < text.body.length;) {
    // Both halves of a character that has two go together.
    const to = at + PIECE + (/[\ud800-\udbff]/.test(text.body.charAt(at + PIECE - 1)) ? 1 : 0);
    yield Buffer.from(text.body.slice(at, to), encodingOf(text));
    at = to;
  }
}
