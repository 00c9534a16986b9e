import { setTimeout } from 'node:timers/promises';
import type { RequestRecord } from '../../src/core/call';
import { Allowances } from '../../src/gateway/access/allowances';
import { checkOptions, readOptions } from '../../src/gateway/command/options';
import { keyRemover } from '../../src/gateway/service/upstream';
import { closeScenes, createScene } from './scene';

afterEach(closeScenes);

const QUOTES = '/api/currencies/quotes?symbols=EURUSD';

describe('a parameter that an operation does not have', () => {
  test.each([
    [`${QUOTES}&x=1`, '/currencies/quotes', 'x'],
    [`${QUOTES}&Symbols=GBPUSD`, '/currencies/quotes', 'Symbols'],
    ['/api/stocks/countries?_=1700000000', '/stocks/countries', '_'],
    ['/api/stocks/AAPL/scores?x=1', '/stocks/{symbol}/scores', 'x'],
    ['/api/stocks/markets/hours?mic=XNYS&cache=no', '/stocks/markets/hours', 'cache'],
    ['/api/account/usage?x=', '/account/usage', 'x'],
  ])('is refused in %s with a sentence, and the service is not asked', async (path, of, name) => {
    const { ask, upstream } = createScene();
    const answer = await ask(path);
    expect([answer.status, await answer.json()]).toEqual([
      422,
      {
        detail: [
          { loc: ['query', name], msg: `${of} has no parameter of that name: leave it out`, type: 'extra_forbidden' },
        ],
      },
    ]);
    expect(upstream.filter((one) => !one.startsWith('/openapi.json'))).toEqual([]);
  });

  test('is sent on if the service describes it, and the description is read once', async () => {
    const asked: string[] = [];
    const { ask, sandbox } = createScene({
      gateway: {
        fetch: (input) => {
          const { pathname, search } = new URL((input as Request).url);
          asked.push(pathname + search);
          if (pathname === '/openapi.json')
            return Promise.resolve(
              Response.json({
                openapi: '3.1.0',
                paths: { '/stocks/countries': { get: { parameters: [{ name: 'region', in: 'query', schema: {} }] } } },
              }),
            );
          return sandbox.fetch(input as Request);
        },
      },
    });
    expect((await ask('/api/stocks/countries?region=EU')).status).toBe(200);
    expect((await ask('/api/stocks/countries?region=EU&x=1')).status).toBe(422);
    expect((await ask('/api/crypto/exchanges?region=EU')).status).toBe(422);
    expect(asked).toEqual(['/openapi.json', '/stocks/countries?region=EU']);
  });
});

test.each(['precision=', 'precision=-1', 'precision=1.5'])(
  'a list made for a gateway never reaches the service as it is, also with %s',
  async (beside) => {
    const { ask, upstream } = createScene();
    const symbols = Array.from({ length: 170 }, (_, index) => `AB${1000 + index}`);
    for (const count of [8, 170]) {
      const answer = await ask(`/api/currencies/quotes?symbols=${symbols.slice(0, count).join()}&${beside}`);
      expect(answer.status).toBe(422);
    }
    for (const path of upstream)
      expect((new URLSearchParams(path.split('?')[1]).get('symbols') ?? '').length).toBeLessThanOrEqual(50);
  },
);

test.each([QUOTES, `${QUOTES},GBPUSD,USDJPY`, '/api/stocks/countries', '/api/stocks/markets/hours?mic=XNYS'])(
  'a service whose answers are twenty seconds old is asked once for each question of %s',
  async (path) => {
    const sent: string[] = [];
    const { ask, sandbox } = createScene({
      gateway: {
        fetch: async (input) => {
          sent.push((input as Request).url);
          const answer = await sandbox.fetch(input as Request);
          answer.headers.set('age', '100000');
          return answer;
        },
      },
    });
    for (let count = 1; count <= 3; count++) {
      expect((await ask(path)).status).toBe(200);
      expect(sent).toHaveLength(count);
    }
  },
);

/** An answer of 20 MB in pieces, and what of it was sent. */
function createLongAnswer() {
  const state = { sent: 0, isCancelled: false };
  const body = new ReadableStream({
    async pull(controller) {
      await setTimeout(1);
      state.sent += 100_000;
      controller.enqueue(new Uint8Array(100_000).fill(32));
      if (state.sent > 20_000_000) controller.close();
    },
    cancel() {
      state.isCancelled = true;
    },
  });
  return { state, answer: new Response(body) };
}

test('an answer that is too long is cut off while it arrives, with a sentence that says what to do', async () => {
  const { state, answer: long } = createLongAnswer();
  const { ask } = createScene({ gateway: { maxAnswer: 1_000_000, fetch: () => Promise.resolve(long) } });
  const answer = await ask('/api/stocks/AAPL/scores');
  expect([answer.status, await answer.json()]).toEqual([
    502,
    { detail: "The service's answer is longer than 1 MB: ask for less, or have the administrator raise --max-answer" },
  ]);
  expect(state.isCancelled).toBe(true);
  expect(state.sent).toBeLessThan(3_000_000);
});

test('an answer that is too long is no failure of the network in the log', async () => {
  const statuses: unknown[] = [];
  const watcher = { onInbound: () => undefined, onUpstream: ({ status }: RequestRecord) => void statuses.push(status) };
  const fetch = () => Promise.resolve(createLongAnswer().answer);
  const { ask } = createScene({ gateway: { maxAnswer: 1_000_000, fetch, watchers: [watcher] } });
  await ask('/api/stocks/AAPL/scores');
  expect(new Set(statuses)).toEqual(new Set(['cancelled']));
});

describe('a long answer', () => {
  const rowsWith = (more: string): string =>
    `[${Array.from({ length: 20_000 }, (_, index) => JSON.stringify({ mic: `X${index}`, name: 'Ann’s \u{1F600} é' })).join()}${more}]`;
  const createService = (body: string) =>
    createScene({ gateway: { fetch: () => Promise.resolve(new Response(body)) } });

  test('has the signs that the service sent, also if it is a list', async () => {
    expect(await (await createService(rowsWith('')).ask('/api/stocks/markets/status')).text()).toBe(rowsWith(''));
    const list = JSON.stringify(['X1', 'X2'].map((mic) => ({ mic, name: 'Ann’s \u{1F600} é'.repeat(20_000) })));
    expect(await (await createService(list).ask('/api/stocks/markets?mic=X1,X2')).text()).toBe(list);
  });

  test('may begin with a mark', async () => {
    const answer = await createService(`\ufeff${rowsWith('')}`).ask('/api/stocks/markets/status');
    expect([answer.status, await answer.text()]).toEqual([200, rowsWith('')]);
  });

  test('never has the key, which may also be escaped', async () => {
    const { ask } = createService(rowsWith(',{"mic":"demo"},{"mic":"\\u0064emo"}'));
    expect(await (await ask('/api/stocks/markets/status')).text()).toBe(rowsWith(',{"mic":"•••"},{"mic":"•••"}'));
  });
});

test('a description of the service that is too long is cut off too, and the gateway describes itself', async () => {
  const { state, answer: long } = createLongAnswer();
  const { ask } = createScene({ gateway: { maxAnswer: 1_000_000, fetch: () => Promise.resolve(long) } });
  const answer = await ask('/api/openapi.json');
  expect([answer.status, await answer.json()]).toMatchObject([200, { paths: { '/stocks/quotes': {} } }]);
  expect(state.isCancelled).toBe(true);
  expect(state.sent).toBeLessThan(3_000_000);
});

test('uploads go to the service two at a time', async () => {
  let [out, most] = [0, 0];
  const { ask } = createScene({
    gateway: {
      allowsPost: true,
      fetch: async () => {
        most = Math.max(most, ++out);
        await setTimeout(20);
        out--;
        return Response.json({});
      },
    },
  });
  const answers = await Promise.all(
    Array.from({ length: 7 }, () => ask('/api/algo/upload/backtrader', { method: 'POST', body: '{}' })),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 7 }, () => 200));
  expect(most).toBe(2);
});

test('a person may cause a few requests a second, and more at once now and then, if nothing else is said', () => {
  const { limits } = checkOptions(readOptions(['--sandbox'], {}), {});
  let now = 0;
  const allowances = new Allowances({ person: limits, groupOf: () => undefined, now: () => now });
  const spend = (seconds: number): number => {
    let sent = 0;
    for (const end = now + seconds * 1_000; now < end; now += 10)
      while (allowances.problemOf({ person: 'ann' }, 0) === undefined) {
        allowances.spendRequests({ person: 'ann' }, 1);
        sent++;
      }
    return sent;
  };
  // A workbook that is opened.
  expect(spend(1)).toBeGreaterThanOrEqual(50);
  expect(spend(60) / 60).toBeLessThanOrEqual(5.1);
  const own = checkOptions(readOptions(['--sandbox', '--requests-per-second', '30'], {}), {});
  expect(own.limits).toMatchObject({ requestsPerSecond: 30 });
  expect(own.limits.requestsAtOnce).toBeUndefined();
});

test('a record in another spelling reaches the person who requested it, also in a list of two people', async () => {
  const sent: string[] = [];
  const { ask } = createScene({
    gateway: {
      fetch: (input) => {
        const { searchParams, pathname } = new URL((input as Request).url);
        const spelled = new Map(Object.entries({ 'BRK.B': 'BRK-B', 'BF.B': 'BF/B', XNYS: 'XNYS ', XLON: 'X-LON' }));
        const names = (searchParams.get('symbols') ?? searchParams.get('mic') ?? '').split(',').reverse();
        sent.push(`${pathname} ${names.join()}`);
        const of = (field: string) => names.map((name) => ({ [field]: spelled.get(name) ?? name }));
        return Promise.resolve(Response.json(pathname.endsWith('quotes') ? { items: of('symbol') } : of('mic')));
      },
    },
  });
  const body = async (path: string): Promise<unknown> => (await ask(`/api/stocks/${path}`)).json();
  const quotes = [body('quotes?symbols=BRK.B,AAPL'), body('quotes?symbols=BF.B')];
  const expected = [{ items: [{ symbol: 'BRK-B' }, { symbol: 'AAPL' }] }, { items: [{ symbol: 'BF/B' }] }];
  expect(await Promise.all(quotes)).toEqual(expected);
  const kept = [body('quotes?symbols=BRK.B,AAPL'), body('quotes?symbols=BF.B')];
  expect(await Promise.all(kept)).toEqual(expected);
  expect(await body('markets/status?mic=XNYS,XLON')).toEqual([{ mic: 'X-LON' }, { mic: 'XNYS ' }]);
  expect(await body('markets/status?mic=XLON')).toEqual([{ mic: 'X-LON' }]);
  expect(sent).toHaveLength(2);
});

test('the key is removed in a time that grows with the text alone, whatever key and text are', () => {
  const time = (key: string, text: string): number => {
    // Of the processor: other programs may be busy too.
    const before = process.cpuUsage();
    keyRemover(key)(text);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
  for (const [key, piece] of [
    ['\\'.repeat(40), '\\'],
    ['a'.repeat(60), 'a'.repeat(59) + 'b'],
    ['%25%25%25%25%25%25', '%25'],
    ['&amp;&amp;&amp;', '&amp;'],
  ] as const) {
    const [short, long] = [50_000, 400_000].map((length) =>
      Math.min(...[1, 2, 3].map(() => time(key, piece.repeat(length / piece.length)))),
    ) as [number, number];
    expect(long).toBeLessThan(40 * Math.max(short, 5));
  }
});
