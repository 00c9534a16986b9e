import { gapsIn } from '../../../../src/core/calendar/calendar-gaps';
import { dayFromIso } from '../../../../src/core/calendar/iso-dates';

const FIRST = dayFromIso('2026-01-05')!;
const weekday = (day: number): number => new Date(day * 86_400_000).getUTCDay();

/** The days of so many weeks on which an exchange trades. */
const daysOf = (weeks: number, trades: (day: number) => boolean): number[] =>
  Array.from({ length: weeks * 7 }, (_, index) => FIRST + index).filter(trades);
const isMondayToFriday = (day: number): boolean => weekday(day) !== 0 && weekday(day) !== 6;
const without =
  (from: number, length: number) =>
  (day: number): boolean =>
    isMondayToFriday(day) && (day < FIRST + from || day >= FIRST + from + length);

describe('the gaps of a calendar', () => {
  test('are none where only weekends and holidays have no trading', () => {
    expect(gapsIn(daysOf(52, isMondayToFriday), 'XNYS')).toEqual([]);
    expect(
      gapsIn(
        daysOf(52, (day) => weekday(day) <= 4),
        'XTAE',
      ),
    ).toEqual([]);
    expect(gapsIn([], 'XNYS')).toEqual([]);
  });

  test('are none where an exchange is closed for ten days, as Shanghai at New Year', () => {
    expect(gapsIn(daysOf(52, without(40, 10)), 'XSHG')).toEqual([]);
  });

  test('are what is longer, by its first and its last day', () => {
    expect(gapsIn(daysOf(52, without(40, 11)), 'XSHG')).toEqual([{ from: FIRST + 40, to: FIRST + 50, mic: 'XSHG' }]);
    expect(
      gapsIn(
        daysOf(52, (day) => without(40, 14)(day) && without(100, 30)(day)),
        'XNYS',
      ),
    ).toHaveLength(2);
  });

  test('are all of it where every second day is left out', () => {
    const days = daysOf(52, (day) => isMondayToFriday(day) && day % 2 === 0);
    expect(gapsIn(days, 'XNYS')).toEqual([{ from: days[0], to: days.at(-1), mic: 'XNYS' }]);
  });

  test('are not looked for in a tenth of the days, which holidays may take, nor for a Saturday that was worked once', () => {
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

  test('are not looked for by share in a few weeks, of which holidays may take half', () => {
    expect(
      gapsIn(
        daysOf(4, (day) => isMondayToFriday(day) && day % 2 === 0),
        'XNYS',
      ),
    ).toEqual([]);
  });

  test('are looked for by share from 61 days on', () => {
    const everySecondOf = (length: number): number[] =>
      Array.from({ length }, (_, index) => FIRST + index).filter(
        (day) => (day - FIRST) % 2 === 0 || day === FIRST + length - 1,
      );
    expect(gapsIn(everySecondOf(60), 'XNYS')).toEqual([]);
    expect(gapsIn(everySecondOf(61), 'XNYS')).toEqual([{ from: FIRST, to: FIRST + 60, mic: 'XNYS' }]);
  });
});
