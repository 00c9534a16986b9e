import { Client, type ClientOptions } from '../../api/client';
import { createPassThrough } from '../../api/pass-through';
import { isOperation } from '../route';
import type { Operation } from '../../api/interface/operation';
import type { Watcher } from '../watch/watcher';
import { readAge } from '../../api/transport/http';
import type { Reply, Sending } from '../../api/transport/policy';
import { codeOf, type RefusedReply, TooLongError } from '../errors';
import { userAgent } from '../version';
import { keyRemover } from './key-remover';

export interface UpstreamReply extends RefusedReply {
  readonly askedAt: number;
  /** When this node sent the request; later than the answer if a cache on the way kept it. @default the same */
  readonly sentAt?: number;
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
  readonly fetch?: ClientOptions['fetch'];
  readonly maxAnswer?: number | undefined;
  /** The product's version for the User-Agent header. */
  readonly version: string;
  readonly retryMs?: number;
  readonly watchers?: readonly Watcher[];
}

const TIMEOUT_MS = 20_000;

export class Service implements Upstream {
  readonly #client: Client;
  readonly #passThrough: ReturnType<typeof createPassThrough>;
  readonly #lost: LostRequests;
  readonly #withoutKey: (text: string) => string;

  constructor(
    { fetch: ownFetch = fetch, maxAnswer = MAX_ANSWER, watchers = [], ...options }: ServiceOptions,
    now: () => number,
    onSent: () => void,
    private readonly added: () => readonly Operation[] = () => [],
  ) {
    this.#client = new Client({
      address: options.service,
      apiKey: options.apiKey,
      observer: {
        lookups: 0,
        hits: 0,
        questions: 0,
        onRequest(record) {
          onSent();
          for (const watcher of watchers) watcher.onUpstream?.(record);
        },
      },
      fetch: async (input) => {
        try {
          (input as Request).headers.set('user-agent', userAgent(options.version));
          return limited(await ownFetch(input), maxAnswer);
        } catch (error) {
          // The client hides the error, since it may contain the key; its code does not.
          const code = codeOf(error);
          if (code !== undefined)
            for (const watcher of watchers) watcher.onUseless?.(new URL((input as Request).url).pathname, code);
          throw error;
        }
      },
      now,
      isShared: true,
      timeoutMs: TIMEOUT_MS,
      ...(options.retryMs !== undefined && { retryMs: options.retryMs }),
    });
    this.#passThrough = this.#client.lookup('pass-through', createPassThrough);
    this.#lost = new LostRequests(now, () => this.#passThrough.usualMs);
    this.#withoutKey = keyRemover(options.apiKey);
  }

  async askService(question: UpstreamQuestion): Promise<UpstreamReply> {
    // The last check before the key is added: only operations of the table and allowed described ones may be sent.
    if (!isOperation(question.body === undefined ? 'GET' : 'POST', question.path, this.added()))
      throw new RangeError('The path is of no operation');
    const send = (signal?: AbortSignal): Promise<Reply> => this.#passThrough.ask(question, signal);
    // An upload may have been accepted without confirmation.
    const { status, body, headers, sentAt } = await (question.body === undefined
      ? this.#lost.sendAttempt(question.path.split('?')[0]!, send)
      : send());
    return { status, body: this.#withoutKey(body), askedAt: sentAt - readAge(headers), sentAt };
  }

  get slots(): number {
    return this.#passThrough.slots;
  }

  closeConnections(): void {
    this.#client.close();
  }
}

const MAX_ANSWER = 32_000_000;

/** The same answer, aborted as soon as it exceeds the maximum length. */
export function limited(answer: Response, maxBytes: number): Response {
  const { body, status, headers, type } = answer;
  if (body === null || type === 'opaqueredirect') return answer;
  let bytes = 0;
  const counted = body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        if (bytes > maxBytes) controller.error(new TooLongError(maxBytes));
        else controller.enqueue(chunk);
      },
    }),
  );
  return new Response(counted, { status, headers });
}

interface OutRequest {
  readonly operation: string;
  sentAt: number;
  readonly sendCopy: () => AbortController;
}

/** A request may be lost after this many times the usual latency, within these bounds. */
const [LATE, MIN_LATE_MS, MAX_LATE_MS] = [5, 1_000, 10_000];
const PROBE_EVERY_MS = 1_000;
/** The maximum number of copies that only test whether the service answers again. */
const MAX_PROBES = 2;

/** Sends possibly lost requests once more, so that a service that hung is used as soon as it answers again. */
class LostRequests {
  readonly #out = new Set<OutRequest>();
  readonly #probes: AbortController[] = [];
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
        if (this.#out.size === 0) this.#stopWatching();
      };
      const request: OutRequest = {
        operation,
        sentAt: this.now(),
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

  get #lateMs(): number {
    return Math.min(MAX_LATE_MS, Math.max(MIN_LATE_MS, this.usualMs() * LATE));
  }

  #watch(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#watch();
      const [oldest] = [...this.#out].sort((one, other) => one.sentAt - other.sentAt);
      if (oldest === undefined || this.now() - oldest.sentAt < this.#lateMs) return;
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
