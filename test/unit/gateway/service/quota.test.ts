import { Quota, readDayUsage } from '../../../../src/gateway/service/quota';

const NOON = Date.UTC(2026, 10, 20, 12);
const MIDNIGHT = Date.UTC(2026, 10, 20);
const HOUR_MS = 3_600_000;

function createQuota(perDay?: number) {
  const clock = { now: NOON };
  const quota = new Quota(() => clock.now, perDay);
  /** An hour in which that many requests are sent, followed by the answer of the service. */
  const pass = (sent: number, used: number, told?: number): void => {
    for (let index = 0; index < sent; index++) quota.countRequest();
    clock.now += HOUR_MS;
    quota.noteUsage({ used, quota: told, beganAt: MIDNIGHT });
  };
  return { quota, pass, clock };
}

describe('the quota of a day', () => {
  test('changes nothing while it is unknown', () => {
    const { quota, pass } = createQuota();
    pass(1_000, 1_000);
    expect([quota.stretch, quota.today]).toEqual([1, undefined]);
  });

  test('changes nothing if it lasts until midnight at the recent pace', () => {
    const { quota, pass } = createQuota();
    // 100 an hour for the eleven hours left.
    pass(100, 500, 2_000);
    expect([quota.stretch, quota.today]).toEqual([1, { used: 500, of: 2_000 }]);
  });

  test('multiplies the time of freshness by the factor by which the pace is too fast', () => {
    const { quota, pass } = createQuota();
    pass(400, 4_000, 6_000);
    // 400 × 11 hours, for what is left of 97 of a hundred.
    expect(quota.stretch).toBeCloseTo((400 * 11) / (6_000 * 0.97 - 4_000), 10);
  });

  test('keeps that factor while the quota lasts with it', () => {
    const { quota, pass } = createQuota(6_000);
    pass(400, 4_000);
    const before = quota.stretch;
    pass(400 / before, 4_000 + 400 / before);
    expect(quota.stretch).toBeCloseTo(before, 1);
  });

  test('keeps quotes for an hour once it is used up, and for the usual time on the next day', () => {
    const { quota, pass } = createQuota();
    pass(400, 6_000, 6_000);
    expect(quota.stretch * 15).toBe(3_600);
    quota.noteUsage({ used: 0, quota: 6_000, beganAt: MIDNIGHT + 24 * HOUR_MS });
    expect(quota.stretch).toBe(1);
  });

  test('is reckoned from the gateway’s own count of requests while the service reports none', () => {
    const { quota, clock } = createQuota(1_000);
    for (let sent = 0; sent < 400; sent++) quota.countRequest();
    clock.now += HOUR_MS;
    quota.noteUsage(undefined);
    expect([quota.today, quota.stretch]).toEqual([{ used: 400, of: 1_000 }, (400 * 11) / (1_000 * 0.97 - 400)]);
  });

  test('is full again from midnight on, even while the service still reports yesterday’s use', () => {
    const { quota, pass, clock } = createQuota();
    pass(400, 6_000, 6_000);
    clock.now = MIDNIGHT + 24 * HOUR_MS;
    expect(quota.stretch).toBe(1);
    quota.countRequest();
    quota.noteUsage({ used: 6_000, quota: 6_000, beganAt: MIDNIGHT });
    expect([quota.today, quota.stretch]).toEqual([{ used: 1, of: 6_000 }, 1]);
  });
});

test.each<[string, number | undefined, number]>([
  ['was never read', undefined, 3],
  ['was read yesterday', 500, 503],
])('the requests of the day start again at zero at midnight if the count of the service %s', (_, told, before) => {
  const clock = { now: NOON };
  const quota = new Quota(() => clock.now, 1_000);
  if (told !== undefined) quota.noteUsage({ used: told, quota: undefined, beganAt: MIDNIGHT });
  const send = (count: number): void => {
    for (let index = 0; index < count; index++) quota.countRequest();
  };
  send(3);
  expect(quota.today).toEqual({ used: before, of: 1_000 });
  clock.now += 12 * HOUR_MS;
  expect(quota.today).toEqual({ used: 0, of: 1_000 });
  send(2);
  expect(quota.today).toEqual({ used: 2, of: 1_000 });
});

describe('the usage of the day', () => {
  test.each([
    ['beside the requests', '{"1795132800":{"requests":7,"quota":100}}', 100],
    ['beside the days', '{"limit":100,"1795132800":{"requests":7}}', 100],
    ['nowhere, though it repeats how many days were asked for', '{"limit":1,"1795132800":{"requests":7}}', undefined],
    ['nowhere', '{"1795132800":{"requests":7,"data":{"request":1,"response":2}}}', undefined],
  ])('can contain the quota: %s', (_, body, quota) => {
    expect(readDayUsage(body)).toEqual({ used: 7, quota, beganAt: 1_795_132_800_000 });
  });

  test.each(['[]', '{}', '{"1795132800":{}}', '{"1795132800":7}'])('cannot be read from %s', (body) => {
    expect(readDayUsage(body)).toBeUndefined();
  });
});
