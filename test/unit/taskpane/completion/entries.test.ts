import { type Entry, matching } from '../../../../src/taskpane/completion/entries';

const entry = (code: string, name: string, ...others: string[]): Entry => ({ code, name, others });

const ALL = [
  entry('USDJPY', 'US dollar / Japanese yen'),
  entry('JPYUSD', 'Japanese yen / US dollar'),
  entry('AAPL', 'Apple Inc.'),
  entry('APPN', 'Appian'),
  entry('PAPL', 'Pineapple'),
  entry('XNYS', 'New York Stock Exchange', 'nyse', 'new york'),
  entry('XTKS', 'Tokyo Stock Exchange', 'tse'),
];

test.each([
  ['aapl', ['AAPL']],
  ['app', ['APPN', 'AAPL']],
  ['apple', ['AAPL']],
  ['usd yen', ['USDJPY', 'JPYUSD']],
  ['nyse', ['XNYS']],
  ['stock exch', ['XNYS', 'XTKS']],
  ['papl', ['PAPL']],
  ['nothing', []],
  ['((', []],
])('%j finds %j, the best match first', (text, codes) => {
  expect(matching(ALL, text, 10).map(({ code }) => code)).toEqual(codes);
});

test('at most as many matches are returned as are wanted', () => {
  expect(matching(ALL, 'stock', 1)).toHaveLength(1);
});
