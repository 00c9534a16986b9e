import { DayCounts, shareCounts } from '../../../../src/gateway/access/allowances';

const FRIDAY = new Date('2026-11-20T23:59:00Z');
const SATURDAY = new Date('2026-11-21T00:01:00Z');

describe('the requests of the day', () => {
  beforeEach(() => {
    jest.useFakeTimers({ now: FRIDAY });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('start again at zero at midnight, even if no request comes', () => {
    const counts = new DayCounts();
    counts.add('ann');
    expect([counts.day, [...counts.today]]).toEqual(['2026-11-20', [['ann', 1]]]);
    jest.setSystemTime(SATURDAY);
    expect([counts.day, [...counts.today]]).toEqual(['2026-11-21', []]);
  });

  test('that come while the sums of all nodes are fetched are counted on top of these', () => {
    const counts = new DayCounts();
    counts.add('ann', 2);
    counts.take();
    counts.add('ann', 3);
    counts.add('ben');
    counts.setTotals(counts.day, new Map([['ann', 7]]));
    expect(Object.fromEntries(counts.today)).toEqual({ ann: 10, ben: 1 });
  });
});

test('the requests of the day are known to a node from its start, and those of a node that ends are not lost', async () => {
  const kept = new Map<string, number>();
  const client = {
    eval: (_: string, { arguments: [, , , person, count] }: { readonly arguments: readonly string[] }) => {
      kept.set(person!, (kept.get(person!) ?? 0) + Number(count));
      return Promise.resolve(1);
    },
    hGetAll: () => Promise.resolve(Object.fromEntries([...kept].map(([person, count]) => [person, String(count)]))),
  };
  const store = {
    isUp: true,
    key: String,
    ask: (question: (one: never) => Promise<unknown>) => question(client as never),
  } as Parameters<typeof shareCounts>[1];
  const [first, second] = [new DayCounts(), new DayCounts()];
  const endFirst = await shareCounts(first, store);
  first.add('ann', 3);
  await endFirst();
  const endSecond = await shareCounts(second, store);
  expect([...second.today]).toEqual([['ann', 3]]);
  await endSecond();
});
