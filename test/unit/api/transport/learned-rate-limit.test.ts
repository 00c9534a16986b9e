import { at, probe, spend } from './learned-rate-limit-steps';
import { LearnedRateLimit, type Permit } from '../../../../src/api/transport/rate-limit';

describe('a refused request', () => {
  test('without others is followed by a probe a moment later, and was refused by chance if that is accepted', () => {
    const limit = new LearnedRateLimit();
    spend(limit, 3.4, 5, 1);
    expect(limit.waitMs(at(3.4))).toBe(100);
    limit.accepted(probe(limit, 3.4).ticket, at(3.5));
    spend(limit, 3.6, 20, 0);
    expect(limit.waitMs(at(3.6))).toBe(0);
  });

  test('along with another makes everybody wait for the end of a second of the clock, and a little longer', () => {
    const limit = new LearnedRateLimit();
    spend(limit, 3.4, 5, 2);
    expect(limit.waitMs(at(3.4))).toBe(650);
  });

  test('is followed by one probe, and the others wait until that is back', () => {
    const limit = new LearnedRateLimit();
    spend(limit, 3.4, 5, 3);
    const { ticket } = probe(limit, 3.4);
    expect(limit.waitMs(at(4.05))).toBe(Infinity);
    limit.accepted(ticket, at(4.1));
    expect(limit.waitMs(at(4.1))).toBe(0);
  });

  test('that was a probe leads to the next longer window: ten seconds, again a second later in case the clocks differ, a minute', () => {
    const limit = new LearnedRateLimit();
    spend(limit, 3.4, 5, 2);
    const probed = [];
    for (let seconds = 3.4; ;) {
      const { ticket, seconds: sentAt } = probe(limit, seconds);
      probed.push(sentAt);
      if (!limit.refused(ticket, at(sentAt))) break;
      seconds = sentAt;
    }
    expect(probed).toEqual([4.05, 10.05, 11.05, 60.05, 62.05]);
  });

  test('that had left before the pause ended does not count', () => {
    const limit = new LearnedRateLimit();
    const slow = limit.take(at(3.4));
    spend(limit, 3.4, 0, 2);
    limit.accepted(probe(limit, 3.4).ticket, at(4.1));
    expect(limit.refused(slow, at(4.2))).toBe(true);
    expect(limit.waitMs(at(4.2))).toBe(0);
  });

  test('is followed by another probe if the first is lost on the way', () => {
    const limit = new LearnedRateLimit();
    spend(limit, 3.4, 5, 2);
    limit.lost(probe(limit, 3.4).ticket);
    expect(limit.waitMs(at(5))).toBe(0);
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
    [
      'refused',
      (limit, slow) => {
        limit.refused(slow, at(4.1));
      },
    ],
    [
      'lost',
      (limit, slow) => {
        limit.lost(slow);
      },
    ],
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
