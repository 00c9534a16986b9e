import { keepLearned } from '../../../src/app/learned';
import { Session } from '../../../src/app/session';
import { show } from '../../support/evaluate';
import { createMemoryHost } from '../../support/memory-host';
import { createStubService } from '../../support/stub-service';
import { settle, useFakeTime } from '../api/transport/limits-service';

useFakeTime();

const NOON = Date.UTC(2026, 10, 27, 12);
const DAY_MS = 86_400_000;
const SYMBOLS = Array.from({ length: 170 }, (_, index) => [`AA${String(index).padStart(4, '0')}`]);
const ADDRESS = 'https://service.test';
const LATENCY_MS = 20;
/** By then a session has kept what it has learned. */
const KEPT_MS = 2_200;

/** One computer, on which workbooks are opened day after day. */
function createComputer() {
  const host = createMemoryHost({ serviceAddress: ADDRESS });
  return {
    host,
    kept: () => JSON.parse(host.stored.get('md.learned') ?? '{}') as Record<string, unknown>,
    /** Opens a workbook and recalculates it so often. Returns how many requests were out at once, at most and at first. */
    async open(day: number, recalculations = 1) {
      jest.setSystemTime(NOON + day * DAY_MS);
      const out = { now: 0, first: 0, most: 0 };
      const service = createStubService({
        '/currencies/quotes': async ({ query }) => {
          out.most = Math.max(out.most, ++out.now);
          await new Promise((resolve) => setTimeout(resolve, LATENCY_MS));
          out.first ||= out.most;
          out.now--;
          const items = query
            .get('symbols')!
            .split(',')
            .map((symbol) => ({ symbol, bid: 1.2345, ask: 1.2345, mid: 1.2345, timestamp: 1 }));
          // A stream would take real time.
          return Object.assign(new Response(), { text: () => Promise.resolve(JSON.stringify({ items })) });
        },
      });
      const session = new Session(host, { fetch: service.fetch });
      await session.ready;
      keepLearned(session);
      // Other decimals are other questions.
      for (let decimals = 3; decimals < 3 + recalculations; decimals++)
        await settle([show(session, 'QUOTE', SYMBOLS, null, null, decimals)]);
      await jest.advanceTimersByTimeAsync(KEPT_MS);
      return out;
    },
  };
}

describe('a workbook that is opened again', () => {
  test('begins with as many requests at once as the day before, and keeps them with their day and address', async () => {
    const computer = createComputer();
    const first = await computer.open(0, 3);
    expect(first.first).toBe(6);
    expect(computer.kept()).toEqual({ [ADDRESS]: { atOnce: first.most, on: '2026-11-27' } });
    const second = await computer.open(1);
    expect(second.first).toBe(Math.min(25, first.most));
    expect(computer.kept()).toMatchObject({ [ADDRESS]: { atOnce: expect.any(Number) } });
  });

  test('begins anew with another service, and keeps what it knows of both', async () => {
    const computer = createComputer();
    computer.host.stored.set('md.learned', '{"https://other.test":{"atOnce":20,"on":"2026-11-20"}}');
    expect((await computer.open(0)).first).toBe(6);
    expect(Object.keys(computer.kept()).sort()).toEqual(['https://other.test', ADDRESS].sort());
  });

  test('forgets what is older than thirty days', async () => {
    const computer = createComputer();
    computer.host.stored.set('md.learned', '{"https://other.test":{"atOnce":20,"on":"2026-10-20"}}');
    await computer.open(0);
    expect(Object.keys(computer.kept())).toEqual([ADDRESS]);
  });

  test.each(['', '5', '[]', '{"https://service.test":{"atOnce":"many"}}', '{"https://service.test":null}', '{'])(
    'starts as the first time if %j is kept',
    async (kept) => {
      const computer = createComputer();
      computer.host.stored.set('md.learned', kept);
      expect((await computer.open(0)).first).toBe(6);
    },
  );
});
