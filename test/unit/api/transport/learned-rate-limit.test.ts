import { LearnedRateLimit, type Permit } from '../../../../src/api/transport/learned-rate-limit';
import { at, probe, spend } from './learned-rate-limit-steps';

describe('a refusal', () => {
  test('that is the only one is followed by a probe a moment later; what is let through then was refused by chance', () => {
    const limit = new LearnedRateLimit();
    spend(limit, 3.4, 5, 1);
    expect(limit.waitMs(at(3.4))).toBe(100);
    limit.accepted(probe(limit, 3.4).ticket, at(3.5));
    spend(limit, 3.6, 20, 0);
    expect(limit.waitMs(at(3.6))).toBe(0);
  });

  test('beside another makes everybody wait for the end of a second of the clock, a little late', () => {
    const limit = new LearnedRateLimit();
    spend(limit, 3.4, 5, 2);
    expect(limit.waitMs(at(3.4))).toBe(650);
  });

  test('is followed by one probe; the others wait until that is back', () => {
    const limit = new LearnedRateLimit();
    spend(limit, 3.4, 5, 3);
    const { ticket } = probe(limit, 3.4);
    expect(limit.waitMs(at(4.05))).toBe(Infinity);
    limit.accepted(ticket, at(4.1));
    expect(limit.waitMs(at(4.1))).toBe(0);
  });

  test('of the probe leads to the next longer window: ten seconds, again a second later in case the clocks differ, a minute', () => {
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

  test('of a request that had left before the pause ended is old news', () => {
    const limit = new LearnedRateLimit();
    const slow = limit.take(at(3.4));
    spend(limit, 3.4, 0, 2);
    limit.accepted(probe(limit, 3.4).ticket, at(4.1));
    expect(limit.refused(slow, at(4.2))).toBe(true);
    expect(limit.waitMs(at(4.2))).toBe(0);
  });

  test('when the probe is lost on the way, sends another', () => {
    const limit = new LearnedRateLimit();
    spend(limit, 3.4, 5, 2);
    limit.lost(probe(limit, 3.4).ticket);
    expect(limit.waitMs(at(5))).toBe(0);
  });

  test('that comes when a probe was let through at the same moment is news', () => {
    const limit = new LearnedRateLimit();
    spend(limit, 3.4, 5, 2);
    limit.accepted(probe(limit, 3.4).ticket, at(4.05));
    expect(limit.refused(limit.take(at(4.05)), at(4.05))).toBe(true);
    expect(limit.waitMs(at(4.05))).toBe(100);
  });

  test('just before a second of the clock has begun a little late makes everybody wait for that', () => {
    const limit = new LearnedRateLimit();
    spend(limit, 4.02, 5, 2);
    expect(limit.waitMs(at(4.02))).toBe(30);
  });
});

describe('what had left before a pause', () => {
  function pausedWithOneOut() {
    const limit = new LearnedRateLimit();
    const slow = limit.take(at(3.4));
    spend(limit, 3.4, 0, 2);
    return { limit, slow };
  }

  test('does not end it when it is let through', () => {
    const { limit, slow } = pausedWithOneOut();
    limit.accepted(slow, at(3.5));
    expect(limit.waitMs(at(3.5))).toBe(550);
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
  ])('is no probe, and sends no other, when it is %s', (_, end) => {
    const { limit, slow } = pausedWithOneOut();
    const { ticket } = probe(limit, 3.4);
    end(limit, slow);
    expect(limit.waitMs(at(4.1))).toBe(Infinity);
    limit.accepted(ticket, at(4.2));
    expect(limit.waitMs(at(4.2))).toBe(0);
  });

  test('ends it for good when it is told to wait for too long; the probe that is out changes nothing', () => {
    const { limit, slow } = pausedWithOneOut();
    const { ticket } = probe(limit, 3.4);
    expect(limit.refused(slow, at(4.1), 3_600_000)).toBe(false);
    limit.accepted(ticket, at(4.2));
    expect(limit.waitMs(at(4.2))).toBe(0);
  });
});

describe('what the service says of the pause', () => {
  test('is obeyed', () => {
    const limit = new LearnedRateLimit();
    limit.refused(limit.take(at(3)), at(3), 7_000);
    expect(limit.waitMs(at(3))).toBe(7_050);
  });

  test.each([
    [64_951, false],
    [64_950, true],
  ])('%i ms: worth waiting for? %s', (retryAfterMs, isWorth) => {
    const limit = new LearnedRateLimit();
    expect(limit.refused(limit.take(at(3)), at(3), retryAfterMs)).toBe(isWorth);
  });

  test('does not keep it from escalating when it is wrong', () => {
    const limit = new LearnedRateLimit();
    limit.refused(limit.take(at(3.4)), at(3.4), 0);
    const { ticket, seconds } = probe(limit, 3.4);
    expect(seconds).toBeCloseTo(3.45);
    expect(limit.refused(ticket, at(seconds), 0)).toBe(true);
    expect(limit.waitMs(at(3.45))).toBe(600);
  });

  test('teaches nothing of a window when it is right', () => {
    const limit = new LearnedRateLimit();
    limit.refused(limit.take(at(3.4)), at(3.4), 0);
    limit.accepted(probe(limit, 3.4).ticket, at(3.5));
    spend(limit, 3.6, 20, 0);
    expect(limit.waitMs(at(3.6))).toBe(0);
  });
});

test('after a wait in vain the next may leave when the one that was out is lost', () => {
  const limit = new LearnedRateLimit();
  limit.refused(limit.take(at(3)), at(3), 3_600_000);
  const ticket = limit.take(at(4));
  expect(limit.waitMs(at(4))).toBe(Infinity);
  limit.lost(ticket);
  expect(limit.waitMs(at(4))).toBe(0);
});

test('after a wait in vain one request at a time may find out whether the service lets through again', () => {
  const limit = new LearnedRateLimit();
  limit.refused(limit.take(at(3)), at(3), 3_600_000);
  const ticket = limit.take(at(4));
  expect(limit.waitMs(at(4))).toBe(Infinity);
  expect(limit.refused(ticket, at(4))).toBe(false);
  limit.accepted(limit.take(at(5)), at(5));
  expect([limit.take(at(5)), limit.waitMs(at(5))]).toEqual([expect.anything(), 0]);
});
