import { Transport } from '../../../../src/api/transport/transport';
import type { Learned } from '../../../../src/api/transport/concurrency-limit';
import { operationOf } from '../../../../src/api/operations';

interface Limit {
  readonly count: number;
  readonly seconds: number;
}

export interface LimitedOptions {
  readonly limits: readonly Limit[];
  readonly latencyMs?: number;
  /** How far the service's clock is behind that of the add-in. */
  readonly behindMs?: number;
  /** What a 429 says of the pause: nothing, the seconds to the end of the window, or its date. */
  readonly retryAfter?: 'seconds' | 'date';
  /** Whether the next request is refused for no reason that can be seen. */
  readonly refusesAtRandom?: () => boolean;
}

const LATENCY_MS = 20;

/**
 * A service that counts requests in windows aligned to its clock, under jest's fake timers. It answers without streams,
 * which take real time.
 */
export class LimitedService {
  /** When each request arrived, on the add-in's clock, and whether it was let through. */
  readonly arrivals: { readonly atMs: number; readonly isRefused: boolean }[] = [];
  readonly #used = new Map<string, number>();

  constructor(private readonly options: LimitedOptions) {}

  readonly fetch = async (input: unknown): Promise<Response> => {
    const { latencyMs = LATENCY_MS } = this.options;
    const { signal } = input as Request;
    await wait(latencyMs / 2, signal);
    const headers = this.#count();
    await wait(latencyMs / 2, signal);
    return {
      status: headers ? 429 : 200,
      type: 'default',
      headers: headers ?? new Headers(),
      text: () => Promise.resolve('{"items":[]}'),
    } as Response;
  };

  get refused(): number {
    return this.arrivals.filter(({ isRefused }) => isRefused).length;
  }

  /** The number of windows of that many seconds in which requests were accepted. */
  windowsUsed(seconds: number): number {
    return new Set(
      this.arrivals
        .filter(({ isRefused }) => !isRefused)
        .map(({ atMs }) => Math.floor(this.#clock(atMs) / 1000 / seconds)),
    ).size;
  }

  /** The headers of a 429, or undefined when no limit is exceeded. */
  #count(): Headers | undefined {
    const { limits, retryAfter, refusesAtRandom } = this.options;
    const atMs = Date.now();
    const exceeded = limits
      .filter(({ count, seconds }) => {
        const window = `${seconds} ${Math.floor(this.#clock(atMs) / 1000 / seconds)}`;
        const used = (this.#used.get(window) ?? 0) + 1;
        this.#used.set(window, used);
        return used > count;
      })
      .at(-1);
    const isRandom = refusesAtRandom?.() ?? false;
    this.arrivals.push({ atMs, isRefused: isRandom || exceeded !== undefined });
    if (!exceeded) return isRandom ? new Headers() : undefined;
    const windowMs = exceeded.seconds * 1000;
    const endsAtMs = (Math.floor(this.#clock(atMs) / windowMs) + 1) * windowMs;
    if (retryAfter === undefined) return new Headers();
    return new Headers({
      'retry-after':
        retryAfter === 'date' ? new Date(endsAtMs).toUTCString() : String(Math.ceil((endsAtMs - atMs) / 1000)),
    });
  }

  #clock(atMs: number): number {
    return atMs - (this.options.behindMs ?? 0);
  }
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(resolve, ms);
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

/** Friday, 20 November 2026, 15:00:03.400 UTC. */
export const START_MS = Date.UTC(2026, 10, 20, 15, 0, 3, 400);

export const useFakeTime = (): void => {
  beforeEach(() => {
    jest.useFakeTimers({ now: START_MS, doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });
};

/** Seconds since the test began. */
export const elapsed = (): number => (Date.now() - START_MS) / 1000;

export const createTransport = (service: Pick<LimitedService, 'fetch'>, learned?: Learned): Transport =>
  new Transport({
    learned,
    address: 'https://service.test',
    apiKey: 'k',
    fetch: service.fetch,
    now: () => Date.now(),
    timeoutMs: 30_000,
    retryMs: 500,
    wireNames: {},
    onRequest: () => undefined,
  });

export const ask = (transport: Transport, signal = new AbortController().signal): Promise<unknown> =>
  transport.send(operationOf('GET /crypto/exchanges'), {}, signal);

/** Lets time pass until all have settled. */
export async function settle(promises: readonly Promise<unknown>[]): Promise<PromiseSettledResult<unknown>[]> {
  let results: PromiseSettledResult<unknown>[] | undefined;
  void Promise.allSettled(promises).then((all) => {
    results = all;
  });
  while (results === undefined) await jest.advanceTimersToNextTimerAsync();
  return results;
}
