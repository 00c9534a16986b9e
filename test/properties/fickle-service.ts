import type { Settings } from '../../src/app/settings';
import { type Answer, type Asked, readRequest } from './answers';
import { ABSENT, type Fault, NETWORK, OK, TIMEOUT } from './faults';
import type { History } from './history';
import { KEY_HEADER } from '../support/published-fields';

/** What becomes of one request. */
export interface Fate {
  readonly fault: Fault;
  readonly latencyMs: number;
  /** The headers come at once, and only the body is slow. */
  readonly isBodySlow: boolean;
  /** It answers though nobody wants the answer any more. */
  readonly isDeaf: boolean;
}

const GOOD: Fate = { fault: OK, latencyMs: 10, isBodySlow: false, isDeaf: false };
const NOTHING: Answer = { body: undefined, values: new Map() };
const TIMEOUT_MS = 30_000;

/**
 * A service of which each request meets another fate. It gives every value a number of its own and keeps account of
 * them.
 */
export class FickleService {
  /** The signals that came with requests. */
  readonly signals: WeakRef<AbortSignal>[] = [];
  /** Names that were requested while they were already pending, and requests under outdated settings. */
  readonly repeated: string[] = [];
  readonly outdated: string[] = [];
  /** Timers that are the service's own. */
  timerCount = 0;
  mostAtOnce = 0;
  readonly #onTheirWay = new Map<Request, Asked>();
  #fates: readonly Fate[];
  #count = 0;

  constructor(
    private readonly history: History,
    fates: readonly Fate[],
    private readonly settings: () => Settings,
  ) {
    this.#fates = fates;
  }

  /** From now on every answer is good. */
  heal(): void {
    this.#fates = [GOOD];
    this.mostAtOnce = 0;
  }

  readonly fetch = async (input: RequestInfo | URL): Promise<Response> => {
    const request = input as Request;
    const asked = readRequest(new URL(request.url));
    this.#begin(request, asked);
    const { fault: drawn, ...fate } = this.#fates[this.#count++ % this.#fates.length]!;
    const fault = asked.always ?? drawn;
    const answer = fault.says && fault !== ABSENT ? NOTHING : asked.answer(fault, () => this.history.newValue());
    const arrive = async (): Promise<string> => {
      if (fate.latencyMs > 0) await this.#wait(fate, request);
      this.#end(request, fault, answer);
      if (fault === NETWORK) throw new TypeError('fetch failed');
      return fault.body ?? JSON.stringify(answer.body);
    };
    const head = { type: 'default', status: fault.status ?? 200, headers: new Headers(fault.headers) };
    if (fate.isBodySlow) return { ...head, text: arrive } as unknown as Response;
    const text = await arrive();
    return { ...head, text: () => Promise.resolve(text) } as unknown as Response;
  };

  #begin(request: Request, asked: Asked): void {
    const { apiKey, serviceAddress } = this.settings();
    if (request.headers.get(KEY_HEADER) !== apiKey || !request.url.startsWith(serviceAddress))
      this.outdated.push(request.url);
    const taken = new Set([...this.#onTheirWay.values()].flatMap(({ keys }) => keys));
    this.repeated.push(...asked.keys.filter((key) => taken.has(key)));
    this.#onTheirWay.set(request, asked);
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#onTheirWay.size);
    this.signals.push(new WeakRef(request.signal));
  }

  /** Only what the client still waits for has reached it. */
  #end(request: Request, fault: Fault, { values }: Answer): void {
    const asked = this.#onTheirWay.get(request);
    if (!asked) return;
    this.#onTheirWay.delete(request);
    const { origin } = new URL(request.url);
    this.history.deliver({
      apiKey: request.headers.get(KEY_HEADER)!,
      address: origin,
      asked: asked.questions,
      fault,
      values,
    });
  }

  #wait({ latencyMs, isDeaf }: Omit<Fate, 'fault'>, request: Request): Promise<void> {
    const sentAt = Date.now();
    return new Promise((resolve, reject) => {
      this.timerCount++;
      const timer = setTimeout(() => {
        this.timerCount--;
        resolve();
      }, latencyMs);
      request.signal.addEventListener('abort', () => {
        if (Date.now() - sentAt >= TIMEOUT_MS) this.#end(request, TIMEOUT, NOTHING);
        this.#onTheirWay.delete(request);
        if (isDeaf) return;
        this.timerCount--;
        clearTimeout(timer);
        reject(request.signal.reason as Error);
      });
    });
  }
}
