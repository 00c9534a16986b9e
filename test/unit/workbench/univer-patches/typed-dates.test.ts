import { parseDate as parseByThePackage } from 'numfmt';
import { parseDate } from '../../../../src/workbench/univer-patches/typed-dates';

test.each(['2026-12-01', '2026-12-1', '1 Dec 2026', 'Dec 1, 2026', '1 December 2026'])(
  '%s is read as a date',
  (text) => {
    expect(parseDate(text)?.v).toBe(46_357);
  },
);

test.each(['2026-12-01 09:30', '1 Dec 2026 09:30'])('%s is read as a date with its time', (text) => {
  expect(parseDate(text)?.v).toBeCloseTo(46_357 + 9.5 / 24, 9);
});

test.each(['1.12.2026', '1/12/2026', '12-1-2026', '1.12.26', '1/2', '12-1', '2026-12'])(
  '%s stays a text, because it may mean two days, or none',
  (text) => {
    expect(parseDate(text)).toBeNull();
  },
);

test.each(['EURUSD', '=DATE(2026,12,1)', '', 'May'])('%s is not read as a date', (text) => {
  expect(parseDate(text)).toBeNull();
});

test('the package itself still reads a text that may mean two days: otherwise the patch can go', () => {
  expect(parseByThePackage('1/2/2026')).not.toBeNull();
});
