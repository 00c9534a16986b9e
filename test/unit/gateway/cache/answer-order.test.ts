import { AnswerOrder } from '../../../../src/gateway/cache/list-cache';

const sorted = (order: AnswerOrder, names: string): string =>
  order
    .inOrder(Array.from(names, (name) => ({ name })))
    .map(({ name }) => name)
    .join('');

test('names come in the order of the service, however they are requested', () => {
  const order = new AnswerOrder();
  order.learnOrder(['C', 'A', 'B']);
  expect(sorted(order, 'ABC')).toBe('CAB');
});

test('a name from another answer is placed by the neighbours that the two answers share', () => {
  const order = new AnswerOrder();
  order.learnOrder(['A', 'D']);
  order.learnOrder(['C', 'D']);
  order.learnOrder(['A', 'B', 'C']);
  expect(sorted(order, 'DCBA')).toBe('ABCD');
});

test('names that were never answered come last, in the order of the request', () => {
  const order = new AnswerOrder();
  order.learnOrder(['B', 'A']);
  expect(sorted(order, 'YAXB')).toBe('BAYX');
});
