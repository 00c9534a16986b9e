import { BatchWindow } from '../../../../src/api/lookup/batch';
import { operationOf } from '../../../../src/api/operations';
import { Caches } from '../../../../src/gateway/operations';
import { Inquiries } from '../../../../src/gateway/service/inquiries';
import { ServiceDescription } from '../../../../src/gateway/service/described';
import { ListCache } from '../../../../src/gateway/cache/list-cache';
import type { UpstreamReply } from '../../../../src/gateway/service/upstream';

const FRESH_MS = 15_000;
const NO_LIMITS = { maxAgeMs: undefined, maxStaleMs: 0 };

/** A list of quotes whose service answers when it is told to. */
function createList() {
  const clock = { now: 1_000_000 };
  const asked: string[] = [];
  const waiting: ((reply: Omit<UpstreamReply, 'askedAt'>) => void)[] = [];
  const memory = new ListCache({
    operation: operationOf('GET /currencies/quotes'),
    values: {},
    inquiries: new Inquiries({
      now: () => clock.now,
      upstream: {
        askService: ({ path }) => {
          asked.push(new URLSearchParams(path.split('?')[1]).get('symbols')!);
          const askedAt = clock.now;
          return new Promise((resolve) => waiting.push((reply) => resolve({ ...reply, askedAt })));
        },
      },
    }),
    window: new BatchWindow({ quietMs: 0, maxMs: 0 }),
    now: () => clock.now,
    freshMs: () => FRESH_MS,
    described: { lengthOf: () => 60, learnLength: () => false },
    fills: true,
  });
  const untilAsked = async (count: number): Promise<void> => {
    for (let turn = 0; asked.length < count && turn < 1_000; turn++)
      await new Promise((resolve) => setTimeout(resolve, 1));
  };
  /** Answers the oldest pending request with these names. */
  const answer = (names: string, status = 200): void => {
    const items = names === '' ? [] : names.split(',').map((symbol) => ({ symbol, mid: clock.now }));
    waiting.shift()!({ status, body: JSON.stringify({ items }) });
  };
  const read = async (name: string): Promise<unknown> => {
    const { value } = await memory.readAnswer(name, NO_LIMITS);
    return value;
  };
  return { clock, asked, memory, untilAsked, answer, read };
}

/** A list that EURUSD six seconds ago, fills while GBPUSD is requested. */
async function createFilled() {
  const list = createList();
  const first = list.read('EURUSD');
  await list.untilAsked(1);
  list.answer('EURUSD');
  await first;
  list.clock.now += 6_000;
  const second = list.read('GBPUSD');
  await list.untilAsked(2);
  expect(list.asked[1]).toBe('GBPUSD,EURUSD');
  return { ...list, second };
}

const quoteAt = (symbol: string, at: number) => ({ status: 200, body: JSON.stringify({ symbol, mid: at }) });

describe('a name that fills a list', () => {
  test('is fresh afterwards, but does not count as read by a user', async () => {
    const { clock, asked, answer, read, second } = await createFilled();
    answer('GBPUSD,EURUSD');
    await second;
    expect(await read('EURUSD')).toEqual(quoteAt('EURUSD', clock.now));
    expect(asked).toHaveLength(2);
  });

  test('is not requested in advance unless it is read', async () => {
    const { clock, asked, memory, untilAsked, answer, second } = await createFilled();
    answer('GBPUSD,EURUSD');
    await second;
    clock.now += 13_000;
    const third = memory.readAnswer('GBPUSD', { ...NO_LIMITS, maxAgeMs: 0 });
    await untilAsked(3);
    answer('GBPUSD');
    await third;
    memory.askAhead(0);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(asked.slice(3)).toEqual([]);
  });

  test.each([
    ['is lost by the service', 'GBPUSD', 200, []],
    ['is in a list that the service refuses', '', 422, ['GBPUSD']],
  ])('that %s is requested again only if somebody waits for it', async (_, names, status, again) => {
    for (const isAwaited of [false, true]) {
      const { asked, memory, untilAsked, answer, second } = await createFilled();
      const reader = isAwaited ? memory.readAnswer('EURUSD', { ...NO_LIMITS, maxAgeMs: 3_000 }) : undefined;
      answer(names, status);
      const expected = [...again, ...(isAwaited ? ['EURUSD'] : [])];
      await untilAsked(2 + expected.length);
      for (const name of expected) answer(name);
      await Promise.all([second, reader]);
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(asked.slice(2)).toEqual(expected);
    }
  });

  test('that the service refuses is left out of the repeated request, and fills no list until it has an answer', async () => {
    const { clock, asked, untilAsked, answer, read, second } = await createFilled();
    answer('', 422);
    await untilAsked(3);
    answer('GBPUSD');
    expect([asked[2], await second]).toEqual(['GBPUSD', quoteAt('GBPUSD', clock.now)]);
    const third = read('USDJPY');
    await untilAsked(4);
    answer('USDJPY');
    await third;
    clock.now += 10_000;
    const own = read('EURUSD');
    await untilAsked(5);
    answer('EURUSD,GBPUSD,USDJPY');
    await own;
    clock.now += 10_000;
    void read('AUDUSD');
    await untilAsked(6);
    expect(asked.slice(3)).toEqual(['USDJPY', 'EURUSD,GBPUSD,USDJPY', 'AUDUSD,GBPUSD,USDJPY,EURUSD']);
  });

  test('does not disturb a newer request for the same name, which its readers share', async () => {
    const { clock, asked, memory, untilAsked, answer, second } = await createFilled();
    clock.now += 10_000;
    const newer = memory.readAnswer('EURUSD', { ...NO_LIMITS, maxAgeMs: 0 });
    await untilAsked(3);
    answer('GBPUSD,EURUSD');
    await second;
    await new Promise((resolve) => setTimeout(resolve, 5));
    // The next reader shares the newer request.
    const shared = memory.readAnswer('EURUSD', { ...NO_LIMITS, maxAgeMs: 0 });
    expect(shared).toBe(newer);
    answer('EURUSD');
    await shared;
    expect(asked).toHaveLength(3);
  });
});

describe('names that were read earlier', () => {
  /** EURUSD and USDJPY have been wanted an hour ago, USDJPY last. */
  async function createLater() {
    const list = createList();
    const first = [list.read('EURUSD'), list.read('USDJPY')];
    await list.untilAsked(1);
    list.answer('EURUSD,USDJPY');
    await Promise.all(first);
    list.clock.now += 3_600_000;
    return list;
  }

  test('fill the room in the lists of a workbook that is opened, those read last first', async () => {
    const { asked, untilAsked, read } = await createLater();
    void read('GBPUSD');
    await untilAsked(2);
    expect(asked).toEqual(['EURUSD,USDJPY', 'GBPUSD,USDJPY,EURUSD']);
  });

  test('that are read all the time are not added to lists', async () => {
    const { clock, asked, untilAsked, answer, read } = await createLater();
    const opening = read('GBPUSD');
    await untilAsked(2);
    answer('GBPUSD,USDJPY,EURUSD');
    await opening;
    for (let round = 3; round < 6; round++) {
      clock.now += 16_000;
      const next = read('GBPUSD');
      await untilAsked(round);
      answer('GBPUSD');
      await next;
    }
    expect(asked.slice(2)).toEqual(['GBPUSD', 'GBPUSD', 'GBPUSD']);
  });

  test('do not count as unknown if an answer lacks them, and are added to no list until they are read again', async () => {
    const { clock, asked, untilAsked, answer, read } = await createLater();
    const opening = read('GBPUSD');
    await untilAsked(2);
    answer('GBPUSD');
    await opening;
    const own = read('EURUSD');
    await untilAsked(3);
    answer('EURUSD');
    expect(await own).toEqual(quoteAt('EURUSD', clock.now));
    expect(asked[2]).toBe('EURUSD');
  });
});

test('calendars of many different days are dropped, the least recently used first, when they are too large together', async () => {
  let characters = 0;
  const upstream = {
    askService: () =>
      Promise.resolve({
        status: 200,
        body: `[{"mic":"XNYS","note":"${' '.repeat(characters)}"}]`,
        askedAt: performance.now(),
      }),
  };
  const now = (): number => performance.now();
  const described = new ServiceDescription('http://service.test', fetch, now);
  const caches = new Caches({ upstream, now, quoteFreshMs: () => FRESH_MS, fills: true, described });
  const listOf = (year: number): ListCache =>
    caches.listOf(operationOf('GET /stocks/markets/hours'), `start=${year}-01-01`);
  for (const year of [2021, 2022, 2023, 2024]) {
    for (characters of [13_000_000, 12_000_001]) {
      // Learned again, it takes no more room.
      await new Promise((resolve) => setTimeout(resolve, 2));
      await listOf(year).readAnswer('XNYS', { ...NO_LIMITS, maxAgeMs: 0 });
    }
    listOf(2021);
  }
  listOf(2025);
  const kept = [2021, 2022, 2023, 2024].filter((year) => listOf(year).staleAnswer('XNYS', Infinity) !== undefined);
  expect(kept).toEqual([2021, 2023, 2024]);
});

describe('a record in another spelling', () => {
  test('is requested again for each name alone if two names have its letters', async () => {
    const { clock, asked, untilAsked, answer, read } = createList();
    const both = Promise.all([read('BRK.B'), read('BRKB'), read('GBPUSD')]);
    await untilAsked(1);
    answer('GBPUSD,BRK-B');
    await untilAsked(3);
    answer(asked[1] === 'BRK.B' ? 'BRK-B' : '');
    answer(asked[2] === 'BRK.B' ? 'BRK-B' : '');
    expect(await both).toEqual([quoteAt('BRK-B', clock.now), { status: 200, body: '' }, quoteAt('GBPUSD', clock.now)]);
    expect([asked.length, ...asked.slice(1).sort()]).toEqual([3, 'BRK.B', 'BRKB']);
  });

  test('is accepted although names were added to the list, since none with the same letters is added', async () => {
    const { clock, asked, untilAsked, answer, read } = createList();
    for (const name of ['BRK.B', 'GBPUSD']) {
      void read(name);
      await untilAsked(asked.length + 1);
      answer(name);
    }
    clock.now += 6_000;
    const own = read('BRKB');
    await untilAsked(3);
    expect(asked[2]).toBe('BRKB,GBPUSD');
    answer('GBPUSD,BRK-B');
    expect(await own).toEqual(quoteAt('BRK-B', clock.now));
  });
});
