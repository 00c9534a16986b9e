import { networkError, timeoutError } from '../../../../src/api/service-error';
import { type AdaptiveConcurrency, RunningRequests } from '../../../../src/api/transport/concurrency-limit';
import type { Outgoing, Reply } from '../../../../src/api/transport/policy';
import { outgoing } from './outgoing';

interface RunningRequest extends Pick<Outgoing, 'kind' | 'isPaged' | 'priority'> {
  readonly startedAt: number;
}

interface Situation {
  readonly out: readonly RunningRequest[];
  /** The number of running and waiting requests of cells. */
  readonly count: number;
}

const out = (startedAt: number, traits: Partial<RunningRequest> = {}): RunningRequest => ({
  kind: 'quotes',
  startedAt,
  isPaged: false,
  priority: 'foreground',
  ...traits,
});

const ROOM = { limit: 6, spare: 0 };

const LATENCIES: Readonly<Record<string, ReturnType<AdaptiveConcurrency['latencyOf']>>> = {
  quotes: { recent: 100, pace: 17 },
  ticks: { recent: 300, pace: 50 },
};

/** The forecast at 1,000 ms, if quotes take 100 ms and ticks 300, and six of them are answered in that time. */
function expectedOf({ out: all = [], count = 0 }: Partial<Situation>): number {
  const clock = { now: 0 };
  const concurrency = {
    answered: jest.fn(),
    overloaded: jest.fn(),
    latencyOf: (kind = '') => LATENCIES[kind],
    ...ROOM,
  };
  const running = new RunningRequests({ concurrency, now: () => clock.now, watchWaiting: () => () => false });
  for (const { startedAt, ...request } of all) {
    clock.now = startedAt;
    void running.sendRequest(outgoing(request), () => new Promise(() => undefined));
  }
  clock.now = 1_000;
  return running.expectedMs(count);
}

describe('what becomes of a request', () => {
  const reply = (status: number): Promise<Reply> =>
    Promise.resolve({ sentAt: 0, status, headers: new Headers(), body: '' });
  function createRunning() {
    const clock = { now: 1_000 };
    const concurrency = { answered: jest.fn(), overloaded: jest.fn(), latencyOf: () => undefined, ...ROOM };
    let hasOneWaited = false;
    const running = new RunningRequests({
      concurrency,
      now: () => clock.now,
      watchWaiting: () => {
        const isBinding = hasOneWaited;
        return () => isBinding;
      },
    });
    const measure = (attempt: () => Promise<Reply>, isBinding = false, isUncounted = false): Promise<unknown> => {
      hasOneWaited = isBinding;
      return running.sendRequest(outgoing({ ...out(0), isUncounted }), attempt).catch((error: unknown) => error);
    };
    return { clock, concurrency, measure };
  }

  test.each<[string, () => Promise<Reply>, 'answered' | 'overloaded' | 'nothing']>([
    ['a refusal as one too many counts as overload', () => reply(429), 'overloaded'],
    ['a failure counts as overload', () => reply(500), 'overloaded'],
    ['a timeout counts as overload', () => Promise.reject(timeoutError('https://service.test', 1)), 'overloaded'],
    ['data counts as an answer', () => reply(200), 'answered'],
    ['a refusal of the question counts as an answer', () => reply(499), 'answered'],
    ['a missing connection counts as neither', () => Promise.reject(networkError('https://service.test')), 'nothing'],
    ['a fault of the add-in counts as neither', () => Promise.reject(new TypeError('broken')), 'nothing'],
  ])('tells about the service: %s', async (_, attempt, told) => {
    const { concurrency, measure } = createRunning();
    await measure(attempt);
    expect([concurrency.answered.mock.calls.length, concurrency.overloaded.mock.calls.length]).toEqual([
      Number(told === 'answered'),
      Number(told === 'overloaded'),
    ]);
  });

  test.each([
    [500, true, 1],
    [502, true, undefined],
    [503, true, undefined],
    [429, true, undefined],
    [500, false, undefined],
  ])('may come from what is asked, with status %i in a list: %s', async (status, isUncounted, doubtfulWith) => {
    const { concurrency, measure } = createRunning();
    await measure(() => reply(status), false, isUncounted);
    expect(concurrency.overloaded).toHaveBeenCalledWith(1_000, 1_000, doubtfulWith);
  });

  test('is told with its times and with how many were out, when it began or when it ended', async () => {
    const { clock, concurrency, measure } = createRunning();
    const ends: (() => void)[] = [];
    const begin = (isBinding: boolean): Promise<unknown> =>
      measure(() => new Promise<void>((resolve) => ends.push(resolve)).then(() => reply(200)), isBinding);
    const [first, second] = [begin(true), begin(false)];
    clock.now = 1_040;
    ends[0]!();
    await first;
    clock.now = 1_050;
    ends[1]!();
    await second;
    const told = { kind: 'quotes', startedAt: 1_000, outCount: 2, isHolding: false };
    expect(concurrency.answered.mock.calls).toEqual([
      [{ ...told, now: 1_040, isBinding: true }],
      [{ ...told, now: 1_050, isBinding: false }],
    ]);
    await measure(() => reply(200));
    expect(concurrency.answered).toHaveBeenLastCalledWith(expect.objectContaining({ outCount: 1 }));
  });
});

describe('the expected time of the last answer is right when', () => {
  test.each<[string, Partial<Situation>, number]>([
    ['nothing is on its way', {}, 0],
    ['one request is out', { out: [out(940)], count: 1 }, 40],
    ['the last of several counts', { out: [out(940), out(980), out(960)], count: 3 }, 80],
    ['kinds take different times', { out: [out(980), out(980, { kind: 'ticks' })], count: 2 }, 280],
    ['others wait for a place', { out: [out(940)], count: 14 }, 13 * 17 + 100],
    ['others wait beside slower ones', { out: [out(940), out(940, { kind: 'ticks' })], count: 4 }, 2 * 50 + 300],
    ['a request is due', { out: [out(880)], count: 1 }, 10],
    ['a stream asks beside it', { out: [out(940), out(990, { priority: 'background', kind: 'new' })], count: 1 }, 40],
    ['a request is just not slow', { out: [out(750)], count: 1 }, 10],
    ['only a stream is out', { out: [out(940, { priority: 'background' })], count: 1 }, Infinity],
    ['a request is slow', { out: [out(740)], count: 1 }, Infinity],
    ['nothing was answered before', { out: [out(940, { kind: 'new' })], count: 1 }, Infinity],
    ['pages follow one another', { out: [out(940, { isPaged: true })], count: 1 }, Infinity],
    ['nothing of what waits is out', { count: 2 }, Infinity],
  ])('%s', (_, situation, expected) => expect(expectedOf(situation)).toBe(expected));
});
