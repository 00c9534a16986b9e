import {
  ask,
  createTransport,
  elapsed,
  type LimitedOptions,
  LimitedService,
  settle,
  useFakeTime,
} from './limits-service';

useFakeTime();

const TEN_IN_TEN: LimitedOptions = { limits: [{ count: 10, seconds: 10 }] };

/** The results of successive recalculations with these numbers of requests. */
async function recalculate(options: LimitedOptions, ...counts: number[]) {
  const service = new LimitedService(options);
  const transport = createTransport(service);
  const rounds = [];
  for (const count of counts) {
    const [refusedBefore, began] = [service.refused, elapsed()];
    const results = await settle(Array.from({ length: count }, () => ask(transport)));
    const failures = results.flatMap((result) =>
      result.status === 'rejected' ? [(result.reason as Error).message] : [],
    );
    rounds.push({ failures, refused: service.refused - refusedBefore, seconds: elapsed() - began });
  }
  return { service, rounds, first: rounds[0]!, second: rounds[1]! };
}

/** Whether two requests in a row were refused although a pause lay between them. */
const neverRefusedTwice = ({ arrivals }: LimitedService): boolean => {
  const probes = arrivals.filter(({ atMs }, index) => index === 0 || atMs - arrivals[index - 1]!.atMs > 300);
  return probes.every(({ isRefused }) => !isRefused);
};

describe('200 requests under an unannounced limit of 20 a second', () => {
  test('all succeed in 10 windows, with refusals of 16 that were sent together, 1 that tests for chance and 1 that tests the allowance', async () => {
    const { service, first } = await recalculate({ limits: [{ count: 20, seconds: 1 }] }, 200);
    expect(first).toEqual({ failures: [], refused: 18, seconds: expect.closeTo(8.67, 1) });
    expect(service.windowsUsed(1)).toBe(10);
    expect(neverRefusedTwice(service)).toBe(true);
  });

  test('are followed by 200 that are never refused', async () => {
    const { second } = await recalculate({ limits: [{ count: 20, seconds: 1 }] }, 200, 200);
    expect(second).toMatchObject({ failures: [], refused: 0, seconds: expect.closeTo(10, 1) });
  });
});

describe('40 requests under a limit of 10 in ten seconds', () => {
  test.each(['seconds', 'date'] as const)(
    'need 4 windows and no refused probe if the limit is announced as %s',
    async (retryAfter) => {
      const { service, first, second } = await recalculate({ ...TEN_IN_TEN, retryAfter }, 40, 40);
      expect(first).toMatchObject({ failures: [], refused: 12 });
      expect(second).toMatchObject({ failures: [], refused: 0 });
      expect(service.windowsUsed(10)).toBe(8);
      expect(neverRefusedTwice(service)).toBe(true);
    },
  );

  test('need four more probes if it is unannounced: at once, after a second of the clock, and twice before ten', async () => {
    const { service, first, second } = await recalculate(TEN_IN_TEN, 40, 40);
    expect(first).toMatchObject({ failures: [], refused: 16 });
    expect(second).toMatchObject({ failures: [], refused: 0 });
    expect(service.windowsUsed(10)).toBe(8);
  });

  test.each([500, -500])(
    'all succeed with a clock that is %i ms behind, and the second time none is refused',
    async (behindMs) => {
      const { rounds } = await recalculate({ ...TEN_IN_TEN, behindMs }, 40, 40);
      expect(rounds).toMatchObject([
        { failures: [], refused: expect.any(Number) },
        { failures: [], refused: 0 },
      ]);
    },
  );
});

test('two limits at once, 10 in ten seconds and 40 a minute, are both learned', async () => {
  const { rounds } = await recalculate(
    {
      limits: [
        { count: 10, seconds: 10 },
        { count: 40, seconds: 60 },
      ],
    },
    100,
    100,
  );
  expect(rounds.map(({ failures }) => failures)).toEqual([[], []]);
  expect(rounds[1]!.refused).toBeLessThanOrEqual(2);
});

describe('a service that refuses everything for a while, and says nothing true about how long,', () => {
  const SPARE_S = 0.5;

  /** When the last of 20 requests was answered, in seconds after the service was well again, and what was sent before. */
  async function recover(outageS: number, status: number, retryAfter: string | undefined) {
    const sentAt: number[] = [];
    const headers = new Headers(retryAfter === undefined ? {} : { 'retry-after': retryAfter });
    const transport = createTransport({
      fetch: () => {
        sentAt.push(elapsed());
        return Promise.resolve(
          elapsed() < outageS ? new Response('', { status, headers }) : new Response('{"items":[]}'),
        );
      },
    });
    const results = await settle(Array.from({ length: 20 }, () => ask(transport)));
    return {
      answered: results.filter((result) => result.status === 'fulfilled').length,
      lateS: elapsed() - outageS,
      probes: sentAt.filter((seconds) => seconds > 1 && seconds < outageS).length,
    };
  }

  const OUTAGES = [2, 7, 12, 34];
  const UNTRUE = [undefined, '0', '1', '-5', 'soon', '', 'Fri, 20 Nov 2026 14:00:00 GMT', '1.5', 'NaN'];

  test.each(UNTRUE.flatMap((retryAfter) => OUTAGES.map((outageS) => ({ retryAfter, outageS }))))(
    'answers all at the latest as long after it as it lasted, five seconds at most: $outageS s of 429 with Retry-After $retryAfter',
    async ({ retryAfter, outageS }) => {
      const { answered, lateS, probes } = await recover(outageS, 429, retryAfter);
      expect(answered).toBe(20);
      expect(lateS).toBeLessThanOrEqual(Math.min(outageS, 5) + SPARE_S);
      expect(probes).toBeLessThanOrEqual(4 + outageS / 4);
    },
  );
});

describe('a cell never seems to hang:', () => {
  test('when the service asks for hours, all cells show the error at once', async () => {
    const { first } = await recalculate({ limits: [{ count: 5, seconds: 86_400 }], retryAfter: 'date' }, 20);
    expect(first.failures).toEqual(Array<string>(15).fill('Too many requests (429): recalculate in 5 minutes'));
    expect(first.seconds).toBeLessThan(0.1);
  });

  test.each(['999999999', 'Sun, 01 Jan 2090 00:00:00 GMT'])(
    'when the service asks for a pause until %s, nothing is sent for five minutes, then one request, and the rest once that is answered',
    async (retryAfter) => {
      let isOver = false;
      const arrivals: number[] = [];
      const transport = createTransport({
        fetch: () => {
          arrivals.push(elapsed());
          return Promise.resolve(
            isOver
              ? new Response('{"items":[]}')
              : new Response('', { status: 429, headers: { 'retry-after': retryAfter } }),
          );
        },
      });
      const messagesOf = async (count: number): Promise<string[]> => {
        const results = await settle(Array.from({ length: count }, () => ask(transport)));
        return results.map((one) => (one.status === 'rejected' ? (one.reason as Error).message : 'answered'));
      };
      expect(new Set(await messagesOf(3))).toEqual(new Set(['Too many requests (429): recalculate in 5 minutes']));
      const sent = arrivals.length;
      await jest.advanceTimersByTimeAsync(200_000);
      expect(await messagesOf(3)).toEqual(Array(3).fill('Too many requests (429): recalculate in 2 minutes'));
      expect(arrivals).toHaveLength(sent);
      await jest.advanceTimersByTimeAsync(100_000);
      expect(new Set(await messagesOf(3))).toEqual(new Set(['Too many requests (429): recalculate in 5 minutes']));
      expect(arrivals).toHaveLength(sent + 1);
      isOver = true;
      await jest.advanceTimersByTimeAsync(300_000);
      expect(await messagesOf(3)).toEqual(['answered', 'answered', 'answered']);
      expect(arrivals).toHaveLength(sent + 4);
    },
  );

  test('when waiting does not help, all show the error after a minute, and the next recalculation after its first request', async () => {
    const { first, second } = await recalculate({ limits: [{ count: 5, seconds: 86_400 }] }, 20, 20);
    const message =
      "Too many requests (429): waiting did not help, so your plan's limit may be used up; recalculate later or ask your provider";
    expect(first).toEqual({ failures: Array<string>(15).fill(message), refused: 25, seconds: expect.closeTo(63.7, 1) });
    expect(second).toEqual({ failures: Array<string>(20).fill(message), refused: 1, seconds: expect.closeTo(0, 1) });
  });
});

describe('during a pause', () => {
  async function paused() {
    const service = new LimitedService(TEN_IN_TEN);
    const transport = createTransport(service);
    const cells = Array.from({ length: 30 }, () => new AbortController());
    const settled = Promise.allSettled(cells.map(({ signal }) => ask(transport, signal)));
    await jest.advanceTimersByTimeAsync(200);
    return {
      service,
      transport,
      settled,
      cancel: () => {
        for (const cell of cells) cell.abort();
      },
    };
  }

  test('one timer serves all waiting requests, and once the last is cancelled there is no timer and nothing is sent', async () => {
    const { service, cancel, settled } = await paused();
    expect(jest.getTimerCount()).toBe(1);
    cancel();
    expect((await settled).filter(({ status }) => status === 'rejected')).toHaveLength(20);
    expect(jest.getTimerCount()).toBe(0);
    const sent = service.arrivals.length;
    await jest.advanceTimersByTimeAsync(60_000);
    expect(service.arrivals).toHaveLength(sent);
  });

  test('a new request waits with the others', async () => {
    const { service, transport, cancel } = await paused();
    cancel();
    const sent = service.arrivals.length;
    const late = ask(transport);
    await jest.advanceTimersByTimeAsync(100);
    expect(service.arrivals).toHaveLength(sent);
    expect((await settle([late]))[0]?.status).toBe('fulfilled');
  });
});
