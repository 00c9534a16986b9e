import { dayShift } from '../../../../src/workbench/xlsx/days-from-1904';

test.each(['yyyy-mm-dd', 'm/d/yy', 'd. mmm', 'mmmm', 'yyyy-mm-dd hh:mm:ss', 'yyyy'])(
  'a number that is shown as a date, %s, counts other days',
  (format) => {
    expect(dayShift(format)).toBe(1462);
  },
);

test.each([undefined, 'General', '0.00', '#,##0 "days"', 'hh:mm', '[h]:mm:ss', 'mm:ss', '0%', '@'])(
  'a number that is shown otherwise, %s, is the same in both',
  (format) => {
    expect(dayShift(format)).toBe(0);
  },
);
