import {
  askByGroup,
  groupBy,
  cancellationsOf,
  signalWhenAllCancelled,
  PendingQuestion,
} from '../../../../src/api/lookup/pending-question';
import { Cancellation } from '../../../../src/core/cancellation';

const asked = (question: string): PendingQuestion<string> => new PendingQuestion(question, new Cancellation());

test('groups are in the order in which their first members came', () => {
  expect(groupBy(['b1', 'a1', 'b2', 'c1', 'a2'], (one) => one[0]!)).toEqual([['b1', 'b2'], ['a1', 'a2'], ['c1']]);
});

test('groups are sent one by one, and answers are in the order of the questions', async () => {
  const all = ['b1', 'a1', 'b2', 'b2'].map(asked);
  const groups: string[][] = [];
  const answers = askByGroup(
    all,
    (question) => question[0]!,
    (group, first) => {
      groups.push(group.map(({ question }) => question));
      return group.map(({ question }) => Promise.resolve(`${question} with ${first}`));
    },
  );
  expect(await Promise.all(answers)).toEqual(['b1 with b1', 'a1 with a1', 'b2 with b1', 'b2 with b1']);
  expect(groups).toEqual([['b1', 'b2', 'b2'], ['a1']]);
});

test('a shared request goes on until the last waiter has left', () => {
  const all = ['a', 'b'].map(asked);
  const signal = signalWhenAllCancelled(cancellationsOf(all));
  all[1]!.cancellation.cancel();
  expect(signal.aborted).toBe(false);
  all[0]!.cancellation.cancel();
  expect(signal.aborted).toBe(true);
});
