import { gapsIn } from '../../../../src/core/calendar/calendar-gaps';
import { dayFromIso } from '../../../../src/core/calendar/iso-dates';

const FIRST = dayFromIso('2026-01-05')!;
const weekday = (day: number): number => new Date(day * 86_400_000).getUTCDay();

/** The trading days of an exchange in that many weeks. */
const daysOf = (weeks: number, trades: (day: number) => boolean): number[] =>
  Array.from({ length: weeks * 7 }, (_, index) => FIRST + index).filter(trades);
const isMondayToFriday = (day: number): boolean => weekday(day) !== 0 && weekday(day) !== 6;
const without =
  (from: number, length: number) =>
  (day: number): boolean =>
    isMondayToFriday(day) && (day < FIRST + from || day >= FIRST + from + length);

describe('the gaps of a calendar', () => {
  test('do not include weekends and holidays', () => {
    expect(gapsIn(daysOf(52, isMondayToFriday), 'XNYS')).toEqual([]);
    expect(
      gapsIn(
        daysOf(52, (day) => weekday(day) <= 4),
        'XTAE',
      ),
    ).toEqual([]);
    expect(gapsIn([], 'XNYS')).toEqual([]);
  });

  test('do not include a closure of twelve days, such as New Year in Taipei in 2023', () => {
    expect(gapsIn(daysOf(52, without(40, 12)), 'XTAI')).toEqual([]);
  });

  test('include anything longer, with its first and last day', () => {
    expect(gapsIn(daysOf(52, without(40, 13)), 'XTAI')).toEqual([{ from: FIRST + 40, to: FIRST + 52, mic: 'XTAI' }]);
    expect(
      gapsIn(
        daysOf(52, (day) => without(40, 14)(day) && without(100, 30)(day)),
        'XNYS',
      ),
    ).toHaveLength(2);
  });

  test('cover the whole calendar if every second day is missing', () => {
    const days = daysOf(52, (day) => isMondayToFriday(day) && day % 2 === 0);
    expect(gapsIn(days, 'XNYS')).toEqual([{ from: days[0], to: days.at(-1), mic: 'XNYS' }]);
  });

  test('do not include a tenth of the days, which may be holidays, or one Saturday that was worked', () => {
    expect(
      gapsIn(
        daysOf(52, (day) => isMondayToFriday(day) && day % 10 !== 0),
        'XNYS',
      ),
    ).toEqual([]);
    expect(
      gapsIn(
        daysOf(52, (day) => isMondayToFriday(day) || day === FIRST + 5),
        'XIST',
      ),
    ).toEqual([]);
  });

  test('are not derived from a share in a calendar of a few weeks, half of which may be holidays', () => {
    expect(
      gapsIn(
        daysOf(4, (day) => isMondayToFriday(day) && day % 2 === 0),
        'XNYS',
      ),
    ).toEqual([]);
  });

  test('are derived from a share from 61 days on', () => {
    const everySecondOf = (length: number): number[] =>
      Array.from({ length }, (_, index) => FIRST + index).filter(
        (day) => (day - FIRST) % 2 === 0 || day === FIRST + length - 1,
      );
    expect(gapsIn(everySecondOf(60), 'XNYS')).toEqual([]);
    expect(gapsIn(everySecondOf(61), 'XNYS')).toEqual([{ from: FIRST, to: FIRST + 60, mic: 'XNYS' }]);
  });
});
