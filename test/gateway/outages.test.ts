import { closeScenes, createScene, settled } from './scene';
import { useFakeTimers } from '../support/fake-timers';

afterEach(closeScenes);
useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'performance'] });

type Answer = () => Response;

const answerOf = (pathname: string, search: string): Response => {
  if (pathname.endsWith('/scores')) return Response.json({ symbol: pathname.split('/')[2], data: 3 });
  if (pathname === '/stocks/filings') return Response.json({ ticker: 'AAPL', filings: [] });
  return quotesOf(search);
};

const quotesOf = (path: string): Response => {
  const symbols = new URLSearchParams(path.split('?')[1]).get('symbols')?.split(',') ?? [];
  return Response.json({ items: symbols.map((symbol) => ({ symbol, mid: 1, bid: 1, ask: 1, timestamp: 1 })) });
};

/** A gateway before a service that is well, or answers everything in one way. */
function createWeak(fails?: (path: string) => Answer | undefined) {
  const service = { fails };
  const sent: { path: string; at: number }[] = [];
  const scene = createScene({
    gateway: {
      now: Date.now,
      retryMs: 500,
      fetch: async (input) => {
        const { pathname, search } = new URL((input as Request).url);
        sent.push({ path: pathname + search, at: Date.now() });
        await new Promise((resolve) => setTimeout(resolve, 20));
        return service.fails?.(pathname + search)?.() ?? answerOf(pathname, search);
      },
    },
  });
  const ask = async (path: string) => {
    const answer = await settled(scene.ask(path));
    const { detail } = (await answer.json()) as { detail?: string };
    return { status: answer.status, detail, retryAfter: answer.headers.get('retry-after') };
  };
  return { service, sent, ask, quote: (symbol: string) => ask(`/api/currencies/quotes?symbols=${symbol}`) };
}

const wait = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);

const FAILURES: [string, Answer, number][] = [
  ['status 500', () => Response.json({ detail: 'Out of order' }, { status: 500 }), 500],
  ['garbage with status 200', () => new Response('<html>busy</html>'), 502],
  ['nothing with status 204', () => new Response(null, { status: 204 }), 502],
  ['a part with status 206', () => Response.json({ items: [{ symbol: 'EURUSD', mid: 1 }] }, { status: 206 }), 502],
  [
    'no connection',
    () => {
      throw new TypeError('fetch failed');
    },
    502,
  ],
  ['a refused key', () => Response.json({ detail: 'No' }, { status: 401 }), 502],
];

/** Asks for a dozen things until all are answered again, and checks how often that was and how long it took. */
async function outlast(seconds: number, answer: Answer): Promise<void> {
  const startedAt = Date.now();
  const endsAt = startedAt + seconds * 1_000;
  const { sent, ask, quote } = createWeak(() => (Date.now() < endsAt ? answer : undefined));
  const symbols = ['AAAAAA', 'BBBBBB', 'CCCCCC', 'DDDDDD', 'EEEEEE', 'FFFFFF', 'GGGGGG', 'HHHHHH', 'JJJJJJ'];
  const paths = ['/api/stocks/AAPL/scores', '/api/stocks/MSFT/scores', '/api/stocks/filings?ticker=AAPL'];
  const askAll = () => Promise.all([...symbols.map(quote), ...paths.map((path) => ask(path))]);
  while (Date.now() < endsAt) {
    await askAll();
    await wait(250);
  }
  while ((await askAll()).some(({ status }) => status !== 200)) await wait(100);
  expect(Date.now() - endsAt).toBeLessThanOrEqual((Math.min(seconds, 5) + 1) * 1_000);
  const later = sent.filter(({ at }) => at >= startedAt + 2_000 && at < endsAt);
  expect(later.length).toBeLessThanOrEqual(seconds);
}

const NEVER_TRUE = [undefined, '0', 'soon', 'Fri, 20 Nov 2020 14:00:00 GMT'];

describe.each([429, 503])('a service that answers with %i and a Retry-After that is not true', (status) => {
  // Every length of pause comes within half a minute; one row goes on for longer.
  test.each(
    NEVER_TRUE.flatMap((retryAfter) =>
      [2, 12, retryAfter === undefined ? 90 : 30].map((seconds) => ({ retryAfter, seconds })),
    ),
  )(
    '($retryAfter) for $seconds seconds is asked once a second at most, and answers soon after',
    ({ retryAfter, seconds }) =>
      outlast(seconds, () => new Response('', { status, headers: retryAfter ? { 'retry-after': retryAfter } : {} })),
  );
});

describe.each(FAILURES)('a service that answers with %s', (_, answer, status) => {
  test.each([2, 10, status === 500 ? 60 : 30])(
    'for %i seconds is asked once a second at most, and answers soon after',
    (seconds) => outlast(seconds, answer),
  );

  test('once, for a name that is always requested alone, is asked for it again within five seconds', async () => {
    const { service, sent, quote } = createWeak(() => answer);
    const startedAt = Date.now();
    while (Date.now() < startedAt + 20_000) {
      await quote('EURUSD');
      await wait(250);
    }
    service.fails = undefined;
    const endedAt = Date.now();
    while ((await quote('EURUSD')).status !== 200) await wait(100);
    expect(Date.now() - endedAt).toBeLessThanOrEqual(5_500);
    expect(sent.length).toBeLessThanOrEqual(30);
  });

  test('fails all waiting calls for the same name together, and every new one within a second', async () => {
    const { sent, quote } = createWeak(() => answer);
    const answers = await Promise.all(Array.from({ length: 20 }, () => quote('EURUSD')));
    expect(new Set(answers.map((one) => one.status))).toEqual(new Set([status]));
    const count = sent.length;
    await wait(900);
    expect(await quote('EURUSD')).toEqual(answers[0]);
    expect(sent).toHaveLength(count);
    await wait(200);
    await quote('EURUSD');
    expect(sent.length).toBeGreaterThan(count);
  });

  test("gets a single request when it may have recovered, and then everybody's", async () => {
    const { service, sent, quote } = createWeak(() => answer);
    // Enough different questions show that all of them fail.
    for (const symbol of ['AAAAAA', 'BBBBBB', 'CCCCCC']) await quote(symbol);
    const count = sent.length;
    expect((await quote('DDDDDD')).status).toBe(status);
    expect(sent).toHaveLength(count);
    await wait(1_100);
    const [first] = await Promise.all(['EEEEEE', 'FFFFFF', 'GGGGGG'].map(quote));
    expect(first!.status).toBe(status);
    const probes = sent.slice(count);
    expect(new Set(probes.map(({ path }) => path)).size).toBe(1);
    service.fails = undefined;
    await wait(2_100);
    const well = await Promise.all(['HHHHHH', 'JJJJJJ', 'KKKKKK'].map(quote));
    expect(well.map((one) => one.status)).toEqual([200, 200, 200]);
  });
});

test('an operation that fails does not keep people from the others', async () => {
  const { quote, ask } = createWeak((path) =>
    path.startsWith('/stocks/') ? () => Response.json({ detail: 'No' }, { status: 500 }) : undefined,
  );
  for (const symbol of ['A', 'B', 'C', 'D', 'E']) expect((await ask(`/api/stocks/${symbol}/scores`)).status).toBe(500);
  expect((await quote('EURUSD')).status).toBe(200);
});

test('a symbol that always fails does not keep people from other symbols', async () => {
  const { quote } = createWeak((path) =>
    path.includes('BAD') ? () => Response.json({ detail: 'No' }, { status: 500 }) : undefined,
  );
  for (let round = 0; round < 10; round++) {
    expect((await quote('BAD')).status).toBe(500);
    await wait(20_000);
  }
  expect((await quote('BAD')).status).toBe(500);
  expect((await quote('EURUSD')).status).toBe(200);
});

test('names that failed beside others are asked for again within five seconds once one of them is answered', async () => {
  const names = ['AAAAAA', 'BBBBBB', 'CCCCCC', 'DDDDDD', 'EEEEEE', 'FFFFFF', 'GGGGGG', 'HHHHHH'];
  const { service, quote } = createWeak((path) =>
    names.some((name) => path.includes(name)) ? () => Response.json({ detail: 'No' }, { status: 500 }) : undefined,
  );
  const askUntil = async (endsAt: number, some: () => readonly string[]): Promise<void> => {
    while (Date.now() < endsAt) {
      await Promise.all(['EURUSD', ...some()].map(quote));
      await wait(250);
    }
  };
  // One after the other begins to fail, so that they are not asked for again at the same time.
  for (let count = 1; count <= names.length; count++) await askUntil(Date.now() + 2_500, () => names.slice(0, count));
  await askUntil(Date.now() + 30_000, () => names);
  service.fails = undefined;
  while ((await Promise.all(names.map(quote))).every(({ status }) => status !== 200)) await wait(100);
  const firstAt = Date.now();
  while ((await Promise.all(names.map(quote))).some(({ status }) => status !== 200)) await wait(100);
  expect(Date.now() - firstAt).toBeLessThanOrEqual(5_000);
});

test('failures that an answer has followed keep no later question from its second attempt', async () => {
  const { service, sent, quote } = createWeak();
  const failOnce = (symbol: string): void => {
    let isFirst = true;
    service.fails = (path) => {
      if (!path.includes(symbol) || !isFirst) return undefined;
      isFirst = false;
      return () => Response.json({ detail: 'Out of order' }, { status: 500 });
    };
  };
  service.fails = () => () => Response.json({ detail: 'Out of order' }, { status: 500 });
  expect((await quote('AAAAAA')).status).toBe(500);
  service.fails = undefined;
  expect((await quote('BBBBBB')).status).toBe(200);
  for (const symbol of ['CCCCCC', 'DDDDDD']) {
    failOnce(symbol);
    const count = sent.length;
    expect((await quote(symbol)).status).toBe(200);
    expect(sent).toHaveLength(count + 2);
  }
});

describe('a pause that the service asks for', () => {
  const pause = (retryAfter: string) => (): Answer => () =>
    new Response('', { status: 429, headers: { 'retry-after': retryAfter } });

  test.each(['999999999', 'Sun, 01 Jan 2090 00:00:00 GMT'])(
    'until %s lasts for five minutes; then one request shows whether it is over',
    async (retryAfter) => {
      const { service, sent, quote } = createWeak(pause(retryAfter));
      expect(await quote('EURUSD')).toEqual({
        status: 429,
        detail: 'Too many requests to the service (429): try again in 300 s',
        retryAfter: '300',
      });
      await wait(200_000);
      expect(await quote('GBPUSD')).toMatchObject({ status: 429, retryAfter: '100' });
      expect(sent).toHaveLength(1);
      await wait(100_000);
      const again = await Promise.all(['AAAAAA', 'BBBBBB', 'CCCCCC'].map(quote));
      expect(again.map(({ status }) => status)).toEqual([429, 429, 429]);
      expect(sent).toHaveLength(2);
      service.fails = undefined;
      await wait(300_000);
      const well = await Promise.all(['AAAAAA', 'BBBBBB', 'CCCCCC'].map(quote));
      expect(well.map(({ status }) => status)).toEqual([200, 200, 200]);
    },
  );

  test('is not shortened by a shorter pause in another answer at the same time', async () => {
    const { sent, quote, ask } = createWeak((path) => pause(path.startsWith('/stocks/') ? '120' : '30')());
    const [longer, shorter] = await Promise.all([ask('/api/stocks/AAPL/scores'), quote('EURUSD')]);
    expect([longer.retryAfter, shorter.retryAfter]).toEqual(['120', '30']);
    expect(sent).toHaveLength(2);
    await wait(60_000);
    expect((await quote('GBPUSD')).status).toBe(429);
    expect(sent).toHaveLength(2);
  });

  test('is known to everybody: fresh quotes are served, and nothing else is sent', async () => {
    const { service, sent, quote, ask } = createWeak();
    await quote('EURUSD');
    service.fails = pause('120');
    expect(await quote('GBPUSD')).toMatchObject({ status: 429, retryAfter: '120' });
    expect((await ask('/api/stocks/AAPL/scores')).status).toBe(429);
    expect((await quote('EURUSD')).status).toBe(200);
    expect(sent).toHaveLength(2);
  });
});
