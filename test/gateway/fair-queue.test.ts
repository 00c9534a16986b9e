import { Allowances, type Limits } from '../../src/gateway/access/allowances';
import { DEFAULT_GROUPS } from '../../src/gateway/access/groups';
import { People } from '../../src/gateway/access/people';
import { makeToken } from '../../src/gateway/access/personal-tokens';
import { closeScenes, createScene, settled } from './scene';
import { KEY_HEADER } from '../support/published-fields';
import { useFakeTimers } from '../support/fake-timers';

afterEach(closeScenes);
useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'performance'] });

const FIVE_LETTERS = 26 ** 5;
/** So many symbols of six letters, none twice. */
const symbolsFrom = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) =>
    Array.from({ length: 6 }, (__, place) =>
      String.fromCharCode(65 + (Math.floor(((from + index) % FIVE_LETTERS) / 26 ** place) % 26)),
    ).join(''),
  );

interface BusyOptions {
  /** What the service takes for each request, in milliseconds. */
  readonly latencyMs: number;
  readonly limits?: Limits;
  readonly ofGroup?: Limits;
  /** A symbol for which the service refuses every list. */
  readonly unknown?: string;
  /** @default 200 */
  readonly status?: number;
}

/** A gateway with Ann, Ben and Eve, before a service that takes its time. */
async function createBusy({ latencyMs, limits = {}, ofGroup, unknown = '', status = 200 }: BusyOptions) {
  const made = ['ann', 'ben', 'eve'].map((name) => makeToken(name, { groups: ['fx', 'algo'] }));
  const records = made.map(({ record }) => record);
  const storage = { readTokens: () => Promise.resolve({ records, unreadable: [] }) };
  const groups = new Map([...DEFAULT_GROUPS, ['algo', { areas: [], operations: ['POST /algo/upload/backtesting'] }]]);
  const people = new People(storage, groups, true);
  await people.startWatching();
  people.stopWatching();
  const sent: (readonly string[])[] = [];
  const service = { latencyMs };
  const scene = createScene({
    gateway: {
      people,
      allowsPost: true,
      now: Date.now,
      allowances: new Allowances({
        person: limits,
        groupOf: (name) => (name === 'fx' ? ofGroup : undefined),
        now: Date.now,
      }),
      fetch: async (input) => {
        const { searchParams, pathname } = new URL((input as Request).url);
        const symbols = searchParams.get('symbols')?.split(',') ?? [pathname];
        sent.push(symbols);
        await new Promise((resolve) => setTimeout(resolve, service.latencyMs));
        if (status !== 200) return new Response('', { status });
        if (symbols.includes(unknown)) return Response.json({ detail: 'Unknown' }, { status: 404 });
        return Response.json({ items: symbols.map((symbol) => ({ symbol, mid: 1, bid: 1, ask: 1, timestamp: 1 })) });
      },
    },
  });
  const [ann, ben, eve] = made.map(({ token }) => token) as [string, string, string];
  /** An answer, and how long it took. */
  const askAs = async (token: string, symbols: readonly string[], signal?: AbortSignal) => {
    const startedAt = Date.now();
    const answer = await scene.ask(`/api/currencies/quotes?symbols=${symbols.join()}`, {
      headers: { [KEY_HEADER]: token },
      ...(signal && { signal }),
    });
    const { detail } = (await answer.json()) as { detail?: string };
    const retryAfter = answer.headers.get('retry-after');
    return { status: answer.status, detail, retryAfter, ms: Date.now() - startedAt };
  };
  return { ...scene, ann, ben, eve, askAs, sent, service };
}

describe('an abandoned question', () => {
  test('is not sent: of 250 only those that had left cost a request, and the next quote comes at once', async () => {
    const { askAs, ann, ben, sent } = await createBusy({ latencyMs: 500 });
    const gone = new AbortController();
    const abandoned = Array.from({ length: 250 }, (_, index) => askAs(ann, symbolsFrom(index * 10, 10), gone.signal));
    await jest.advanceTimersByTimeAsync(400);
    const left = sent.length;
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(10);
    gone.abort();
    expect(new Set((await settled(Promise.all(abandoned))).map(({ status }) => status))).toEqual(new Set([499]));
    const { status, ms } = await settled(askAs(ben, ['ZZZZZZ']));
    expect(status).toBe(200);
    expect(ms).toBeLessThan(1_500);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(sent.length).toBeLessThanOrEqual(left + 2);
  });

  test('is still sent if another person waits for its answer', async () => {
    const { askAs, ann, ben } = await createBusy({ latencyMs: 500 });
    const gone = new AbortController();
    void askAs(ann, symbolsFrom(0, 200), gone.signal);
    await jest.advanceTimersByTimeAsync(100);
    const shared = askAs(ben, symbolsFrom(100, 3));
    await jest.advanceTimersByTimeAsync(1);
    gone.abort();
    expect(await settled(shared)).toMatchObject({ status: 200 });
  });

  test('stays pending if it was sent: the same question joins it', async () => {
    const { askAs, ann, sent } = await createBusy({ latencyMs: 500 });
    const gone = new AbortController();
    void askAs(ann, ['EURUSD'], gone.signal);
    await jest.advanceTimersByTimeAsync(100);
    gone.abort();
    await jest.advanceTimersByTimeAsync(100);
    expect(await settled(askAs(ann, ['EURUSD']))).toMatchObject({ status: 200 });
    expect(sent).toHaveLength(1);
  });
});

describe('people take turns:', () => {
  test('a quote does not wait for thousands of symbols that another person requested before', async () => {
    const { askAs, ann, ben, sent } = await createBusy({ latencyMs: 200 });
    const many = Promise.all(Array.from({ length: 4 }, (_, index) => askAs(ann, symbolsFrom(index * 571, 571))));
    await jest.advanceTimersByTimeAsync(150);
    const sentBefore = sent.length;
    expect(sentBefore).toBeLessThan(10);
    const { status, ms } = await settled(askAs(ben, ['ZZZZZZ']));
    expect([status, ms < 600]).toEqual([200, true]);
    expect(sent.findIndex((symbols) => symbols.includes('ZZZZZZ'))).toBeLessThan(sentBefore + 3);
    await settled(many);
  });

  test('two people with many questions each get half of the lists, however many questions one of them has', async () => {
    const { askAs, ann, ben, sent } = await createBusy({ latencyMs: 200 });
    for (let index = 0; index < 10; index++) void askAs(ann, symbolsFrom(index * 70, 70));
    await jest.advanceTimersByTimeAsync(20);
    const begun = sent.length;
    const ofBen = symbolsFrom(100_000, 280);
    void askAs(ben, ofBen);
    while (sent.length < begun + 20) await jest.advanceTimersByTimeAsync(10);
    const wanted = new Set(ofBen);
    const symbols = sent.slice(begun, begun + 20).flat();
    const share = symbols.filter((symbol) => wanted.has(symbol)).length / symbols.length;
    expect(share).toBeGreaterThan(0.45);
    // Whoever comes later does not get more for it.
    expect(share).toBeLessThan(0.65);
    await jest.advanceTimersByTimeAsync(60_000);
  });

  test('lists are full while many wait', async () => {
    const { askAs, ann, ben, eve, sent } = await createBusy({ latencyMs: 200 });
    const all = [ann, ben, eve].flatMap((token, person) =>
      Array.from({ length: 70 }, (_, index) => askAs(token, symbolsFrom(person * 1_000 + index, 1))),
    );
    await settled(Promise.all(all));
    expect(sent.length).toBeLessThanOrEqual(31);
  });
});

describe('a question waits for thirty seconds at most', () => {
  const TOO_LATE = {
    status: 503,
    detail:
      'The service has not answered within 30 s: it is slow, or takes no more requests now (429); try again in 5 s',
    retryAfter: '5',
    ms: 30_000,
  };

  test('and is then a sentence that says when to try again', async () => {
    const { askAs, ann } = await createBusy({ latencyMs: 15_000 });
    const many = await settled(askAs(ann, symbolsFrom(0, 571)));
    expect(many).toEqual(TOO_LATE);
  });

  test('and is not told that the service is too slow, if that has refused more requests at once', async () => {
    // Far from the end of the minute, after which the service may take requests again.
    jest.setSystemTime(Date.UTC(2026, 10, 23, 9, 0, 5));
    const { askAs, ann } = await createBusy({ latencyMs: 10, status: 429 });
    expect(await settled(askAs(ann, ['EURUSD']))).toEqual(TOO_LATE);
  });

  test('even if the service takes fifteen: all answers that arrive in time are given', async () => {
    const { askAs, ann, ben } = await createBusy({ latencyMs: 15_000 });
    const first = askAs(ann, symbolsFrom(0, 20));
    await jest.advanceTimersByTimeAsync(14_000);
    // Joins what is as old as it may be when it comes; a second answer comes 29 seconds after the first question.
    const second = askAs(ben, symbolsFrom(0, 20));
    expect(await settled(first)).toMatchObject({ status: 200 });
    expect(await settled(second)).toMatchObject({ status: 200 });
  });

  test('and then gets quotes that have become too old, if newer ones take longer', async () => {
    const { askAs, ask, ann, ben, service } = await createBusy({ latencyMs: 16_000 });
    const first = askAs(ann, ['EURUSD']);
    await jest.advanceTimersByTimeAsync(100);
    const second = ask('/api/currencies/quotes?symbols=EURUSD', { headers: { [KEY_HEADER]: ben } });
    service.latencyMs = 19_000;
    await settled(first);
    const answer = await settled(second);
    expect([answer.status, answer.headers.get('age')]).toEqual([200, '30']);
  });
});

describe('limits', () => {
  test('count the requests to the service that a person causes, and a large question is made up for', async () => {
    const { askAs, ann, ben, sent } = await createBusy({ latencyMs: 10, limits: { requestsPerSecond: 10 } });
    const answers = await settled(
      Promise.all(Array.from({ length: 28 }, (_, index) => askAs(ann, symbolsFrom(index * 571, 571)))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers[5]).toMatchObject({
      status: 429,
      detail: 'The gateway allows ann 10 requests to the service in a second: try again in 7 s',
      retryAfter: '7',
    });
    expect(sent).toHaveLength(82);
    expect(await settled(askAs(ben, ['ZZZZZZ']))).toMatchObject({ status: 200 });
    expect(await settled(askAs(ann, ['ZZZZZY']))).toMatchObject({ status: 429 });
    // What is in memory costs no request.
    expect(await settled(askAs(ann, ['ZZZZZZ']))).toMatchObject({ status: 200 });
    await jest.advanceTimersByTimeAsync(8_000);
    expect(await settled(askAs(ann, ['ZZZZZY']))).toMatchObject({ status: 200 });
  });

  test('count symbols by person, whether they are in memory or not', async () => {
    const { askAs, ann, ben } = await createBusy({ latencyMs: 10, limits: { symbolsPerSecond: 20 } });
    expect(await settled(askAs(ann, symbolsFrom(0, 40)))).toMatchObject({ status: 200 });
    expect(await settled(askAs(ann, ['AAAAAA']))).toMatchObject({
      status: 429,
      detail: 'The gateway allows ann 20 symbols in a second: try again in 1 s',
      retryAfter: '1',
    });
    expect(await settled(askAs(ben, ['AAAAAA']))).toMatchObject({ status: 200 });
  });

  test('of a day apply to each person', async () => {
    const { askAs, ann, ben } = await createBusy({ latencyMs: 10, limits: { symbolsPerDay: 30, requestsPerDay: 3 } });
    expect(await settled(askAs(ann, symbolsFrom(0, 21)))).toMatchObject({ status: 200 });
    expect(await settled(askAs(ann, ['ZZZZZZ']))).toMatchObject({
      status: 429,
      detail: expect.stringMatching(
        /^The gateway allows ann 3 requests to the service in a day, which are used: /,
      ) as string,
    });
    expect(await settled(askAs(ann, symbolsFrom(0, 20)))).toMatchObject({
      status: 429,
      detail:
        'The gateway allows ann 30 symbols in a day, of which 9 are left: ask for fewer than these 20, or ask its administrator',
    });
    expect(await settled(askAs(ann, symbolsFrom(0, 9)))).toMatchObject({ status: 200 });
    expect(await settled(askAs(ann, symbolsFrom(0, 1)))).toMatchObject({
      status: 429,
      detail: expect.stringMatching(/^The gateway allows ann 30 symbols in a day, which are used: /) as string,
    });
    expect(await settled(askAs(ben, ['ZZZZZZ']))).toMatchObject({ status: 200 });
  });

  test('of a day are not used up by questions that fail', async () => {
    const { askAs, ann } = await createBusy({ latencyMs: 10, limits: { symbolsPerDay: 5 }, status: 500 });
    for (let count = 0; count < 3; count++)
      expect(await settled(askAs(ann, symbolsFrom(0, 5)))).toMatchObject({ status: 500 });
  });

  test('count every part of a list that the service refuses for one of its symbols', async () => {
    const unknown = 'ZZZZZZ';
    const { askAs, ann, sent } = await createBusy({ latencyMs: 10, limits: { requestsPerDay: 4 }, unknown });
    expect(await settled(askAs(ann, [unknown, ...symbolsFrom(0, 6)]))).toMatchObject({ status: 404 });
    expect(sent).toHaveLength(7);
    expect(await settled(askAs(ann, ['YYYYYY']))).toMatchObject({ status: 429 });
  });

  test('count uploads, each as a request', async () => {
    const { ask, ann, sent } = await createBusy({ latencyMs: 10, limits: { requestsPerDay: 2 } });
    const upload = async (): Promise<number> => {
      const init = { method: 'POST', body: '{}', headers: { [KEY_HEADER]: ann } };
      return (await settled(ask('/api/algo/upload/backtesting', init))).status;
    };
    expect([await upload(), await upload(), await upload()]).toEqual([200, 200, 429]);
    expect(sent).toHaveLength(2);
  });

  test('of a group apply to all of its members together', async () => {
    const { askAs, ann, ben } = await createBusy({ latencyMs: 10, ofGroup: { requestsPerDay: 2 } });
    expect(await settled(askAs(ann, symbolsFrom(0, 14)))).toMatchObject({ status: 200 });
    expect(await settled(askAs(ben, ['ZZZZZZ']))).toMatchObject({
      status: 429,
      detail: expect.stringMatching(/^The gateway allows the group fx 2 requests to the service in a day/) as string,
    });
  });
});
