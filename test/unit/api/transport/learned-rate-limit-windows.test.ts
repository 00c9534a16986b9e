import { at, probe, spend } from './learned-rate-limit-steps';
import { LearnedRateLimit } from '../../../../src/api/transport/rate-limit';

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

  test('is revealed by a probe that is accepted as soon as the window can have started again', () => {
    expect(waitAfterProbe(3.4, 4.05)).toBe(950);
  });

  test('is not revealed by a probe that left more than a second late', () => {
    expect(waitAfterProbe(3.4, 5.05)).toBe(950);
    expect(waitAfterProbe(3.4, 5.051)).toBe(0);
  });

  test('is not revealed if a longer window started again at the same time', () => {
    expect(waitAfterProbe(9.4, 10.05)).toBe(0);
  });

  test('is revealed by a pause that the service asks for up to its end', () => {
    const limit = new LearnedRateLimit();
    spend(limit, 0.4, 5, 0);
    limit.refused(limit.take(at(0.4)), at(0.4), 9_600);
    limit.accepted(probe(limit, 0.4).ticket, at(10.1));
    spend(limit, 20.1, 5, 0);
    limit.take(at(20.1));
    expect(limit.waitMs(at(20.1))).toBe(9_950);
  });

  test('is not revealed by a pause of a service that is down', () => {
    expect(waitAfterProbe(3.4, 4.05, false)).toBe(0);
  });
});

describe('once a window is known', () => {
  /** Five in ten seconds, found twice. */
  function learned(): LearnedRateLimit {
    const limit = new LearnedRateLimit();
    spend(limit, 0.5, 5, 2);
    limit.refused(probe(limit, 0.5).ticket, at(1.05));
    limit.accepted(probe(limit, 1.05).ticket, at(10.05));
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
    for (const seconds of [0.5, 1.05]) {
      const probed = probe(limit, seconds);
      limit.refused(probed.ticket, at(probed.seconds));
    }
    const { ticket, seconds } = probe(limit, 10.05);
    limit.accepted(ticket, at(seconds));
    spend(limit, 12, 4, 0);
    limit.take(at(12));
    expect([seconds, limit.waitMs(at(12))]).toEqual([11.05, 9_050]);
  });

  test('a refusal before the allowance is used up is attributed to that window first', () => {
    const limit = learned();
    spend(limit, 35, 2, 2);
    expect(limit.waitMs(at(35))).toBe(5_050);
  });

  test('an allowance that was seen only once is tested in the next window with one request, and forgotten if that is accepted', () => {
    const limit = new LearnedRateLimit();
    spend(limit, 2.5, 5, 2);
    limit.refused(probe(limit, 2.5).ticket, at(3.05));
    limit.accepted(probe(limit, 3.05).ticket, at(10.05));
    spend(limit, 11, 4, 0);
    expect(limit.waitMs(at(11))).toBe(0);
    limit.accepted(limit.take(at(11)), at(11));
    limit.take(at(11));
    expect(limit.waitMs(at(11))).toBe(0);
  });
});

describe('once windows of two lengths are known', () => {
  /** Five in a second and nine in ten seconds, of which eight are taken at 12 s. */
  function learnedBoth(): LearnedRateLimit {
    const limit = new LearnedRateLimit();
    spend(limit, 0.5, 5, 2);
    limit.accepted(probe(limit, 0.5).ticket, at(1.05));
    spend(limit, 1.5, 3, 2);
    limit.refused(probe(limit, 1.5).ticket, at(2.05));
    limit.accepted(probe(limit, 2.05).ticket, at(10.05));
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
