import fc from 'fast-check';
import { dayFromIso } from '../../../../src/core/calendar/iso-dates';
import {
  commonDays,
  countTradingDays,
  firstDayOf,
  lastDayOf,
  readExchangeYear,
  type TradingYear,
  walkTradingDays,
  yearOf,
  gapsIn,
} from '../../../../src/core/calendar/trading-days';
import { sampleRecord, sampleYear } from './sample-years';

const YEARS = [2024, 2025, 2026, 2027] as const;
const [FIRST, LAST] = [firstDayOf(2024), lastDayOf(2027)];

const isWeekend = (day: number): boolean => [0, 6].includes(new Date(day * 86_400_000).getUTCDay());

/** An exchange that is closed at weekends and on some days of its own. */
const exchange = fc.uniqueArray(fc.integer({ min: FIRST, max: LAST }), { maxLength: 300 }).map((holidays) => {
  const closed = new Set(holidays);
  return (day: number): boolean => !isWeekend(day) && !closed.has(day);
});
const exchanges = fc.array(exchange, { minLength: 1, maxLength: 3 });
type Exchanges = readonly ((day: number) => boolean)[];

const EVERY_DAY = Array.from({ length: LAST - FIRST + 1 }, (_, index) => FIRST + index);

const calendarsOf = (each: Exchanges): TradingYear[] =>
  YEARS.map((year) =>
    each
      .map((trades): TradingYear => {
        const [from, to] = [
          { mic: 'XANY', day: firstDayOf(year) },
          { mic: 'XANY', day: lastDayOf(year) },
        ];
        return {
          year,
          from,
          to,
          gaps: [],
          days: EVERY_DAY.filter((day) => day >= from.day && day <= to.day && trades(day)),
        };
      })
      .reduce(commonDays),
  );

/** Day by day, as one would count with a finger on a calendar. */
const walkByHand = (each: Exchanges, start: number, steps: number): number | undefined => {
  let [day, left] = [start, Math.abs(steps)];
  while (left > 0) {
    day += Math.sign(steps);
    if (day < FIRST || day > LAST) return undefined;
    if (each.every((trades) => trades(day))) left--;
  }
  return day;
};

const countByHand = (each: Exchanges, start: number, end: number): number => {
  let count = 0;
  for (let day = start; day <= end; day++) if (each.every((trades) => trades(day))) count++;
  return count;
};

const anyDay = fc.integer({ min: FIRST, max: LAST });
const steps = fc.integer({ min: -600, max: 600 }).filter((count) => count !== 0);
const walk = (calendars: readonly TradingYear[], start: number, count: number) =>
  walkTradingDays(
    count > 0
      ? calendars.filter(({ year }) => year >= yearOf(start))
      : calendars.filter(({ year }) => year <= yearOf(start)).reverse(),
    start,
    count,
  );

describe('trading days of up to three exchanges over four years', () => {
  test('are counted correctly, compared with a count by hand', () => {
    fc.assert(
      fc.property(exchanges, anyDay, anyDay, (each, one, other) => {
        const [start, end] = [Math.min(one, other), Math.max(one, other)];
        expect(countTradingDays(calendarsOf(each), start, end)).toBe(countByHand(each, start, end));
      }),
      { numRuns: 100 },
    );
  });

  test('are stepped through correctly, also if the years end before the steps do', () => {
    fc.assert(
      fc.property(exchanges, anyDay, steps, (each, start, count) => {
        const reached = walk(calendarsOf(each), start, count);
        expect('day' in reached ? reached.day : undefined).toBe(walkByHand(each, start, count));
      }),
      { numRuns: 100 },
    );
  });
});

describe('a year of an exchange', () => {
  const days = (...dates: readonly string[]): readonly number[] => dates.map((date) => dayFromIso(date)!);

  test('has each of its days once and in order, whatever order they arrive in', () => {
    const records = ['2026-03-03', '2026-01-05', '2026-03-03', '2026-12-30'].map((date) => sampleRecord('XNYS', date));
    expect(readExchangeYear(records, 'XNYS', 2026)?.days).toEqual(days('2026-01-05', '2026-03-03', '2026-12-30'));
  });

  test('leaves out days of other years and days without times', () => {
    const closed = { mic: 'XNYS', date: '2026-12-25', open_time: null, close_time: null };
    const alsoClosed = { mic: 'XNYS', date: '2026-07-03', open_time: '', close_time: '' };
    expect(
      readExchangeYear(
        [
          sampleRecord('XNYS', '2025-12-31'),
          sampleRecord('XNYS', '2026-01-02'),
          closed,
          alsoClosed,
          sampleRecord('XNYS', '2027-01-04'),
        ],
        'XNYS',
        2026,
      )?.days,
    ).toEqual(days('2026-01-02'));
  });

  test('includes a day whose date is written with a time', () => {
    expect(
      readExchangeYear([{ ...sampleRecord('XNYS', '2026-03-03'), date: '2026-03-03T00:00:00' }], 'XNYS', 2026)?.days,
    ).toEqual(days('2026-03-03'));
  });

  test.each<[string, object]>([
    ['a day that is none', { date: '2026-02-30' }],
    ['a day that is none, and no times', { date: '2026-02-30', open_time: null, close_time: null }],
    ['no day', { date: undefined }],
    ['an opening that is not a time', { open_time: '09:30' }],
    ['an opening that is missing', { open_time: undefined }],
    ['a closing but no opening', { open_time: null }],
    ['an opening but no closing', { close_time: null }],
    ['a closing at the opening', { close_time: '2026-03-03T09:00:00+00:00' }],
    ['a closing before the opening', { close_time: '2026-03-03T08:59:00+00:00' }],
  ])('cannot be counted with a session that has %s', (_, fields) => {
    expect(() =>
      readExchangeYear(
        [sampleRecord('XNYS', '2026-03-02'), { ...sampleRecord('XNYS', '2026-03-03'), ...fields }],
        'XNYS',
        2026,
      ),
    ).toThrow('The service sent trading hours of XNYS that cannot be read: recalculate, or tell your provider');
  });
});

describe('a calendar that does not have the whole year', () => {
  const from = (first: string, last: string): TradingYear =>
    sampleYear('XNYS', 2026, (day) => !isWeekend(day) && day >= dayFromIso(first)! && day <= dayFromIso(last)!);
  const count = (calendar: TradingYear, start: string, end: string): number =>
    countTradingDays([calendar], dayFromIso(start)!, dayFromIso(end)!);

  test.each([
    ['2026-01-01', '2026-12-31'],
    ['2026-01-09', '2026-12-28'],
  ])('counts as whole from %s to %s, because New Year may be a long holiday', (first, last) => {
    expect(count(from(first, last), '2026-01-01', '2026-12-31')).toBeGreaterThan(240);
  });

  test.each([
    ['2026-01-11', '2026-12-26', '2026-01-01', '2026-12-31'],
    ['2026-01-12', '2026-12-25', '2026-01-12', '2026-12-25'],
  ])(
    'with trading from %s to %s covers the days from %s to %s: holidays take up to ten days at the start and five at the end',
    (first, last, start, end) => {
      const { from: begins, to: ends } = sampleYear(
        'MISX',
        2026,
        (day) => day >= dayFromIso(first)! && day <= dayFromIso(last)!,
      );
      expect([begins, ends]).toEqual([
        { mic: 'MISX', day: dayFromIso(start) },
        { mic: 'MISX', day: dayFromIso(end) },
      ]);
    },
  );

  test('refuses days before or after that part', () => {
    const calendar = from('2026-03-02', '2026-09-30');
    expect(() => count(calendar, '2026-03-01', '2026-09-30')).toThrow(
      'The service has no trading hours of XNYS before 2026-03-02: choose later dates',
    );
    expect(() => count(calendar, '2026-03-02', '2026-10-01')).toThrow(
      'The service has no trading hours of XNYS after 2026-09-30: choose earlier dates',
    );
  });

  test('does not matter to a count in another year', () => {
    const whole = sampleYear('XNYS', 2027, (day) => !isWeekend(day));
    expect(
      countTradingDays([from('2026-03-02', '2026-09-30'), whole], dayFromIso('2027-03-01')!, dayFromIso('2027-03-05')!),
    ).toBe(5);
  });

  test('can be walked from the days just outside it', () => {
    const calendar = from('2026-03-02', '2026-09-30');
    expect(walkTradingDays([calendar], dayFromIso('2026-03-01')!, 1)).toEqual({ day: dayFromIso('2026-03-02') });
    expect(walkTradingDays([calendar], dayFromIso('2026-10-01')!, -1)).toEqual({ day: dayFromIso('2026-09-30') });
  });

  test('can be walked up to its end and not beyond', () => {
    const calendar = from('2026-03-02', '2026-09-30');
    const go = (start: string, stepCount: number) => walkTradingDays([calendar], dayFromIso(start)!, stepCount);
    expect(go('2026-09-28', 2)).toEqual({ day: dayFromIso('2026-09-30') });
    expect(() => go('2026-09-28', 3)).toThrow('after 2026-09-30');
    expect(go('2026-03-04', -2)).toEqual({ day: dayFromIso('2026-03-02') });
    expect(() => go('2026-03-04', -3)).toThrow('before 2026-03-02');
    expect(() => go('2026-02-27', 1)).toThrow('before 2026-03-02');
    expect(() => go('2026-10-02', -1)).toThrow('after 2026-09-30');
  });

  test('limits a count over several exchanges, and is named', () => {
    const whole = from('2026-01-01', '2026-12-31');
    const short = sampleYear(
      'XTKS',
      2026,
      (day) => !isWeekend(day) && day >= dayFromIso('2026-06-01')! && day <= dayFromIso('2026-09-30')!,
    );
    for (const common of [commonDays(whole, short), commonDays(short, whole)]) {
      expect(() => count(common, '2026-05-29', '2026-06-30')).toThrow('no trading hours of XTKS before 2026-06-01');
      expect(() => count(common, '2026-06-01', '2026-10-01')).toThrow('no trading hours of XTKS after 2026-09-30');
    }
  });
});

describe('a calendar with days missing in the middle', () => {
  const LEFT_OUT =
    "The service's trading hours of XNYS leave out days from 2026-05-16 to 2026-06-14: refresh in the MD pane, or tell your provider";
  const isLeftOut = (day: number): boolean => day >= dayFromIso('2026-05-16')! && day <= dayFromIso('2026-06-14')!;
  const calendar = sampleYear('XNYS', 2026, (day) => !isWeekend(day) && !isLeftOut(day));
  const count = (start: string, end: string, of: TradingYear = calendar): number =>
    countTradingDays([of], dayFromIso(start)!, dayFromIso(end)!);
  const go = (start: string, stepCount: number) => walkTradingDays([calendar], dayFromIso(start)!, stepCount);

  test('counts days beside the gap, and refuses any count that touches it', () => {
    expect([count('2026-05-11', '2026-05-15'), count('2026-06-15', '2026-06-19')]).toEqual([5, 5]);
    expect(() => count('2026-05-11', '2026-05-16')).toThrow(LEFT_OUT);
    expect(() => count('2026-06-14', '2026-06-19')).toThrow(LEFT_OUT);
    expect(() => count('2026-01-01', '2026-12-31')).toThrow(LEFT_OUT);
  });

  test('can be walked up to the gap and not across it', () => {
    expect(go('2026-05-13', 2)).toEqual({ day: dayFromIso('2026-05-15') });
    expect(() => go('2026-05-13', 3)).toThrow(LEFT_OUT);
    expect(() => go('2026-06-16', -2)).toThrow(LEFT_OUT);
  });

  test('keeps its gap in combination with another exchange', () => {
    const whole = sampleYear('XTKS', 2026, (day) => !isWeekend(day));
    for (const common of [commonDays(whole, calendar), commonDays(calendar, whole)])
      expect(() => count('2026-05-11', '2026-05-18', common)).toThrow(LEFT_OUT);
  });
});

test('years begin and end on the right days, even those before 100', () => {
  expect([firstDayOf(1970), lastDayOf(1970), firstDayOf(2026)]).toEqual([0, 364, dayFromIso('2026-01-01')]);
  expect([firstDayOf(50), firstDayOf(9999)]).toEqual([dayFromIso('0050-01-01'), dayFromIso('9999-01-01')]);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9998 }), (year) => {
      expect([yearOf(firstDayOf(year)), yearOf(lastDayOf(year)), lastDayOf(year) + 1]).toEqual([
        year,
        year,
        firstDayOf(year + 1),
      ]);
    }),
  );
});

const FIRST_MONDAY = dayFromIso('2026-01-05')!;
const weekday = (day: number): number => new Date(day * 86_400_000).getUTCDay();

/** The trading days of an exchange in that many weeks. */
const daysOf = (weeks: number, trades: (day: number) => boolean): number[] =>
  Array.from({ length: weeks * 7 }, (_, index) => FIRST_MONDAY + index).filter(trades);
const isMondayToFriday = (day: number): boolean => weekday(day) !== 0 && weekday(day) !== 6;
const without =
  (from: number, length: number) =>
  (day: number): boolean =>
    isMondayToFriday(day) && (day < FIRST_MONDAY + from || day >= FIRST_MONDAY + from + length);

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

  test('do not include a closure of twelve days, such as New Year in Taipei in 2023', () =>
    expect(gapsIn(daysOf(52, without(40, 12)), 'XTAI')).toEqual([]));

  test('include anything longer, with its first and last day', () => {
    expect(gapsIn(daysOf(52, without(40, 13)), 'XTAI')).toEqual([
      { from: FIRST_MONDAY + 40, to: FIRST_MONDAY + 52, mic: 'XTAI' },
    ]);
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
    const in1968 = days.map((day) => day - 21_000);
    expect(gapsIn(in1968, 'XNYS')).toEqual([{ from: in1968[0], to: in1968.at(-1), mic: 'XNYS' }]);
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
        daysOf(52, (day) => isMondayToFriday(day) || day === FIRST_MONDAY + 5),
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
      Array.from({ length }, (_, index) => FIRST_MONDAY + index).filter(
        (day) => (day - FIRST_MONDAY) % 2 === 0 || day === FIRST_MONDAY + length - 1,
      );
    expect(gapsIn(everySecondOf(60), 'XNYS')).toEqual([]);
    expect(gapsIn(everySecondOf(61), 'XNYS')).toEqual([{ from: FIRST_MONDAY, to: FIRST_MONDAY + 60, mic: 'XNYS' }]);
  });
});
