import { ValueObjectFactory } from '@univerjs/preset-sheets-core';
import { parseDate } from '../../../../src/workbench/univer-patches/typed-dates';

jest.mock('../../../../src/workbench/univer-patches/typed-dates', () => {
  const actual = jest.requireActual<object & { parseDate: typeof parseDate }>(
    '../../../../src/workbench/univer-patches/typed-dates',
  );
  return { ...actual, parseDate: jest.fn(actual.parseDate) };
});

test.each([
  ['10-K', false],
  ['2026-11-27', true],
])('a criterion such as %s is tried as a date once, however often it is asked', (text, isDate) => {
  const values = Array.from({ length: 3 }, () => ValueObjectFactory.create(text));
  expect(values.map((one) => one.isNumber())).toEqual(Array(3).fill(isDate));
  expect(jest.mocked(parseDate).mock.calls.filter(([asked]) => asked === text)).toHaveLength(1);
});
