import {
  type AdaptiveConcurrency,
  RunningRequests,
  type RunningRequest,
} from '../../../../src/api/transport/adaptive-concurrency';

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

const LATENCIES: Readonly<Record<string, ReturnType<AdaptiveConcurrency['latencyOf']>>> = {
  quotes: { recent: 100, pace: 17 },
  ticks: { recent: 300, pace: 50 },
};

/** The forecast at 1,000 ms, if quotes take 100 ms and ticks 300, and six of them are answered in that time. */
function expectedOf({ out: all = [], count = 0 }: Partial<Situation>): number {
  const clock = { now: 0 };
  const concurrency = { answered: jest.fn(), overloaded: jest.fn(), latencyOf: (kind = '') => LATENCIES[kind] };
  const running = new RunningRequests(concurrency, () => clock.now);
  for (const { startedAt, ...request } of all) {
    clock.now = startedAt;
    void running.measure(
      request,
      () => false,
      () => new Promise(() => undefined),
    );
  }
  clock.now = 1_000;
  return running.expectedMs(count);
}

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
    ['a request is slow', { out: [out(740)], count: 1 }, Infinity],
    ['nothing was answered before', { out: [out(940, { kind: 'new' })], count: 1 }, Infinity],
    ['pages follow one another', { out: [out(940, { isPaged: true })], count: 1 }, Infinity],
    ['nothing of what waits is out', { count: 2 }, Infinity],
  ])('%s', (_, situation, expected) => {
    expect(expectedOf(situation)).toBe(expected);
  });
});
