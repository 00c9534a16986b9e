import { LearnedRateLimit, type Permit, RateLimits } from '../../../../src/api/transport/rate-limit';
import type { Reply } from '../../../../src/api/transport/policy';
import { statusError } from '../../../../src/api/service-error';
import { useFakeTime } from './limits-service';
import { at, probe, probeFrom, spend } from './learned-rate-limit-steps';
import { outgoing } from './outgoing';

useFakeTime();

const reply = (status: number, retryAfterMs?: number): Reply => ({
  sentAt: 0,
  status,
  headers: new Headers(),
  body: '',
  retryAfterMs,
});

/** Limits, and how to answer what they let pass. It is 15:00:03.400, so the second ends after 600 ms. */
function setUp() {
  const limits = new RateLimits(
    () => Date.now(),
    ({ status }) => Promise.resolve(statusError(status)),
  );
  const passed: ((answer: Reply | Error) => void)[] = [];
  return {
    limits,
    passed,
    come: (count: number, signal = new AbortController().signal) =>
      Promise.allSettled(
        Array.from({ length: count }, () =>
          limits.sendRequest(
            outgoing({ signal }),
            () =>
              new Promise((resolve, reject) => {
                passed.push((answer) => {
                  if (answer instanceof Error) reject(answer);
                  else resolve(answer);
                });
              }),
          ),
        ),
      ),
  };
}

const wait = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);

/** Limits at which three wait, after two refusals. */
async function paused() {
  const opened = setUp();
  const refused = opened.come(2);
  await wait(0);
  for (const answer of opened.passed.splice(0)) answer(reply(429));
  await refused;
  const cancel = new AbortController();
  return { ...opened, cancel, waiting: opened.come(3, cancel.signal) };
}

describe('the limits of a service', () => {
  test('let every request pass until the service refuses one', async () => {
    const { come, passed, limits } = setUp();
    void come(100);
    await wait(0);
    expect([passed.length, limits.isHoldingUp, jest.getTimerCount()]).toEqual([100, false, 0]);
  });

  test('let no request pass during the pause, then one probe, and then all', async () => {
    const { limits, passed } = await paused();
    await wait(649);
    expect([passed.length, limits.isHoldingUp]).toEqual([0, true]);
    await wait(1);
    expect([passed.length, jest.getTimerCount()]).toEqual([1, 0]);
    passed[0]!(reply(200));
    await wait(0);
    expect([passed.length, limits.isHoldingUp]).toEqual([3, false]);
  });

  test('send another probe if the first gets no answer', async () => {
    const { passed } = await paused();
    await wait(650);
    passed[0]!(new Error('gone'));
    await wait(0);
    expect(passed).toHaveLength(2);
  });

  test.each<[number, number | undefined, boolean]>([
    [429, undefined, true],
    [429, 1_000, true],
    [503, 1_000, true],
    [503, undefined, false],
    [500, 1_000, false],
  ])('pass a status %d on with a pause of %j ms, and then hold others back: %j', async (status, pauseMs, isHeld) => {
    const { limits, come, passed } = setUp();
    const first = come(1);
    await wait(0);
    passed[0]!(reply(status, pauseMs));
    expect(await first).toMatchObject([{ status: 'fulfilled', value: { status } }]);
    void come(1);
    await wait(0);
    expect([limits.isHoldingUp, passed.length]).toEqual([isHeld, isHeld ? 1 : 2]);
    await wait(10_000);
    expect(passed).toHaveLength(2);
  });

  test('prolong the pause if the probe is refused', async () => {
    const { passed } = await paused();
    await wait(650);
    passed[0]!(reply(429));
    await wait(1_099);
    expect(passed).toHaveLength(1);
    await wait(1);
    expect(passed).toHaveLength(2);
  });

  test('let a cancelled waiter leave; no timer remains when the last has gone', async () => {
    const { passed, cancel, waiting } = await paused();
    expect(jest.getTimerCount()).toBe(1);
    cancel.abort(new RangeError('enough'));
    expect(await waiting).toEqual(Array(3).fill({ status: 'rejected', reason: new RangeError('enough') }));
    expect([jest.getTimerCount(), passed.length]).toEqual([0, 0]);
  });

  test('drop all waiting requests on demand, and leave no timer', async () => {
    const { limits, waiting } = await paused();
    limits.dropWaiting(new RangeError('no'));
    expect(await waiting).toEqual(Array(3).fill({ status: 'rejected', reason: new RangeError('no') }));
    expect(jest.getTimerCount()).toBe(0);
  });

  test('fail a request whose service asks for a pause that is too long, and the next ones until that is over', async () => {
    const { come, passed, limits, waiting } = await paused();
    await wait(650);
    passed[0]!(reply(429, 300_000));
    await wait(0);
    limits.dropWaiting(new RangeError('too long'));
    expect((await waiting).map((one) => one.status === 'rejected' && String(one.reason))).toEqual([
      expect.stringContaining('(429)'),
      'RangeError: too long',
      'RangeError: too long',
    ]);
    expect(await come(1)).toMatchObject([{ reason: { status: 429 } }]);
    await wait(300_000);
    void come(1);
    await wait(0);
    expect(passed).toHaveLength(2);
  });
});

describe('a refused request', () => {
  test('without others is followed by a probe a moment later, and was refused by chance if that is accepted', () => {
    const limit = new LearnedRateLimit();
    spend(limit, 3.4, 5, 1);
    expect(limit.waitMs(at(3.4))).toBe(100);
    limit.accepted(probe(limit, 3.4).ticket, at(3.5));
    spend(limit, 3.6, 20, 0);
    expect(limit.waitMs(at(3.6))).toBe(0);
  });

  test('that was a probe leads to the next longer window, and at most five seconds later to another probe', () => {
    const limit = new LearnedRateLimit();
    spend(limit, 3.4, 5, 2);
    const probed = [];
    for (let seconds = 3.4; ;) {
      const { ticket, seconds: sentAt } = probe(limit, seconds);
      probed.push(sentAt);
      if (!limit.refused(ticket, at(sentAt))) break;
      seconds = sentAt;
    }
    // A second, ten, again a second later in case the clocks differ, a minute, and again; the others lie between them.
    const ofWindows = [4.05, 10.05, 11.05, 60.05, 62.05];
    const between = [5.15, 6.9, 16.05, 21.05, 26.05, 31.05, 36.05, 41.05, 46.05, 51.05, 56.05, 67.05];
    expect(probed).toEqual([...ofWindows, ...between].sort((a, b) => a - b));
  });

  test('that had left before the pause ended does not count', () => {
    const limit = new LearnedRateLimit();
    const slow = limit.take(at(3.4));
    spend(limit, 3.4, 0, 2);
    limit.accepted(probe(limit, 3.4).ticket, at(4.1));
    expect(limit.refused(slow, at(4.2))).toBe(true);
    expect(limit.waitMs(at(4.2))).toBe(0);
  });

  test('counts if a probe was accepted at the same moment', () => {
    const limit = new LearnedRateLimit();
    spend(limit, 3.4, 5, 2);
    limit.accepted(probe(limit, 3.4).ticket, at(4.05));
    expect(limit.refused(limit.take(at(4.05)), at(4.05))).toBe(true);
    expect(limit.waitMs(at(4.05))).toBe(100);
  });

  test('just before a second of the clock has begun makes everybody wait for that, and a little longer', () => {
    const limit = new LearnedRateLimit();
    spend(limit, 4.02, 5, 2);
    expect(limit.waitMs(at(4.02))).toBe(30);
  });
});

describe('a request that had left before a pause', () => {
  function pausedWithOneOut() {
    const limit = new LearnedRateLimit();
    const slow = limit.take(at(3.4));
    spend(limit, 3.4, 0, 2);
    return { limit, slow };
  }

  test('does not end it when it is accepted', () => {
    const { limit, slow } = pausedWithOneOut();
    limit.accepted(slow, at(3.5));
    expect(limit.waitMs(at(3.5))).toBe(550);
    probe(limit, 3.5);
    expect(limit.waitMs(at(4.05))).toBe(Infinity);
  });

  test.each<[string, (limit: LearnedRateLimit, slow: Permit) => void]>([
    ['refused', (limit, slow) => limit.refused(slow, at(4.1))],
    ['lost', (limit, slow) => limit.lost(slow)],
  ])('is not a probe, and does not trigger one, if it is %s', (_, end) => {
    const { limit, slow } = pausedWithOneOut();
    const { ticket } = probe(limit, 3.4);
    end(limit, slow);
    expect(limit.waitMs(at(4.1))).toBe(Infinity);
    limit.accepted(ticket, at(4.2));
    expect(limit.waitMs(at(4.2))).toBe(0);
  });

  test('ends it for good if it is told to wait for too long, and the pending probe changes nothing', () => {
    const { limit, slow } = pausedWithOneOut();
    const { ticket } = probe(limit, 3.4);
    expect(limit.refused(slow, at(4.1), 3_600_000)).toBe(false);
    limit.accepted(ticket, at(4.2));
    expect(limit.waitMs(at(4.2))).toBe(0);
  });
});

describe('a pause that the service asks for', () => {
  test('is respected', () => {
    const limit = new LearnedRateLimit();
    limit.refused(limit.take(at(3)), at(3), 7_000);
    expect(limit.waitMs(at(3))).toBe(7_050);
  });

  test.each([
    [64_951, false],
    [64_950, true],
  ])('of %i ms is worth waiting for: %s', (retryAfterMs, isWorth) => {
    const limit = new LearnedRateLimit();
    expect(limit.refused(limit.take(at(3)), at(3), retryAfterMs)).toBe(isWorth);
  });

  test('does not keep the pause from escalating if it is wrong', () => {
    const limit = new LearnedRateLimit();
    limit.refused(limit.take(at(3.4)), at(3.4), 0);
    const { ticket, seconds } = probe(limit, 3.4);
    expect(seconds).toBeCloseTo(3.45);
    expect(limit.refused(ticket, at(seconds), 0)).toBe(true);
    expect(limit.waitMs(at(3.45))).toBe(600);
  });

  test('reveals nothing about a window if it is right', () => {
    const limit = new LearnedRateLimit();
    limit.refused(limit.take(at(3.4)), at(3.4), 0);
    limit.accepted(probe(limit, 3.4).ticket, at(3.5));
    spend(limit, 3.6, 20, 0);
    expect(limit.waitMs(at(3.6))).toBe(0);
  });
});

test('after waiting in vain the next request may leave when the pending one is lost', () => {
  const limit = new LearnedRateLimit();
  limit.refused(limit.take(at(3)), at(3), 3_600_000);
  const ticket = limit.take(at(4));
  expect(limit.waitMs(at(4))).toBe(Infinity);
  limit.lost(ticket);
  expect(limit.waitMs(at(4))).toBe(0);
});

test('after waiting in vain one request at a time may find out whether the service accepts any', () => {
  const limit = new LearnedRateLimit();
  limit.refused(limit.take(at(3)), at(3), 3_600_000);
  const ticket = limit.take(at(4));
  expect(limit.waitMs(at(4))).toBe(Infinity);
  expect(limit.refused(ticket, at(4))).toBe(false);
  limit.accepted(limit.take(at(5)), at(5));
  expect([limit.take(at(5)), limit.waitMs(at(5))]).toEqual([expect.anything(), 0]);
});

describe('the length of a window', () => {
  /**
   * How long the sixth request of a later second waits, when five were let through before a refusal and the probe after
   * it left at some time.
   */
  function waitAfterProbe(seconds: number, probedAt: number, isQuota = true): number {
    const limit = new LearnedRateLimit();
    for (let count = 0; count < 5; count++) limit.accepted(limit.take(at(seconds)), at(seconds));
    limit.refused(limit.take(at(seconds)), at(seconds), undefined, isQuota);
    limit.accepted(limit.take(at(probedAt)), at(probedAt));
    spend(limit, 31.1, 5, 0);
    // What has been found once is tried with one request more.
    limit.take(at(31.1));
    return limit.waitMs(at(31.1));
  }

  test('is revealed by a probe that is accepted as soon as the window can have started again', () =>
    expect(waitAfterProbe(3.4, 4.05)).toBe(950));

  test('is not revealed by a probe that left more than a second late', () => {
    expect(waitAfterProbe(3.4, 5.05)).toBe(950);
    expect(waitAfterProbe(3.4, 5.051)).toBe(0);
  });

  test('is not revealed if a longer window started again at the same time', () =>
    expect(waitAfterProbe(9.4, 10.05)).toBe(0));

  test('is revealed by a pause that the service asks for up to its end', () => {
    const limit = new LearnedRateLimit();
    spend(limit, 0.4, 5, 0);
    limit.refused(limit.take(at(0.4)), at(0.4), 9_600);
    limit.accepted(probe(limit, 0.4).ticket, at(10.1));
    spend(limit, 20.1, 5, 0);
    limit.take(at(20.1));
    expect(limit.waitMs(at(20.1))).toBe(9_950);
  });

  test('is not revealed by a pause of a service that is down', () => expect(waitAfterProbe(3.4, 4.05, false)).toBe(0));
});

describe('once a window is known', () => {
  /** Five in ten seconds, found twice. */
  function learned(): LearnedRateLimit {
    const limit = new LearnedRateLimit();
    spend(limit, 0.5, 5, 2);
    limit.accepted(probeFrom(limit, 0.5, 10).ticket, at(10.05));
    spend(limit, 15, 4, 2);
    limit.accepted(probe(limit, 15).ticket, at(20.05));
    return limit;
  }

  test('its allowance is not exceeded again, and the sixth request waits for the next window', () => {
    const limit = learned();
    spend(limit, 21, 4, 0);
    expect(limit.waitMs(at(21))).toBe(9_050);
    expect(limit.waitMs(at(30.04))).toBe(10);
    expect(limit.waitMs(at(30.05))).toBe(0);
  });

  test('its allowance is trusted for ten minutes, whatever is accepted, and then one request at a time may go beyond it', () => {
    const limit = learned();
    spend(limit, 615, 10, 0);
    expect(limit.waitMs(at(615))).toBe(5_050);
    spend(limit, 620.05, 5, 0);
    expect(limit.waitMs(at(620.05))).toBe(0);
    const beyond = limit.take(at(620.05));
    expect(limit.waitMs(at(620.05))).toBe(10_000);
    limit.accepted(beyond, at(620.05));
    limit.take(at(620.05));
    expect(limit.waitMs(at(620.05))).toBe(0);
  });

  test('it starts as late as the probe that was accepted', () => {
    const limit = new LearnedRateLimit();
    spend(limit, 0.5, 5, 2);
    const { ticket, seconds } = probeFrom(limit, 0.5, 11);
    limit.accepted(ticket, at(seconds));
    spend(limit, 12, 4, 0);
    limit.take(at(12));
    expect([seconds, limit.waitMs(at(12))]).toEqual([11.05, 9_050]);
  });

  test('a refusal before the allowance is used up is attributed to that window first', () => {
    const limit = learned();
    spend(limit, 35, 2, 2);
    expect(probeFrom(limit, 35, 39.5)).toMatchObject({ seconds: expect.closeTo(40.05), refusedCount: 3 });
  });

  test('an allowance that was seen only once is tested in the next window with one request, and forgotten if that is accepted', () => {
    const limit = new LearnedRateLimit();
    spend(limit, 2.5, 5, 2);
    limit.accepted(probeFrom(limit, 2.5, 10).ticket, at(10.05));
    spend(limit, 11, 4, 0);
    expect(limit.waitMs(at(11))).toBe(0);
    limit.accepted(limit.take(at(11)), at(11));
    limit.take(at(11));
    expect(limit.waitMs(at(11))).toBe(0);
    spend(limit, 11.4, 0, 2);
    expect(limit.waitMs(at(11.4))).toBe(650);
  });
});

describe('once windows of two lengths are known', () => {
  /** Five in a second and nine in ten seconds, of which eight are taken at 12 s. */
  function learnedBoth(): LearnedRateLimit {
    const limit = new LearnedRateLimit();
    spend(limit, 0.5, 5, 2);
    limit.accepted(probe(limit, 0.5).ticket, at(1.05));
    spend(limit, 1.5, 3, 2);
    limit.accepted(probeFrom(limit, 1.5, 10).ticket, at(10.05));
    spend(limit, 11.5, 4, 0);
    spend(limit, 12.5, 3, 0);
    return limit;
  }

  test('a refusal within both allowances is attributed to the shorter one', () => {
    const limit = learnedBoth();
    spend(limit, 12.5, 0, 1);
    limit.refused(probe(limit, 12.5).ticket, at(12.6));
    expect(limit.waitMs(at(12.6))).toBe(450);
  });

  test('a refusal beyond the allowance of the longer one is attributed to that', () => {
    const limit = learnedBoth();
    spend(limit, 12.5, 1, 2);
    expect(limit.waitMs(at(12.5))).toBe(7_550);
  });
});
