import { SharedAnswers } from '../../../../src/api/lookup/ask';

test('a fresh answer that is older than wanted counts only if it is final', () => {
  const clock = { now: 105 };
  const answers = new SharedAnswers<{ askedAt: number; isFinal?: boolean }, never>(
    () => clock.now,
    ({ askedAt }) => askedAt + 10,
    ({ isFinal = false }) => isFinal,
  );
  const kept = { askedAt: 99 };
  const final = { ...kept, isFinal: true };
  expect([answers.findAnswer('a', kept, 99), answers.findAnswer('a', kept, 100)]).toEqual([kept, undefined]);
  expect(answers.findAnswer('a', final, 100)).toBe(final);
  clock.now = 109;
  expect(answers.findAnswer('a', final, 100)).toBeUndefined();
});
