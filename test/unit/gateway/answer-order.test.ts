import { AnswerOrder } from '../../../src/gateway/memory/answer-order';

const sorted = (order: AnswerOrder, names: string): string =>
  order
    .sort(Array.from(names, (name) => ({ name })))
    .map(({ name }) => name)
    .join('');

test('names stand as the service listed them, however they are asked for', () => {
  const order = new AnswerOrder();
  order.learn(['C', 'A', 'B']);
  expect(sorted(order, 'ABC')).toBe('CAB');
});

test('what came in another answer finds its place by the neighbours that both have', () => {
  const order = new AnswerOrder();
  order.learn(['A', 'D']);
  order.learn(['C', 'D']);
  order.learn(['A', 'B', 'C']);
  expect(sorted(order, 'DCBA')).toBe('ABCD');
});

test('what was never answered stands last, as it was asked for', () => {
  const order = new AnswerOrder();
  order.learn(['B', 'A']);
  expect(sorted(order, 'YAXB')).toBe('BAYX');
});
