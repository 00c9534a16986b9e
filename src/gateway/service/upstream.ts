import { Transport } from '../../api/transport/transport';
import { isOperation } from '../route';
import type { Operation } from '../../api/interface/operation';
import type { Watcher } from '../watch/watcher';
import { readAge } from '../../api/transport/http';
import type { Reply, Sending } from '../../api/transport/policy';
import { codeOf, type RefusedReply, textIn } from '../errors';
import { SMALL, withBytesForText } from '../replies';
import { lateMs } from './outages';

export interface UpstreamReply extends RefusedReply {
  readonly askedAt: number;
  /** When this node sent the request; later than the answer if a cache on the way kept it. @default the same */
  readonly sentAt?: number;
  readonly isOfBytes?: boolean;
}

export interface UpstreamQuestion extends Sending {
  readonly isSuspect?: boolean;
}

export interface Upstream {
  askService(question: UpstreamQuestion): Promise<UpstreamReply>;
  readonly slots?: number | undefined;
}

export interface ServiceOptions {
  readonly service: string;
  readonly apiKey: string;
  readonly fetch?: typeof fetch;
  readonly maxAnswer?: number | undefined;
  /** The product's version for the User-Agent header. */
  readonly version: string;
  readonly retryMs?: number;
  /** The most requests that may be out at the same time. @default as many as the service answers quickly */
  readonly requestsAtOnce?: number | undefined;
  readonly watchers?: readonly Watcher[];
}

const [TIMEOUT_MS, RETRY_MS] = [20_000, 500];
/** Characters of a part in which the key is searched for, and where the next begins: no form of the key is longer than both share. */
const [PART, STEP] = [256_000, 192_000];

/** As programs outside browsers name themselves to a service: "md-for-excel/1.0.0". */
export const userAgent = (ofProduct: string): string => `md-for-excel/${ofProduct}`;

export class Service implements Upstream {
  readonly #transport: Transport;
  readonly #lost: LostRequests;
  readonly #withoutKey: (text: string) => string;

  constructor(
    { fetch: ownFetch = fetch, watchers = [], ...options }: ServiceOptions,
    now: () => number,
    onSent: () => void,
    private readonly added: () => readonly Operation[],
  ) {
    this.#transport = new Transport({
      address: options.service,
      apiKey: options.apiKey,
      wireNames: {},
      onRequest(record) {
        onSent();
        for (const watcher of watchers) watcher.onUpstream?.(record);
      },
      fetch: async (input) => {
        try {
          (input as Request).headers.set('user-agent', userAgent(options.version));
          return withBytesForText(await ownFetch(input));
        } catch (error) {
          // The transport hides the error, since it may contain the key; its code does not.
          const code = codeOf(error);
          if (code !== undefined)
            for (const watcher of watchers) watcher.onUseless?.(new URL((input as Request).url).pathname, code);
          throw error;
        }
      },
      now,
      isShared: true,
      timeoutMs: TIMEOUT_MS,
      retryMs: options.retryMs ?? RETRY_MS,
      requestsAtOnce: options.requestsAtOnce,
    });
    this.#lost = new LostRequests(now, () => this.#transport.recentMs);
    this.#withoutKey = keyRemover(options.apiKey);
  }

  async askService(question: UpstreamQuestion): Promise<UpstreamReply> {
    // The last check before the key is added: only operations of the table and allowed described ones may be sent.
    if (!isOperation(question.body === undefined ? 'GET' : 'POST', question.path, this.added()))
      throw new RangeError('The path is of no operation');
    const send = (signal: AbortSignal): Promise<Reply> => this.#transport.pass(question, signal);
    // An upload may have been accepted without confirmation.
    const { status, body, headers, sentAt } = await (question.body === undefined
      ? this.#lost.sendAttempt(question.path.split('?')[0]!, send)
      : send(new AbortController().signal));
    // A mark at the start is no part of the text.
    const isPlain = status === 200 && question.body === undefined && !body.startsWith('\u00ef');
    const isOfBytes = body.length > SMALL && isPlain && !this.#isKeyIn(body);
    const text = isOfBytes ? body : this.#withoutKey(body.length > SMALL ? textIn(Buffer.from(body, 'latin1')) : body);
    return { status, body: text, isOfBytes, askedAt: sentAt - readAge(headers), sentAt };
  }

  /** In parts that overlap: unescaped, a long text would take several times its memory. */
  #isKeyIn(text: string): boolean {
    const count = Math.ceil(text.length / STEP);
    const parts = Array.from({ length: count }, (_, at) => text.slice(at * STEP, at * STEP + PART));
    return parts.some((part) => this.#withoutKey(part) !== part);
  }

  get slots(): number {
    return this.#transport.requestsAtOnce;
  }

  closeConnections(): void {
    this.#lost.abortAll();
  }
}

interface OutRequest {
  readonly operation: string;
  sentAt: number;
  readonly copies: ReadonlySet<AbortController>;
  readonly sendCopy: () => AbortController;
}

const PROBE_EVERY_MS = 1_000;
/** The maximum number of copies that only test whether the service answers again. */
const MAX_PROBES = 2;

/** Sends possibly lost requests once more, so that a service that hung is used as soon as it answers again. */
class LostRequests {
  readonly #out = new Set<OutRequest>();
  #probes: AbortController[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param usualMs recent latency of answers; 0 before the first */
  constructor(
    private readonly now: () => number,
    private readonly usualMs: () => number,
  ) {}

  sendAttempt<T>(operation: string, attempt: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const copies = new Set<AbortController>();
      const end = (): void => {
        this.#out.delete(request);
        // Lost requests would time out, as if the service still failed.
        for (const copy of copies) copy.abort();
        // They would keep the answer in memory.
        this.#probes = this.#probes.filter((probe) => !copies.has(probe));
        if (this.#out.size === 0) this.#stopWatching();
      };
      const request: OutRequest = {
        operation,
        sentAt: this.now(),
        copies,
        sendCopy: () => {
          const copy = new AbortController();
          copies.add(copy);
          const sentAt = (request.sentAt = this.now());
          attempt(copy.signal).then(
            (reply) => {
              end();
              resolve(reply);
              this.#sendLost(operation, sentAt);
            },
            (error: unknown) => {
              // A probe that made room for another is no failure.
              if (copy.signal.aborted && this.#out.has(request)) return;
              end();
              reject(error instanceof Error ? error : new Error(String(error)));
            },
          );
          return copy;
        },
      };
      this.#out.add(request);
      request.sendCopy();
      this.#watch();
    });
  }

  abortAll(): void {
    const all = [...this.#out];
    this.#out.clear();
    for (const { copies } of all) for (const copy of copies) copy.abort();
  }

  get #lateMs(): number {
    return lateMs(this.usualMs());
  }

  #watch(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#watch();
      const inOrder = [...this.#out].sort((one, other) => one.sentAt - other.sentAt);
      const late = inOrder.filter(({ sentAt }) => this.now() - sentAt >= this.#lateMs);
      const [oldest] = late;
      // A new question shows it as well.
      const newest = inOrder.findLast((one) => late.some(({ operation }) => operation === one.operation));
      if (oldest === undefined || (newest !== oldest && this.now() - newest!.sentAt < PROBE_EVERY_MS)) return;
      if (this.#probes.push(oldest.sendCopy()) > MAX_PROBES) this.#probes.shift()!.abort();
    }, PROBE_EVERY_MS);
  }

  #stopWatching(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#probes.length = 0;
  }

  #sendLost(operation: string, answeredSentAt: number): void {
    const lateMs = this.#lateMs;
    for (const request of [...this.#out]) {
      const isLost = request.sentAt < answeredSentAt && this.now() - request.sentAt >= lateMs;
      if (isLost && request.operation === operation) request.sendCopy();
    }
  }
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
/** A character as JSON, JavaScript, addresses and HTML escape it. */
const ESCAPED =
  /\\u\{0*([\da-f]{1,6})\}|\\u([\da-f]{4})|\\x([\da-f]{2})|\\([^%&])|%([\da-f]{2})|&#x0{0,6}([\da-f]{1,6});|&#0{0,6}(\d{1,7});|&(amp|lt|gt|quot|apos);/gis;
/** Texts within texts are escaped again and again. */
const MAX_DEPTH = 4;
const REMOVED = '•••';

/** Removes the key from texts: a service may repeat it, escaped several times. The time is proportional to the text. */
export function keyRemover(key: string): (text: string) => string {
  if (key === '') return (text) => text;
  const hex = Buffer.from(key, 'latin1').toString('hex');
  // A backslash of the key may look as if it escaped what follows.
  const forms = [key, key.replaceAll('\\', ''), btoa(key).replace(/=+$/, ''), hex, hex.toUpperCase()].filter(Boolean);
  return (text) => {
    const levels = [text];
    while (levels.length <= MAX_DEPTH && levels.at(-1)!.search(ESCAPED) >= 0) levels.push(unescaped(levels.at(-1)!));
    let [starts, ends]: [readonly number[], readonly number[]] = [[], []];
    for (const level of levels.reverse()) {
      const found = placesOf(forms, level);
      // Matches in the unescaped text are also in this text, at other positions.
      starts = [...placesBefore(level, starts), ...found.map(([from]) => from)].sort(inOrder);
      ends = [...placesBefore(level, ends), ...found.map(([, to]) => to)].sort(inOrder);
    }
    return starts.length === 0 ? text : without(text, starts, ends);
  };
}

const inOrder = (one: number, other: number): number => one - other;

function placesOf(forms: readonly string[], text: string): (readonly [from: number, to: number])[] {
  const places: [number, number][] = [];
  for (const form of forms)
    for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + form.length))
      places.push([at, at + form.length]);
  return places;
}

const unescaped = (text: string): string =>
  text.replace(ESCAPED, (...match: (string | undefined)[]) => characterOf(match));

function characterOf(match: readonly (string | undefined)[]): string {
  const [, braced, four, two, plain, percent, hexEntity, entity, name] = match;
  if (plain !== undefined) return plain;
  if (name !== undefined) return ENTITIES[name.toLowerCase()]!;
  const digits = braced ?? four ?? two ?? percent ?? hexEntity;
  const code = digits === undefined ? Number(entity) : parseInt(digits, 16);
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : ' ';
}

/** Where places of the unescaped text, in order, lie in the text. */
function placesBefore(text: string, places: readonly number[]): number[] {
  const before: number[] = [];
  if (places.length === 0) return before;
  let longer = 0;
  const pass = (end: number): void => {
    for (let place; (place = places[before.length]) !== undefined && place <= end;) before.push(place + longer);
  };
  for (const match of text.matchAll(ESCAPED)) {
    pass(match.index - longer);
    longer += match[0].length - characterOf(match).length;
  }
  pass(Infinity);
  return before;
}

function without(text: string, starts: readonly number[], ends: readonly number[]): string {
  const parts: string[] = [];
  let end = 0;
  for (const [index, from] of starts.entries()) {
    if (from >= end) parts.push(text.slice(end, from), REMOVED);
    end = Math.max(end, ends[index]!);
  }
  return parts.join('') + text.slice(end);
}
