import fc from 'fast-check';
import {
  type DateSystem,
  daysFromSerial,
  isoFromDay,
  isSerial,
  LAST_DAY,
  serialFromDays,
} from '../../../../src/core/calendar/dates';
import { dayFromIso } from '../../../../src/core/calendar/iso-dates';

const SYSTEMS: readonly DateSystem[] = ['1900', '1904'];
const serialOf = (iso: string, system: DateSystem): number => serialFromDays(dayFromIso(iso)!, system);
const isoOf = (serial: number, system: DateSystem): string => isoFromDay(Math.floor(daysFromSerial(serial, system)));

describe('a workbook that counts from 1900', () => {
  test.each([
    ['1900-01-01', 1],
    ['1900-02-28', 59],
    ['1900-03-01', 61],
    ['1904-01-01', 1462],
    ['1970-01-01', 25569],
    ['2000-02-29', 36585],
    ['2026-11-20', 46346],
    ['9999-12-31', 2958465],
  ])('writes %s as %d and reads it back', (iso, serial) => {
    expect(serialOf(iso, '1900')).toBe(serial);
    expect(isoOf(serial, '1900')).toBe(iso);
  });

  test('reads 60, which is 29 February 1900 and never existed, as 1 March', () => {
    expect(isoOf(60, '1900')).toBe('1900-03-01');
    expect(isoOf(60.5, '1900')).toBe('1900-03-01');
  });

  test('keeps the time of day on both sides of the day that never existed', () => {
    expect(serialFromDays(dayFromIso('1900-02-28')! + 0.75, '1900')).toBe(59.75);
    expect(serialFromDays(dayFromIso('1900-03-01')! + 0.75, '1900')).toBe(61.75);
    expect(isoOf(59.75, '1900')).toBe('1900-02-28');
    expect(isoOf(61.75, '1900')).toBe('1900-03-01');
  });
});

describe('a workbook that counts from 1904', () => {
  test.each([
    ['1904-01-01', 0],
    ['1904-01-02', 1],
    ['1970-01-01', 24107],
    ['2026-11-20', 44884],
  ])('writes %s as %d and reads it back', (iso, serial) => {
    expect(serialOf(iso, '1904')).toBe(serial);
    expect(isoOf(serial, '1904')).toBe(iso);
  });

  test('has no day that never existed', () => {
    expect(isoOf(59, '1904')).toBe('1904-02-29');
    expect(isoOf(60, '1904')).toBe('1904-03-01');
    expect(isoOf(61, '1904')).toBe('1904-03-02');
  });
});

describe('Excel has a date for', () => {
  test.each([
    ['the first of 1900', 1, '1900'],
    ['the first of 1904', 0, '1904'],
    ['the last second of 9999', 2_958_466 - 1 / 86_400, '1900'],
    ['the last second of 9999', 2_957_004 - 1 / 86_400, '1904'],
  ] as const)('%s, serial %d in a %s workbook', (_, serial, system) => expect(isSerial(serial, system)).toBe(true));

  test.each([
    ['the day before 1900', 0, '1900'],
    ['the day before 1904', -1, '1904'],
    ['the year 10000', 2_958_466, '1900'],
    ['the year 10000', 2_957_004, '1904'],
    ['what is not a number', NaN, '1900'],
  ] as const)('but not %s, serial %d in a %s workbook', (_, serial, system) => {
    expect(isSerial(serial, system)).toBe(false);
  });
});

describe.each(SYSTEMS)('every moment from 1900 to 2200 in a %s workbook', (system) => {
  const [first, last] = [dayFromIso('1900-01-01')!, dayFromIso('2200-12-31')!];

  test('comes back unchanged from its serial', () => {
    fc.assert(
      fc.property(fc.integer({ min: first, max: last }), fc.integer({ min: 0, max: 86_399 }), (day, second) => {
        const days = day + second / 86_400;
        expect(daysFromSerial(serialFromDays(days, system), system)).toBeCloseTo(days, 9);
      }),
      { numRuns: 10_000 },
    );
  });

  test('has a serial one higher than the same moment a day before, except at the gap in 1900', () => {
    fc.assert(
      fc.property(fc.integer({ min: first, max: last }), (day) => {
        const step = serialFromDays(day + 1, system) - serialFromDays(day, system);
        expect(step).toBe(system === '1900' && isoFromDay(day) === '1900-02-28' ? 2 : 1);
      }),
      { numRuns: 10_000 },
    );
  });
});

test('the last possible day is the last of the year 9999', () => expect(isoFromDay(LAST_DAY)).toBe('9999-12-31'));
