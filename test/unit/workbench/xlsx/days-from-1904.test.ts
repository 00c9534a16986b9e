import { dayShift } from '../../../../src/workbench/xlsx/days-from-1904';

test.each(['yyyy-mm-dd', 'm/d/yy', 'd. mmm', 'mmmm', 'yyyy-mm-dd hh:mm:ss', 'yyyy'])(
  'a number with the date format %s changes by the days between 1900 and 1904',
  (format) => expect(dayShift(format)).toBe(1462),
);

test.each([undefined, 'General', '0.00', '#,##0 "days"', 'hh:mm', '[h]:mm:ss', 'mm:ss', '0%', '@'])(
  'a number with the format %s, which is no date, does not change',
  (format) => expect(dayShift(format)).toBe(0),
);
