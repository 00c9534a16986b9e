import { AdaptiveConcurrency, type Learned } from '../../../../src/api/transport/concurrency-limit';
import { busyPage, CONSTANT, simulateFrom, slowUnderLoad, threeTimes } from './simulated-service';

describe('a service that an earlier session has learned of', () => {
  test('gets as many requests at once as it answered quickly then, and no more', () => {
    const learned: Learned = {};
    simulateFrom(threeTimes(25), CONSTANT(50), undefined, learned);
    expect(learned.atOnce).toBeGreaterThan(20);
    const next = new AdaptiveConcurrency({ learned: { ...learned } });
    expect([next.limit, next.spare]).toEqual([learned.atOnce, 0]);
    let most = 0;
    const counted = (now: number, out: readonly number[]) => {
      most = Math.max(most, out.length + 1);
      return CONSTANT(50)(now, out);
    };
    const { endsAt } = simulateFrom(Array<number>(learned.atOnce!).fill(0), counted, undefined, { ...learned });
    expect([endsAt, most]).toEqual([50, learned.atOnce]);
  });

  test('gets 25 at most, however many it took: it may have halved its limits', () =>
    expect(new AdaptiveConcurrency({ learned: { atOnce: 48 } }).limit).toBe(25));

  test('is treated as unknown from its first refusal on, and in the next session', () => {
    const learned: Learned = { atOnce: 20 };
    const refused = new AdaptiveConcurrency({ learned });
    const nothingKnown = new AdaptiveConcurrency();
    for (const one of [refused, nothingKnown]) one.overloaded(1, 2);
    expect([refused.limit, learned.atOnce]).toEqual([nothingKnown.limit, 0]);
    for (let answer = 0; answer < 50; answer++)
      refused.answered({ kind: 'a', startedAt: 3 + answer, now: 53 + answer, outCount: 9, isBinding: true });
    expect(new AdaptiveConcurrency({ learned }).limit).toBe(6);
  });

  test('that has become slow gets fewer, now and in the next session', () => {
    const learned: Learned = { atOnce: 24 };
    simulateFrom(threeTimes(60), slowUnderLoad(50), undefined, learned);
    expect(learned.atOnce).toBeLessThan(12);
  });

  test.each([
    [5, 3],
    [20, 5],
    [50, 6],
  ])('in %i ms gets as many again after a day on which the page was busy with each answer for %i ms', (ms, busyMs) => {
    const learned: Learned = { atOnce: 25 };
    const [alone, together] = [[0], Array<number>(25).fill(1_000)];
    const { limit } = simulateFrom([...alone, ...together], busyPage(ms, busyMs), undefined, learned);
    expect(limit).toBeLessThan(25);
    expect(learned.atOnce).toBe(25);
  });

  test.each([50, 200, 1_000])('in %i ms gets fewer after a day on which it was slow with many', (ms) => {
    const learned: Learned = { atOnce: 25 };
    simulateFrom([0, ...Array<number>(25).fill(5_000)], slowUnderLoad(ms), undefined, learned);
    expect(learned.atOnce).toBeLessThan(20);
  });

  test('gets no more than the fixed number of requests at once, whatever was learned', () => {
    expect(new AdaptiveConcurrency({ atMost: 2, learned: { atOnce: 20 } }).limit).toBe(2);
    expect(new AdaptiveConcurrency({ atMost: 8, learned: { atOnce: 20 } }).limit).toBe(8);
  });

  test('gets no more than an unknown one that has answered as often, once more are wanted than were remembered', () => {
    const concurrency = new AdaptiveConcurrency({ learned: { atOnce: 20 } });
    const unknown = new AdaptiveConcurrency();
    for (let answer = 0; answer < 20; answer++)
      for (const one of [concurrency, unknown])
        one.answered({ kind: 'a', startedAt: 1, now: 51, outCount: 20, isBinding: true });
    expect(concurrency.limit).toBe(unknown.limit);
  });
});
