import { isFormatted, MarkedNumber, RichNumber, withoutFormats } from '../../../src/core/cell';
import { CellError } from '../../../src/core/errors';

test('a formatted number has a value and a format', () => {
  expect(isFormatted({ value: 46346, format: 'yyyy-mm-dd' })).toBe(true);
});

test.each([
  ['a number', 46346],
  ['a text', 'format'],
  ['nothing', null],
  ['an error', new CellError('#N/A')],
  ['a value alone', { value: 1 }],
  ['a format alone', { format: 'hh:mm' }],
])('%s is not a formatted number', (_, cell) => expect(isFormatted(cell)).toBe(false));

test('without formats, numbers are plain, and a marked number that cannot show its mark becomes its error', () => {
  const error = new CellError('#N/A', 'The service failed');
  expect(
    withoutFormats([
      [
        { value: 1, format: '0.0' },
        new RichNumber(2, '0', () => ({})),
        new MarkedNumber(3, '0" ⏱"', '⏱', error),
        'text',
        true,
        4,
      ],
    ]),
  ).toEqual([[1, 2, error, 'text', true, 4]]);
});

test('the properties of a number are described once, when they are first read', () => {
  const describeProperties = jest.fn(() => ({ bid: 1 }));
  const number = new RichNumber(2, '0', describeProperties);
  expect(describeProperties).not.toHaveBeenCalled();
  expect([number.properties, number.properties]).toEqual([{ bid: 1 }, { bid: 1 }]);
  expect(describeProperties).toHaveBeenCalledTimes(1);
});
