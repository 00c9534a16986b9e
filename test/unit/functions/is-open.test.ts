import { createTestSession, evaluate, show } from '../../support/evaluate';
import { asked, createStubService, status, type StubService } from '../../support/stub-service';
import { placeComputerIn } from './computer-zone';
import { session as sessionOf } from './sample-answers';
import { yearOfSessions } from './sample-calendar';

placeComputerIn('Asia/Kolkata');

const NEW_YORK = [
  ...yearOfSessions('XNYS', 2026, { offset: '-05:00', holidays: ['2026-11-26', '2026-11-27', '2026-12-25'] }),
  sessionOf('XNYS', '2026-11-27T09:30:00-05:00', '2026-11-27T13:00:00-05:00', 'Day after Thanksgiving'),
];

const createHoursService = (): StubService =>
  createStubService({
    '/stocks/markets': ({ query }) => (query.get('mic') === 'XNYS' ? [{ mic: 'XNYS' }] : []),
    '/stocks/markets/hours': ({ query }) =>
      NEW_YORK.filter(
        ({ mic, date }) =>
          query.get('mic') === mic && String(date) >= query.get('start')! && String(date) <= query.get('end')!,
      ),
  });

const isOpen = (at: unknown, zone?: unknown, mic: unknown = 'XNYS'): Promise<unknown> =>
  show(createTestSession({ service: createHoursService() }), 'ISOPEN', mic, at, zone);

/** 2026-11-20 as a serial; a time of day is its fraction. */
const FRIDAY = 46346;
const at = (day: number, hour: number, minute = 0, second = 0): number =>
  day + (hour * 3600 + minute * 60 + second) / 86_400;

test.each([
  ['before the opening at 20:00', at(FRIDAY, 19, 59, 59), false],
  ['at the opening', at(FRIDAY, 20), true],
  ['before midnight', at(FRIDAY, 23, 59), true],
  ['after midnight, on the next date', at(FRIDAY + 1, 2, 29, 59), true],
  ['at the closing', at(FRIDAY + 1, 2, 30), false],
  ['in the morning, when it is night in New York', at(FRIDAY, 10), false],
])('MD.ISOPEN on the clock of the computer, which is in India is right %s', async (_, moment, open) => {
  expect(await isOpen(moment)).toEqual([[open]]);
  expect(await isOpen(moment, 'local')).toEqual([[open]]);
});

describe('MD.ISOPEN on a given clock', () => {
  test.each<[string, boolean[]]>([
    ['exchange', [false, true, true, false]],
    ['utc', [false, false, true, true]],
    ['America/Chicago', [true, true, false, false]],
    ['Europe/Paris', [false, false, true, true]],
  ])('is right for %s', async (zone, expected) => {
    const moments = [at(FRIDAY, 9, 29, 59), at(FRIDAY, 9, 30), at(FRIDAY, 15, 59, 59), at(FRIDAY, 16)];
    expect(await Promise.all(moments.map((moment) => isOpen(moment, zone)))).toEqual(expected.map((open) => [[open]]));
  });

  test.each([
    ['2026-11-20 09:30', 'exchange', true],
    ['2026-11-20T09:29:59.9', 'exchange', false],
    ['2026-11-20T14:30:00Z', 'exchange', true],
    ['2026-11-20T09:30:00-05:00', 'local', true],
    ['2026-11-20T15:30:00+01:00', 'utc', true],
    ['2026-11-20T15:29:59+01:00', 'utc', false],
    ['2026-11-20', 'exchange', false],
  ])('reads the text %s on the clock of %s unless it has an offset', async (text, zone, open) => {
    expect(await isOpen(text, zone)).toEqual([[open]]);
  });
});

describe('MD.ISOPEN on special days', () => {
  test.each([
    ['a holiday', '2026-11-26 12:00', false],
    ['a half day before its early close', '2026-11-27 12:59', true],
    ['a half day at its early close', '2026-11-27 13:00', false],
    ['a Saturday', '2026-11-28 12:00', false],
    ['the last moments of the year', '2026-12-31 15:59', true],
    ['the night before the year', '2026-01-01 00:00', false],
  ])('is right for %s', async (_, text, open) => expect(await isOpen(text, 'exchange')).toEqual([[open]]));

  test('is TRUE for every minute of a session, from the first to the last, in a filled column of times', async () => {
    const session = createTestSession({ service: createHoursService() });
    const minutes = Array.from({ length: 392 }, (_, index) => at(FRIDAY, 9, 29) + index / 1440);
    const open = await Promise.all(
      minutes.map(
        async (minute) => ((await show(session, 'ISOPEN', 'XNYS', minute, 'exchange')) as boolean[][])[0]![0],
      ),
    );
    expect([open[0], open.slice(1, 391).every(Boolean), open[391]]).toEqual([false, true, false]);
  });

  test('takes a cell or a formatted number as its argument', async () => {
    expect(await isOpen([[at(FRIDAY, 9, 30)]], 'exchange', [['xnys']])).toEqual([[true]]);
    expect(
      await isOpen({ type: 'FormattedNumber', basicValue: at(FRIDAY, 9, 30), numberFormat: 'hh:mm' }, 'exchange'),
    ).toEqual([[true]]);
  });
});

describe('MD.ISOPEN around New Year', () => {
  test('requests two years if the exchange may be in either, and one on any other day', async () => {
    for (const [text, years] of [
      ['2026-12-31 12:00', 2],
      ['2026-01-01 12:00', 2],
      ['2026-12-30 12:00', 1],
      ['2026-01-02 12:00', 1],
    ] as const) {
      const service = createHoursService();
      await evaluate(createTestSession({ service }), 'ISOPEN', 'XNYS', text, 'exchange');
      expect(asked(service).filter((request) => request.includes('/hours'))).toHaveLength(years);
    }
  });

  test('needs the year at the exchange, not the one in UTC', async () => {
    expect(await isOpen('2027-01-01T02:00:00Z')).toEqual([[false]]);
    expect(await isOpen('2027-01-01T06:00:00Z')).toBe(
      '#N/A: The service has no trading hours of XNYS in 2027: choose dates that it covers',
    );
    expect(await isOpen('2026-01-01T02:00:00Z')).toBe(
      '#N/A: The service has no trading hours of XNYS in 2025: choose dates that it covers',
    );
    expect(await isOpen('2026-01-01T06:00:00Z')).toEqual([[false]]);
  });

  test('still finds an open exchange if the other year is not available', async () => {
    const hours = createStubService({
      '/stocks/markets/hours': ({ query }) => (query.get('start') === '2026-01-01' ? NEW_YORK : status(403)),
    });
    expect(await show(createTestSession({ service: hours }), 'ISOPEN', 'XNYS', '2026-12-31T15:00:00Z')).toEqual([
      [true],
    ]);
    expect(await show(createTestSession({ service: hours }), 'ISOPEN', 'XNYS', '2027-01-01T15:00:00Z')).toBe(
      '#N/A: Your plan does not include this data (403): check the API key in the MD pane or ask your provider',
    );
  });
});

describe('MD.ISOPEN without calendar data', () => {
  test('is #N/A for an unknown exchange', async () => {
    expect(await isOpen('2026-11-20 12:00', 'exchange', 'XXXX')).toBe(
      '#N/A: The service does not know the exchange "XXXX": check the MIC code',
    );
  });

  test('is #N/A after the end of the calendar, and not FALSE', async () => {
    const short = NEW_YORK.filter(({ date }) => String(date) <= '2026-06-30');
    const session = createTestSession({ service: createStubService({ '/stocks/markets/hours': () => short }) });
    expect(await show(session, 'ISOPEN', 'XNYS', '2026-06-30 12:00', 'exchange')).toEqual([[true]]);
    expect(await show(session, 'ISOPEN', 'XNYS', '2026-06-30 20:00', 'exchange')).toEqual([[false]]);
    expect(await show(session, 'ISOPEN', 'XNYS', '2026-07-01 12:00', 'exchange')).toBe(
      '#N/A: The service has no trading hours of XNYS after 2026-06-30: choose earlier dates',
    );
  });
});

describe('MD.ISOPEN in a lunch break', () => {
  const tokyoAt = async (clock: string, sessions: readonly (readonly [string, string])[]): Promise<unknown> => {
    const day = sessions.map(([opens, closes]) =>
      sessionOf('XTKS', `2026-11-20T${opens}:00+09:00`, `2026-11-20T${closes}:00+09:00`),
    );
    const others = yearOfSessions('XTKS', 2026, { offset: '+09:00', holidays: ['2026-11-20'] });
    const service = createStubService({ '/stocks/markets/hours': () => [...others, ...day] });
    return show(createTestSession({ service }), 'ISOPEN', 'XTKS', `2026-11-20 ${clock}`, 'exchange');
  };

  test.each([
    ['11:45', true],
    ['12:00', false],
    ['12:20', true],
  ])('at %s is %s if two sessions of the service leave another break', async (clock, expected) => {
    const sessions = [
      ['09:00', '11:50'],
      ['12:15', '15:30'],
    ] as const;
    expect(await tokyoAt(clock, sessions)).toEqual([[expected]]);
  });
});
