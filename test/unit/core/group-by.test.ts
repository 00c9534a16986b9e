import { groupBy } from '../../../src/core/group-by';

test('groups are in the order in which their first members came', () => {
  expect(groupBy(['b1', 'a1', 'b2', 'c1', 'a2'], (one) => one[0]!)).toEqual([['b1', 'b2'], ['a1', 'a2'], ['c1']]);
});
