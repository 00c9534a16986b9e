import { date, type DateTime, dateTime } from '../../../../src/functions/parameters/dates';

const read = (argument: unknown, dateSystem: '1900' | '1904' = '1900'): DateTime | undefined =>
  dateTime().read(argument, 'at', { dateSystem });
const wall = (argument: unknown, dateSystem?: '1900' | '1904'): string =>
  new Date(read(argument, dateSystem)!.wallMs).toISOString().slice(0, -1);

describe('a date and time', () => {
  test.each<[unknown, string]>([
    [46346, '2026-11-20T00:00:00.000'],
    [46346 + 9.5 / 24, '2026-11-20T09:30:00.000'],
    [46346.999988426, '2026-11-20T23:59:59.000'],
    [[[46346.5]], '2026-11-20T12:00:00.000'],
    [60, '1900-03-01T00:00:00.000'],
    [2958465.5, '9999-12-31T12:00:00.000'],
    ['2026-11-20', '2026-11-20T00:00:00.000'],
    [' 2026-11-20 09:30 ', '2026-11-20T09:30:00.000'],
    ['2026-11-20T09:30:15.25', '2026-11-20T09:30:15.250'],
    ['2026-11-20T24:00', '2026-11-21T00:00:00.000'],
    ['2026-11-20T09:30:00-05:00', '2026-11-20T09:30:00.000'],
    ['2026-11-20 9:30', '2026-11-20T09:30:00.000'],
    ['20 Nov 2026 09:30', '2026-11-20T09:30:00.000'],
    ['November 20, 2026', '2026-11-20T00:00:00.000'],
    ['2026-11-20t09:30z', '2026-11-20T09:30:00.000'],
  ])('%j is the time %s on its clock', (argument, expected) => expect(wall(argument)).toBe(expected));

  test('counts from 1904 in a workbook with that date system', () =>
    expect(wall(46346.5 - 1462, '1904')).toBe('2026-11-20T12:00:00.000'));

  test.each<[unknown, number | undefined]>([
    ['2026-11-20T09:30:00-05:00', -5],
    ['2026-11-20T09:30+0530', 5.5],
    ['2026-11-20 09:30Z', 0],
    ['2026-11-20T09:30', undefined],
    ['2026-11-20', undefined],
    [46346.5, undefined],
  ])('%j has an offset in hours from UTC: %p', (argument, hours) => {
    expect(read(argument)?.offsetMs).toBe(hours === undefined ? undefined : hours * 3_600_000);
  });

  test.each([null, undefined, '', '  ', 0])('cannot be read from %j', (argument) => {
    expect(read(argument)).toBeUndefined();
  });
});

describe('a date', () => {
  const dayOf = (argument: unknown, dateSystem: '1900' | '1904' = '1900'): string | undefined => {
    const day = date().read(argument, 'start', { dateSystem });
    return day === undefined ? undefined : new Date(day * 86_400_000).toISOString().slice(0, 10);
  };

  test.each<[unknown, string]>([
    [1, '1900-01-01'],
    [59.9, '1900-02-28'],
    [61, '1900-03-01'],
    [46346.999, '2026-11-20'],
    [2958465.9, '9999-12-31'],
    ['9999-12-31', '9999-12-31'],
    ['2026-11-20T23:30:00-05:00', '2026-11-20'],
  ])('%j is %s', (argument, expected) => expect(dayOf(argument)).toBe(expected));

  test('counts from 1904 in a workbook with that date system', () => expect(dayOf(1, '1904')).toBe('1904-01-02'));

  test.each([null, '', 0])('cannot be read from %j', (argument) => expect(dayOf(argument)).toBeUndefined());

  test.each([-1, 0.5, 2958466])('is not %j', (argument) => {
    expect(() => dayOf(argument)).toThrow(/^start: .* is not a date: give an Excel date/);
  });
});
