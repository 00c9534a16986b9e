import { RateLimit } from '../../../src/api/rate-limit';
import type { Ticket } from '../../../src/api/rate-limit';

/** Twenty minutes past the hour, so that no guess of ours falls on the start of a longer window by accident. */
const START = Date.UTC(2026, 10, 20, 15, 20);
const at = (seconds: number): number => START + seconds * 1000;

/** Takes requests at one moment, lets the first of them through and refuses the rest. */
function spend(limit: RateLimit, seconds: number, accepted: number, refused: number): void {
  const tickets = Array.from({ length: accepted + refused }, () => limit.take(at(seconds)));
  for (const ticket of tickets.splice(0, accepted)) limit.accepted(ticket, at(seconds));
  for (const ticket of tickets) limit.refused(ticket, at(seconds));
}

/** Lets time pass up to the moment when the next request may leave, and takes it. */
function probe(limit: RateLimit, fromSeconds: number): { readonly ticket: Ticket; readonly seconds: number } {
  const seconds = fromSeconds + limit.waitMs(at(fromSeconds)) / 1000;
  return { ticket: limit.take(at(seconds)), seconds };
}

describe('a refusal', () => {
  test('makes everybody wait for the end of a second of the clock, a little late', () => {
    const limit = new RateLimit(at(0));
    spend(limit, 3.4, 5, 1);
    expect(limit.waitMs(at(3.4))).toBe(650);
  });

  test('is followed by one probe; the others wait until that is back', () => {
    const limit = new RateLimit(at(0));
    spend(limit, 3.4, 5, 3);
    const { ticket } = probe(limit, 3.4);
    expect(limit.waitMs(at(4.05))).toBe(Infinity);
    limit.accepted(ticket, at(4.1));
    expect(limit.waitMs(at(4.1))).toBe(0);
  });

  test('of the probe leads to the next longer window: ten seconds, again a second later in case the clocks differ, a minute', () => {
    const limit = new RateLimit(at(0));
    spend(limit, 3.4, 5, 1);
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
    const limit = new RateLimit(at(0));
    const slow = limit.take(at(3.4));
    spend(limit, 3.4, 0, 1);
    limit.accepted(probe(limit, 3.4).ticket, at(4.1));
    expect(limit.refused(slow, at(4.2))).toBe(true);
    expect(limit.waitMs(at(4.2))).toBe(0);
  });

  test('when the probe is lost on the way, sends another', () => {
    const limit = new RateLimit(at(0));
    spend(limit, 3.4, 5, 1);
    limit.lost(probe(limit, 3.4).ticket);
    expect(limit.waitMs(at(5))).toBe(0);
  });
});

describe('what the service says of the pause', () => {
  test('is obeyed', () => {
    const limit = new RateLimit(at(0));
    limit.refused(limit.take(at(3)), at(3), 7_000);
    expect(limit.waitMs(at(3))).toBe(7_050);
  });

  test.each([[65_000, false], [64_000, true]])('%i ms: worth waiting for? %s', (retryAfterMs, isWorth) => {
    const limit = new RateLimit(at(0));
    expect(limit.refused(limit.take(at(3)), at(3), retryAfterMs)).toBe(isWorth);
  });

  test('does not keep it from escalating when it is wrong', () => {
    const limit = new RateLimit(at(0));
    limit.refused(limit.take(at(3.4)), at(3.4), 0);
    const { ticket, seconds } = probe(limit, 3.4);
    expect(seconds).toBeCloseTo(3.45);
    expect(limit.refused(ticket, at(seconds), 0)).toBe(true);
    expect(limit.waitMs(at(3.45))).toBe(600);
  });
});

describe('once the window is known', () => {
  function learned(): RateLimit {
    const limit = new RateLimit(at(-1));
    spend(limit, 0.5, 5, 1);
    limit.refused(probe(limit, 0.5).ticket, at(1.05));
    limit.accepted(probe(limit, 1.05).ticket, at(10.05));
    return limit;
  }

  test('its allowance is not exceeded again: the sixth waits for the next window', () => {
    const limit = learned();
    spend(limit, 11, 4, 0);
    expect(limit.waitMs(at(11))).toBe(9_050);
    expect(limit.waitMs(at(20.05))).toBe(0);
  });

  test('a refusal before the allowance is used up is put down to that window first', () => {
    const limit = learned();
    spend(limit, 25, 2, 1);
    expect(limit.waitMs(at(25))).toBe(5_050);
  });

  test('an allowance of a window that was not seen from its start is tried once more, with one request', () => {
    const limit = new RateLimit(at(2));
    spend(limit, 2.5, 5, 1);
    limit.refused(probe(limit, 2.5).ticket, at(3.05));
    limit.accepted(probe(limit, 3.05).ticket, at(10.05));
    spend(limit, 11, 4, 0);
    expect(limit.waitMs(at(11))).toBe(0);
    limit.accepted(limit.take(at(11)), at(11));
    spend(limit, 11, 20, 0);
    expect(limit.waitMs(at(11))).toBe(0);
  });
});

test('after a wait in vain one request at a time may find out whether the service lets through again', () => {
  const limit = new RateLimit(at(0));
  limit.refused(limit.take(at(3)), at(3), 3_600_000);
  const ticket = limit.take(at(4));
  expect(limit.waitMs(at(4))).toBe(Infinity);
  expect(limit.refused(ticket, at(4))).toBe(false);
  limit.accepted(limit.take(at(5)), at(5));
  expect([limit.take(at(5)), limit.waitMs(at(5))]).toEqual([expect.anything(), 0]);
});
