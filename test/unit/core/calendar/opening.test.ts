import fc from 'fast-check';
import { dayFromIso, instantFromIso } from '../../../../src/core/calendar/iso-dates';
import { exchangeDayAt, isOpenAt, yearsAt, isLunchBreak, LUNCH_BREAKS } from '../../../../src/core/calendar/opening';
import { type ExchangeYear, readExchangeYear } from '../../../../src/core/calendar/trading-days';
import { lunchBreaks } from '../../../../src/functions/is-open.help';

const yearWith = (
  mic: string,
  ...sessions: readonly (readonly [date: string, opens: string, closes: string])[]
): ExchangeYear =>
  readExchangeYear(
    sessions.map(([date, open_time, close_time]) => ({ mic, date, open_time, close_time })),
    mic,
    Number(sessions[0]![0].slice(0, 4)),
  )!;

const day = (date: string, offset: string, opens: string, closes: string): readonly [string, string, string] => [
  date,
  `${date}T${opens}:00${offset}`,
  `${date}T${closes}:00${offset}`,
];

const openInUtc = (year: ExchangeYear, utc: string): boolean => isOpenAt(year, { clock: 'utc', ms: Date.parse(utc) });
const openOnItsClock = (year: ExchangeYear, wall: string): boolean =>
  isOpenAt(year, { clock: 'exchange', ms: Date.parse(`${wall}Z`) });

/** The sessions before and after each change of the clocks. */
const NEW_YORK = yearWith(
  'XNYS',
  day('2026-03-06', '-05:00', '09:30', '16:00'),
  day('2026-03-09', '-04:00', '09:30', '16:00'),
  day('2026-10-30', '-04:00', '09:30', '16:00'),
  day('2026-11-02', '-05:00', '09:30', '16:00'),
);
const SYDNEY = yearWith(
  'XASX',
  day('2026-04-02', '+11:00', '10:00', '16:00'),
  day('2026-04-07', '+10:00', '10:00', '16:00'),
  day('2026-10-02', '+10:00', '10:00', '16:00'),
  day('2026-10-05', '+11:00', '10:00', '16:00'),
);

describe('an exchange is open from its opening until just before its closing, also across a clock change', () => {
  test.each([
    ['New York before summer time', NEW_YORK, '2026-03-06T14:30:00Z', '2026-03-06T21:00:00Z'],
    ['New York in summer time', NEW_YORK, '2026-03-09T13:30:00Z', '2026-03-09T20:00:00Z'],
    ['New York at the end of summer time', NEW_YORK, '2026-10-30T13:30:00Z', '2026-10-30T20:00:00Z'],
    ['New York after summer time', NEW_YORK, '2026-11-02T14:30:00Z', '2026-11-02T21:00:00Z'],
    [
      'Sydney at the end of its summer time, a day after UTC begins it',
      SYDNEY,
      '2026-04-01T23:00:00Z',
      '2026-04-02T05:00:00Z',
    ],
    ['Sydney after its summer time', SYDNEY, '2026-04-07T00:00:00Z', '2026-04-07T06:00:00Z'],
    ['Sydney before its summer time', SYDNEY, '2026-10-02T00:00:00Z', '2026-10-02T06:00:00Z'],
    ['Sydney in its summer time, a day after UTC begins it', SYDNEY, '2026-10-04T23:00:00Z', '2026-10-05T05:00:00Z'],
  ])('%s', (_, year, opens, closes) => {
    const [open, close] = [Date.parse(opens), Date.parse(closes)];
    expect([open - 1, open, close - 1, close].map((ms) => isOpenAt(year, { clock: 'utc', ms }))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  test.each([
    ['New York', NEW_YORK, ['2026-03-06', '2026-03-09', '2026-10-30', '2026-11-02'], '09:30', '16:00'],
    ['Sydney', SYDNEY, ['2026-04-02', '2026-04-07', '2026-10-02', '2026-10-05'], '10:00', '16:00'],
  ] as const)('%s keeps its hours on its own clock all year', (_, year, dates, opens, closes) => {
    for (const date of dates) {
      expect(openOnItsClock(year, `${date}T${opens}:00`)).toBe(true);
      expect(openOnItsClock(year, `${date}T09:29:59`)).toBe(false);
      expect(openOnItsClock(year, `${date}T${closes}:00`)).toBe(false);
    }
  });
});

describe('sessions with unusual hours', () => {
  test('are closed during a lunch break', () => {
    const tokyo = yearWith(
      'XTKS',
      day('2026-03-03', '+09:00', '09:00', '11:30'),
      day('2026-03-03', '+09:00', '12:30', '15:30'),
    );
    expect(['11:29', '11:30', '12:29', '12:30'].map((time) => openOnItsClock(tokyo, `2026-03-03T${time}:00`))).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  test.each<['exchange' | 'utc', string]>([
    ['exchange', '12:00'],
    ['utc', '04:00'],
  ])('are closed in the lunch break that they span, on the clock of %s', (clock, begin) => {
    const hongKong = yearWith('XHKG', day('2026-03-03', '+08:00', '09:30', '16:00'));
    const from = Date.parse(`2026-03-03T${begin}:00Z`);
    const open = [from - 1, from, from + 3_600_000 - 1, from + 3_600_000].map((ms) =>
      isOpenAt(hongKong, { clock, ms }),
    );
    expect(open).toEqual([true, false, false, true]);
  });

  test('may begin on the evening before their day, and end after midnight', () => {
    const evening = yearWith('XCME', ['2026-03-03', '2026-03-02T17:00:00-06:00', '2026-03-03T16:00:00-06:00']);
    expect(
      ['2026-03-02T16:59', '2026-03-02T17:00', '2026-03-03T15:59', '2026-03-03T16:00'].map((time) =>
        openOnItsClock(evening, `${time}:00`),
      ),
    ).toEqual([false, true, true, false]);
    expect(openInUtc(evening, '2026-03-02T23:00:00Z')).toBe(true);
    const night = yearWith('XEUR', ['2026-03-03', '2026-03-03T08:00:00-10:00', '2026-03-04T02:00:00-10:00']);
    expect(openInUtc(night, '2026-03-04T11:59:59Z')).toBe(true);
    expect(openInUtc(night, '2026-03-04T12:00:00Z')).toBe(false);
  });

  test('are on exactly between their times, at any offset', () => {
    const offset = fc.integer({ min: -12 * 4, max: 14 * 4 }).map((quarters) => {
      const minutes = Math.abs(quarters) * 15;
      return `${quarters < 0 ? '-' : '+'}${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
    });
    fc.assert(
      fc.property(
        offset,
        fc.integer({ min: 0, max: 22 }),
        fc.integer({ min: 1, max: 23 }),
        fc.integer({ min: -2 * 1440, max: 3 * 1440 }),
        (zone, hour, length, minute) => {
          const opens = Date.parse(`2026-06-10T${String(hour).padStart(2, '0')}:00:00${zone}`);
          const closes = opens + length * 3_600_000;
          const year = yearWith('XANY', [
            '2026-06-10',
            `2026-06-10T${String(hour).padStart(2, '0')}:00:00${zone}`,
            new Date(closes).toISOString(),
          ]);
          const ms = Date.parse('2026-06-10T00:00:00Z') + minute * 60_000;
          expect(isOpenAt(year, { clock: 'utc', ms })).toBe(opens <= ms && ms < closes);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('the date at the exchange', () => {
  test.each([
    ['New York in winter', NEW_YORK, '2026-11-03T04:59:59Z', '2026-11-02'],
    ['New York after its midnight', NEW_YORK, '2026-11-03T05:00:00Z', '2026-11-03'],
    ['New York after its midnight in summer time', NEW_YORK, '2026-03-10T04:30:00Z', '2026-03-10'],
    ['Sydney in summer', SYDNEY, '2026-10-05T13:00:00Z', '2026-10-06'],
    ['Sydney before its midnight', SYDNEY, '2026-10-05T12:59:59Z', '2026-10-05'],
    ['New York long after its last session', NEW_YORK, '2026-12-31T23:00:00Z', '2026-12-31'],
  ])('%s', (_, year, utc, date) => {
    expect(exchangeDayAt(year, { clock: 'utc', ms: Date.parse(utc) })).toBe(dayFromIso(date));
  });

  test('is the date of a time that was already read on its own clock', () => {
    expect(exchangeDayAt(SYDNEY, { clock: 'exchange', ms: Date.parse('2026-10-05T23:59:00Z') })).toBe(
      dayFromIso('2026-10-05'),
    );
  });
});

test.each([
  ['2026-06-15T12:00:00Z', [2026]],
  ['2026-12-30T23:59:59Z', [2026]],
  ['2026-12-31T00:00:00Z', [2026, 2027]],
  ['2027-01-01T23:59:59Z', [2026, 2027]],
  ['2027-01-02T00:00:00Z', [2027]],
])('at %s exchanges may be in the years %j', (utc, years) => {
  expect(yearsAt({ clock: 'utc', ms: Date.parse(utc) })).toEqual(years);
});

const atLunch = (mic: string, wall: string, session = '09:00-17:00', offset = '+08:00'): boolean => {
  const [opens, closes] = session.split('-').map((clock) => instantFromIso(`${wall.slice(0, 10)}T${clock}${offset}`)!);
  return isLunchBreak(mic, { opens: opens!, closes: closes! }, instantFromIso(`${wall}Z`)!.utcMs);
};

test.each([
  ['XTKS', '2026-11-20 11:29:59', false],
  ['XTKS', '2026-11-20 11:30', true],
  ['XTKS', '2026-11-20 12:29:59', true],
  ['XTKS', '2026-11-20 12:30', false],
  ['XTKS', '2011-11-18 11:15', true],
  ['XTKS', '2011-11-21 11:15', false],
  ['XHKG', '2026-11-20 12:30', true],
  ['XHKG', '2026-11-20 13:00', false],
  ['XHKG', '2012-03-02 13:15', true],
  ['XHKG', '2012-03-05 13:15', false],
  ['XHKG', '2011-03-04 12:15', false],
  ['XHKG', '2011-03-04 12:30', true],
  ['XHKG', '2011-03-04 14:29:59', true],
  ['XHKG', '2011-03-07 12:00', true],
  ['XHKG', '2011-03-07 13:30', false],
  ['XIDX', '2026-11-19 12:00', true],
  ['XIDX', '2026-11-19 13:29:59', true],
  ['XIDX', '2026-11-19 11:59:59', false],
  ['XIDX', '2026-11-16 13:30', false],
  ['XIDX', '2026-11-20 11:30', true],
  ['XSHG', '2026-11-20 12:59', true],
  ['XSHE', '2026-11-20 11:30', true],
  ['XSHE', '2026-11-20 13:00', false],
  ['XKLS', '2026-11-20 13:00', true],
  ['XBKK', '2026-11-20 13:59', true],
  ['XBKK', '2026-11-20 14:00', false],
  ['XBKK', '2024-03-22 14:15', true],
  ['XBKK', '2024-03-25 14:15', false],
  ['XPHS', '2026-11-20 12:30', true],
  ['XPHS', '2026-11-20 13:00', false],
  ['XIDX', '2026-11-19 11:45', false],
  ['XIDX', '2026-11-20 11:45', true],
  ['XIDX', '2026-11-19 13:45', false],
  ['XIDX', '2026-11-20 13:45', true],
  ['XNYS', '2026-11-20 12:00', false],
  ['XLON', '2026-11-20 12:30', false],
])('the lunch break of %s on its own clock at %s', (mic, wall, expected) => expect(atLunch(mic, wall)).toBe(expected));

test.each([
  ['ends at the beginning of the break', '09:30-12:00', '2026-12-24 11:59'],
  ['ends in the break', '09:30-12:10', '2026-12-24 12:05'],
  ['begins after the break', '13:00-16:00', '2026-12-24 12:30'],
])('a session that %s has no lunch break', (_, session, wall) => expect(atLunch('XHKG', wall, session)).toBe(false));

test('every exchange with a lunch break has its source in the help', () => {
  const { rows } = lunchBreaks();
  expect(rows.map(([mic]) => mic)).toEqual(Object.keys(LUNCH_BREAKS));
  expect(rows[0]![1]).toMatch(/^11:30 to 12:30 since 2011-11-21; 11:00 to 12:30/);
  expect(rows.some(([, shown]) => shown!.includes('11:30 to 14:00 on Friday'))).toBe(true);
  for (const [, , source] of rows) expect(source).not.toBe('');
});
