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

// A service may ignore the names and send all that it has. Meanwhile the gateway answers nobody.
test('an answer of 20,000 names is learned as well', () => {
  const order = new AnswerOrder();
  const names = Array.from({ length: 20_000 }, (_, index) => `X${index}`);
  order.learnOrder(['X3', 'X9000']);
  order.learnOrder(names);
  expect(order.inOrder(names.toReversed().map((name) => ({ name }))).map(({ name }) => name)).toEqual(names);
});
