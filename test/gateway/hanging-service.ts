import { closeScenes, createScene } from './scene';

/** Simulates the clock of a file's tests. */
export function useHanging(): void {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'performance'] });
  });
  afterEach(() => {
    closeScenes();
    jest.useRealTimers();
  });
}

/** A service that answers after 100 ms, or its latency, or never what hangs. */
export function createHanging(hangs: (path: string) => boolean, requestsAtOnce?: number) {
  const service = { hangs, latencyMs: 100, outCount: 0, mostOut: 0 };
  const sent: { readonly path: string; readonly at: number }[] = [];
  const scene = createScene({
    gateway: {
      now: Date.now,
      retryMs: 500,
      requestsAtOnce,
      fetch: (input) => {
        const request = input as Request;
        const { pathname, searchParams } = new URL(request.url);
        sent.push({ path: pathname, at: Date.now() });
        service.mostOut = Math.max(service.mostOut, ++service.outCount);
        return new Promise<Response>((resolve, reject) => {
          request.signal.addEventListener('abort', () => reject(request.signal.reason as Error));
          if (service.hangs(pathname)) return;
          setTimeout(() => {
            const symbols = searchParams.get('symbols')?.split(',') ?? [];
            resolve(
              pathname === '/stocks/filings'
                ? Response.json({ ticker: searchParams.get('ticker'), filings: [] })
                : Response.json({
                    items: symbols.map((symbol) => ({ symbol, mid: 1, bid: 1, ask: 1, timestamp: 1_795_000_000 })),
                  }),
            );
          }, service.latencyMs);
        }).finally(() => service.outCount--);
      },
    },
  });
  /** The status of an answer, and after how long it came. */
  const ask = async (path: string): Promise<{ readonly status: number; readonly ms: number }> => {
    const startedAt = Date.now();
    const { status } = await scene.ask(path);
    return { status, ms: Date.now() - startedAt };
  };
  return { service, sent, ask, quote: (symbol: string) => ask(`/api/currencies/quotes?symbols=${symbol}`) };
}

export const passing = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);

/** Names of six letters, as many as a firm reads. */
export const ofFirm = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `USD${String(index).padStart(3, '0')}`);
