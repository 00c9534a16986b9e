import { ANY_AGE, Ask, SharedAnswers } from '../../../../src/api/lookup/ask';
import { Cancellation } from '../../../../src/core/call';

describe('answers that many share', () => {
  interface Kept {
    readonly askedAt: number;
    readonly isFinal?: boolean;
  }

  /** Answers that are fresh for 10 ms. */
  function setUpShared() {
    const clock = { now: 100 };
    const answers = new SharedAnswers<Kept, Ask>(
      () => clock.now,
      ({ askedAt }) => askedAt + 10,
      ({ isFinal = false }) => isFinal,
    );
    return {
      clock,
      answers,
      begin: (askedAt: number, onAbandoned: () => void = jest.fn()) => {
        const pending = new Ask('a', { key: 'a', askedAt, onAbandoned });
        answers.begin(pending);
        return pending;
      },
      find: (kept?: Kept, notBefore?: number) => answers.find('a', kept, notBefore),
    };
  }

  describe('answers that many want', () => {
    test('are asked for where nothing is kept and nothing is under way', () => {
      expect(setUpShared().find()).toBeUndefined();
    });

    test('come from what is kept until that is no longer fresh', () => {
      const { clock, find } = setUpShared();
      const kept = { askedAt: 100 };
      clock.now = 109;
      expect(find(kept)).toBe(kept);
      clock.now = 110;
      expect(find(kept)).toBeUndefined();
      expect(find(kept, ANY_AGE)).toBe(kept);
    });

    test('that are older than wanted do not count, unless they are final', () => {
      const { find } = setUpShared();
      const kept = { askedAt: 99 };
      expect(find(kept, 99)).toBe(kept);
      expect(find(kept, 100)).toBeUndefined();
      const final = { ...kept, isFinal: true };
      expect(find(final, 100)).toBe(final);
    });

    test('that are under way are shared, unless they were requested too early', () => {
      const { begin, find } = setUpShared();
      const pending = begin(100);
      expect(find(undefined, 100)).toBe(pending);
      expect(find(undefined, 101)).toBeUndefined();
    });

    test('that are still to be requested are new enough for everybody', () => {
      const { begin, find } = setUpShared();
      const pending = begin(Infinity);
      expect(find(undefined, 1_000)).toBe(pending);
    });

    test('go on beside a newer one for the same key, and all end together', () => {
      const { answers, begin, find } = setUpShared();
      const [older, newer] = [begin(100), begin(101)];
      expect([find(), answers.pendingCount]).toEqual([newer, 2]);
      expect([answers.end(older), answers.end(older), answers.pendingCount]).toEqual([true, false, 1]);
      begin(102);
      expect(answers.endAll()).toHaveLength(2);
      expect([find(), answers.pendingCount]).toEqual([undefined, 0]);
    });

    test('are abandoned when all who waited have left, which those never do who wait by themselves', () => {
      const { begin } = setUpShared();
      const onAbandoned = jest.fn();
      const pending = begin(100, onAbandoned);
      const [one, two] = [new Cancellation(), new Cancellation()];
      void pending.join(one);
      void pending.join(two);
      one.cancel();
      expect([pending.isAbandoned, onAbandoned.mock.calls.length]).toEqual([false, 0]);
      two.cancel();
      expect([pending.isAbandoned, onAbandoned.mock.calls.length]).toEqual([true, 1]);
      void pending.join(undefined);
      expect(pending.isAbandoned).toBe(false);
    });
  });
});
