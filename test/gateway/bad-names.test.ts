import { closeScenes, createScene, settled } from './scene';
import { useFakeTimers } from '../support/fake-timers';

afterEach(closeScenes);
useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'performance'] });

const GOOD = ['AAAAAA', 'CCCCCC', 'EEEEEE', 'GGGGGG', 'IIIIII'];
const BAD = ['BBBBBB', 'DDDDDD', 'FFFFFF', 'HHHHHH'];

type Answer = () => Response;

/** What services answer to whatever names a symbol that they cannot handle. */
const FAILURES: readonly (readonly [string, Answer])[] = [
  ...[400, 402, 403, 404, 406, 418, 422, 451, 500, 501, 502, 503].map(
    (status) => [`status ${status}`, () => Response.json({ detail: 'No' }, { status })] as const,
  ),
  ['a web page', () => new Response('<html>Sorry</html>')],
  ['half an answer', () => new Response('{"items":[{"symbol":"AAA')],
  [
    'a broken connection',
    () => {
      throw new TypeError('fetch failed');
    },
  ],
];

const answerTo = (path: string, query: URLSearchParams): unknown => {
  const symbols = query.get('symbols')?.split(',') ?? [];
  const mics = query.get('mic')?.split(',') ?? [];
  if (path.endsWith('/scores')) return { symbol: path.split('/')[2], data: 1 };
  return path.endsWith('/status')
    ? mics.map((mic) => ({ mic }))
    : { items: symbols.map((symbol) => ({ symbol, mid: 1 })) };
};

/** A gateway before a service that fails in one way for all bad names, and counts its requests. */
function createFirm(failure: Answer) {
  const sent: string[] = [];
  const scene = createScene({
    gateway: {
      now: Date.now,
      retryMs: 500,
      fetch: async (input) => {
        const { pathname, searchParams, search } = new URL((input as Request).url);
        sent.push(decodeURIComponent(pathname + search));
        await new Promise((resolve) => setTimeout(resolve, 20));
        return BAD.some((name) => (pathname + search).includes(name))
          ? failure()
          : Response.json(answerTo(pathname, searchParams));
      },
    },
  });
  const ask = async (path: string): Promise<number> => (await settled(scene.ask(path))).status;
  return {
    sent,
    ask,
    quotes: (...symbols: string[]) => ask(`/api/currencies/quotes?symbols=${symbols.join()}`),
    statuses: (...mics: string[]) => ask(`/api/stocks/markets/status?mic=${mics.join()}`),
    scores: (symbol: string) => ask(`/api/stocks/${symbol}/scores`),
  };
}

const wait = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);

describe.each(FAILURES)('names that are answered with %s', (_, failure) => {
  test.each([1, 2, 3, 4])(
    "do not fail other people's cells, if %d of them are always requested together with good names",
    async (count) => {
      const { quotes, statuses } = createFirm(failure);
      for (const ask of [quotes, statuses]) {
        for (let round = 0; round < 6; round++) {
          const good = GOOD.map((name) => ask(name));
          const bad = BAD.slice(0, count).map((name) => ask(name));
          expect(await Promise.all(good)).toEqual(GOOD.map(() => 200));
          const others = await Promise.all(bad);
          expect(others.filter((status) => status === 200)).toEqual([]);
          await wait([16_000, 400, 1_100, 3_000, 70_000, 20_000][round]!);
        }
      }
    },
  );

  test("do not fail other people's cells, if they come alone, one after the other", async () => {
    const { quotes, scores } = createFirm(failure);
    for (const ask of [quotes, scores]) {
      expect(await ask(GOOD[0]!)).toBe(200);
      for (const name of BAD) {
        await ask(name);
        for (const good of GOOD) expect([name, await ask(good)]).toEqual([name, 200]);
        await wait(200);
      }
      for (const name of BAD) await ask(name);
      for (const good of GOOD) expect(await ask(good)).toBe(200);
    }
  });

  test('fill no list of others, and are sent alone, once their list was divided', async () => {
    const { quotes, sent } = createFirm(failure);
    const all = [...GOOD.slice(0, 3), BAD[0]!, ...GOOD.slice(3)];
    await Promise.all(all.map((name) => quotes(name)));
    expect(sent.length).toBeLessThanOrEqual(8);
    for (let round = 0; round < 5; round++) {
      await wait(16_000);
      const before = sent.length;
      await Promise.all([quotes(GOOD[round]!), quotes(BAD[0]!)]);
      const withBad = sent.slice(before).filter((path) => path.includes(BAD[0]!));
      expect(new Set(withBad)).toEqual(
        withBad.length > 0 ? new Set([`/currencies/quotes?symbols=${BAD[0]}`]) : new Set(),
      );
      expect(sent.length - before).toBeLessThanOrEqual(3);
    }
  });
});
