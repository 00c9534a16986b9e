import { itemAt, withItem } from '../../../../src/taskpane/completion/completing-input';

test.each([
  ['EURUSD', 3, 'EURUSD', 'X'],
  ['EURUSD, gb', 10, 'gb', 'EURUSD, X'],
  ['eu, GBPUSD', 2, 'eu', 'X, GBPUSD'],
  ['a,b,c', 3, 'b', 'a,X,c'],
  ['a,', 2, '', 'a,X'],
  ['', 0, '', 'X'],
])(
  'in the list %j with the caret at %d, the typed name is %j, and its completion gives %j',
  (list, caret, text, completed) => {
    const item = itemAt(list, caret);
    expect(item.text).toBe(text);
    expect(withItem(list, item, 'X')).toBe(completed);
  },
);
