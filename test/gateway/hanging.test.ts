import { closeScenes, createScene } from './scene';

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'performance'] });
});
afterEach(() => {
  closeScenes();
  jest.useRealTimers();
});

/** A service that answers after 100 ms, or its latency, or never what hangs. */
function createHanging(hangs: (path: string) => boolean, requestsAtOnce?: number) {
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
          request.signal.addEventListener('abort', () => {
            reject(request.signal.reason as Error);
          });
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

const pairs = Array.from({ length: 26 }, (_, index) => `USD${String.fromCharCode(65 + index)}XX`);
const passing = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);

/** Names of six letters, as many as a firm reads. */
const ofFirm = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `USD${String(index).padStart(3, '0')}`);

test('a node that takes over the quotes of a firm gives each within 0.8 s, although no other operation is asked', async () => {
  const { quote } = createHanging(() => false);
  const waiting = ofFirm(500).map(quote);
  await passing(10_000);
  const answers = await Promise.all(waiting);
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(800);
});

test.each([1, 3, 8])('a service that takes %i requests at once gets no more, also while it hangs', async (atOnce) => {
  const { service, quote } = createHanging(() => false, atOnce);
  const waiting = ofFirm(140).map(quote);
  await passing(4_000);
  expect((await Promise.all(waiting)).filter(({ status }) => status !== 200)).toEqual([]);
  service.hangs = () => true;
  const hanging = ofFirm(280).slice(140).map(quote);
  await passing(80_000);
  await Promise.all(hanging);
  expect(service.mostOut).toBeLessThanOrEqual(atOnce);
});

test("filings that hang for one person delay nobody's quotes", async () => {
  const { ask, quote } = createHanging((path) => path === '/stocks/filings');
  const filings = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L'].map((one) =>
    ask(`/api/stocks/filings?ticker=${one}`),
  );
  await passing(200);
  for (let second = 0; second < 12; second++) {
    const answer = quote(pairs[second]!);
    await passing(1_000);
    expect(await answer).toMatchObject({ status: 200, ms: expect.closeTo(110, -2) as number });
  }
  await passing(30_000);
  await Promise.all(filings);
});

test.each([2_000, 5_000, 8_000, 15_000])(
  'a service that answers nothing for %i ms is used within a second and a half after it answers again',
  async (hangMs) => {
    const { service, sent, quote } = createHanging(() => false);
    const warm = quote(pairs[0]!);
    await passing(1_000);
    expect(await warm).toMatchObject({ status: 200 });
    service.hangs = () => true;
    const endsAt = Date.now() + hangMs;
    const waiting = pairs.slice(1, 12).map(quote);
    const endOf = waiting.map((one) => one.then(() => Date.now()));
    await passing(hangMs);
    const whileHanging = sent.filter(({ at }) => at > endsAt - hangMs + 2_000);
    expect(whileHanging.length).toBeLessThanOrEqual(hangMs / 1_000 + 1);
    service.hangs = () => false;
    await passing(2_000);
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(waiting.map(() => 200));
    expect(Math.max(...(await Promise.all(endOf))) - endsAt).toBeLessThanOrEqual(1_500);
    const next = quote('EURUSD');
    await passing(1_000);
    expect(await next).toMatchObject({ status: 200 });
  },
);

test.each([2_000, 3_000, 6_000])(
  'half a minute after each answer takes %i ms for good, half of the people wait two seconds longer at most',
  async (latencyMs) => {
    const { service, quote } = createHanging(() => false);
    const names = ofFirm(500);
    const waits: (readonly [at: number, wait: ReturnType<typeof quote>])[] = [];
    // All names in fifteen seconds, which is how long a quote is fresh.
    const read = async (seconds: number): Promise<void> => {
      for (let asked = 0; asked < seconds * 33; asked++) {
        waits.push([Date.now(), quote(names[waits.length % names.length]!)]);
        await passing(30);
      }
    };
    await read(45);
    service.latencyMs = latencyMs;
    const slowAt = Date.now();
    await read(60);
    await passing(60_000);
    const late = waits.filter(([at]) => at > slowAt + 30_000).map(([, wait]) => wait);
    const times = (await Promise.all(late)).map(({ ms }) => ms).sort((one, other) => one - other);
    expect(times[Math.floor(times.length / 2)]).toBeLessThanOrEqual(latencyMs + 2_000);
  },
);
