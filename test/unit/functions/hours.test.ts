import { CellError } from '../../../src/core/errors';
import { createTestSession, evaluate, formatsOf, type Plain, show } from '../../support/evaluate';
import { asked, createStubService, type StubService } from '../../support/stub-service';
import { session as sessionOf } from './sample-answers';

const SESSIONS = [
  sessionOf('XNYS', '2026-11-27T09:30:00-05:00', '2026-11-27T13:00:00-05:00', 'Day after Thanksgiving'),
  sessionOf('XLON', '2026-11-25T08:00:00+00:00', '2026-11-25T16:30:00+00:00'),
  sessionOf('XNYS', '2026-11-25T09:30:00-05:00', '2026-11-25T16:00:00-05:00'),
];
const HEADERS = ['mic', 'date', 'day_of_week', 'is_early_close', 'open_time', 'close_time', 'holiday_name'];
/** 2026-11-25 and 2026-11-27 as serials. */
const [WEDNESDAY, FRIDAY] = [46351, 46353];
const NEW_YORK = ['XNYS', WEDNESDAY, 'Friday', false, WEDNESDAY + 9.5 / 24, WEDNESDAY + 16 / 24, ''];
const NEW_YORK_HALF_DAY = [
  'XNYS',
  FRIDAY,
  'Friday',
  true,
  FRIDAY + 9.5 / 24,
  FRIDAY + 13 / 24,
  'Day after Thanksgiving',
];
const LONDON = ['XLON', WEDNESDAY, 'Friday', false, WEDNESDAY + 8 / 24, WEDNESDAY + 16.5 / 24, ''];

const createHoursService = (): StubService =>
  createStubService({
    '/stocks/markets/hours': ({ query }) =>
      SESSIONS.filter(({ mic }) => query.get('mic')?.split(',').includes(String(mic)) ?? true),
  });

/** Serials rounded to a millionth of a day, so that they can be compared. */
async function hours(...rawArguments: unknown[]): Promise<Plain | Plain[][]> {
  return rounded(await show(createTestSession({ service: createHoursService() }), 'HOURS', ...rawArguments));
}

const rounded = <T extends Plain | Plain[][]>(shown: T): T =>
  JSON.parse(
    JSON.stringify(shown, (_, value: unknown) => (typeof value === 'number' ? Math.round(value * 1e6) / 1e6 : value)),
  ) as T;

const WEEK = ['2026-11-23', '2026-11-27'] as const;

describe('the table of MD.HOURS', () => {
  test('has a header and a row for each session, by date, with an empty text if there is no holiday', async () =>
    expect(await hours('XNYS', ...WEEK)).toEqual(rounded([HEADERS, NEW_YORK, NEW_YORK_HALF_DAY])));

  test('stacks several exchanges in the order of the MICs', async () => {
    expect(await hours('XNYS,XLON', ...WEEK)).toEqual(rounded([HEADERS, NEW_YORK, NEW_YORK_HALF_DAY, LONDON]));
    expect(await hours([['xlon', ' xnys ']], ...WEEK)).toEqual(rounded([HEADERS, LONDON, NEW_YORK, NEW_YORK_HALF_DAY]));
  });

  test.each([[undefined], [null], ['all'], ['ALL']])('lists every exchange, each by date, for mics %j', async (mics) =>
    expect(await hours(mics, ...WEEK)).toEqual(rounded([HEADERS, NEW_YORK, NEW_YORK_HALF_DAY, LONDON])),
  );

  test('of one day keeps the row of a blank cell and of an exchange that is closed, so that all stay beside their names', async () => {
    const service = createStubService({
      '/stocks/markets': () => [{ mic: 'XTKS' }],
      '/stocks/markets/hours': () => SESSIONS.filter(({ date }) => date === '2026-11-25'),
    });
    const names = [['XNYS'], [''], ['XTKS'], ['XLON']];
    const day = ['2026-11-25', '2026-11-25'];
    const closed = '#N/A: There are no trading sessions of XTKS from 2026-11-25 to 2026-11-25: give other dates';
    const session = createTestSession({ service });
    expect(await show(session, 'HOURS', names, ...day, 'mic,date', false)).toEqual([
      ['XNYS', WEDNESDAY],
      ['', ''],
      ['XTKS', closed],
      ['XLON', WEDNESDAY],
    ]);
    expect(await show(session, 'HOURS', names, ...day, 'date', false)).toEqual([
      [WEDNESDAY],
      [''],
      [closed],
      [WEDNESDAY],
    ]);
  });

  test('of one day skips blanks if an exchange has two sessions', async () => {
    const service = createStubService({
      '/stocks/markets/hours': () => [
        sessionOf('XTKS', '2026-11-25T09:00:00+09:00', '2026-11-25T11:30:00+09:00'),
        sessionOf('XTKS', '2026-11-25T12:30:00+09:00', '2026-11-25T15:30:00+09:00'),
        SESSIONS[1],
      ],
    });
    const session = createTestSession({ service });
    const names = [['XTKS'], [''], ['XLON']];
    expect(await show(session, 'HOURS', names, '2026-11-25', '2026-11-25', 'mic', false)).toEqual([
      ['XTKS'],
      ['XTKS'],
      ['XLON'],
    ]);
  });

  test('has the two sessions of a day in their order and once, however they arrive', async () => {
    const [morning, afternoon] = [
      sessionOf('XTKS', '2026-11-25T09:00:00+09:00', '2026-11-25T11:30:00+09:00'),
      sessionOf('XTKS', '2026-11-25T12:30:00+09:00', '2026-11-25T15:30:00+09:00'),
    ];
    for (const sent of [
      [afternoon, morning],
      [morning, afternoon, morning, afternoon],
    ]) {
      const session = createTestSession({ service: createStubService({ '/stocks/markets/hours': () => sent }) });
      expect(rounded(await show(session, 'HOURS', 'XTKS', ...WEEK, 'open_time', false))).toEqual(
        rounded([[WEDNESDAY + 9 / 24], [WEDNESDAY + 12.5 / 24]]),
      );
    }
  });

  test('has no days that were not asked for', async () => {
    expect(await hours('XNYS', '2026-11-26', '2026-11-27', 'date', false)).toEqual([[FRIDAY]]);
    expect(await hours('XNYS,XLON', '2026-11-25', '2026-11-26', 'date', false)).toEqual([[WEDNESDAY], [WEDNESDAY]]);
  });

  test('has a record whose date cannot be read, with #N/A in that cell', async () => {
    const service = createStubService({ '/stocks/markets/hours': () => [{ ...SESSIONS[1], date: '25.11.2026' }] });
    expect(await show(createTestSession({ service }), 'HOURS', 'XLON', ...WEEK, 'mic,date', false)).toEqual([
      ['XLON', '#N/A: The service sent a "date" that is not a date: recalculate, or tell your provider'],
    ]);
  });

  test('is #N/A if the service sends only other days, as one that knows the dates by other names', async () => {
    expect(await hours('XLON', '2027-01-04', '2027-01-08')).toBe(
      '#N/A: The service sent records of 2026-11-25 instead of 2027-01-04 to 2027-01-08: check the names of parameters in the MD pane',
    );
  });

  test('ignores blank cells in the range if there are several days', async () => {
    expect(await hours([['XLON'], [''], [null], ['XNYS']], ...WEEK)).toEqual(
      rounded([HEADERS, LONDON, NEW_YORK, NEW_YORK_HALF_DAY]),
    );
  });

  test('shows the named fields in their order', async () => {
    expect(await hours('XNYS', ...WEEK, 'holiday_name,date')).toEqual([
      ['holiday_name', 'date'],
      ['', WEDNESDAY],
      ['Day after Thanksgiving', FRIDAY],
    ]);
    expect(await hours('XLON', ...WEEK, [['date'], [''], ['mic']])).toEqual([
      ['date', '', 'mic'],
      [WEDNESDAY, '', 'XLON'],
    ]);
    expect(await hours('XLON', ...WEEK, 'all')).toEqual(rounded([HEADERS, LONDON]));
  });

  test('is a single value for one session and one named field', async () => {
    expect(await hours('XLON', ...WEEK, 'date')).toEqual([[WEDNESDAY]]);
    expect(await hours('XLON', ...WEEK, 'date', true)).toEqual([['date'], [WEDNESDAY]]);
    expect(await hours('XNYS', ...WEEK, 'date')).toEqual([['date'], [WEDNESDAY], [FRIDAY]]);
  });

  test('may have more rows than a call may have arguments', async () => {
    const service = createStubService({
      '/stocks/markets/hours': () => Array.from({ length: 150_000 }, () => ({ mic: 'XNYS', day_of_week: 'Friday' })),
    });
    expect(await show(createTestSession({ service }), 'HOURS', 'XNYS', ...WEEK, 'day_of_week')).toHaveLength(150_001);
  });

  test.each([
    ['without the date in the table', 'open_time', undefined],
    ['of another day than that beside them, on a clock far away', 'date,open_time', 'Pacific/Auckland'],
  ])('has times with their dates %s', async (_, fields, zone) => {
    const session = createTestSession({ service: createHoursService() });
    const outcome = await evaluate(session, 'HOURS', 'XNYS', ...WEEK, `mic,${fields}`, false, zone);
    expect(formatsOf(outcome)[0]!.at(-1)).toBe('yyyy-mm-dd hh:mm:ss');
  });
});

describe('MD.HOURS without results:', () => {
  const none = (mic: string): string => `#N/A: The service does not know the exchange "${mic}": check the MIC code`;

  test('a known exchange that is closed on those days is reported, and has no row among others', async () => {
    const service = createStubService({
      '/stocks/markets': () => [{ mic: 'XTKS' }, { mic: 'XKRX' }],
      '/stocks/markets/hours': () => [sessionOf('XLON', '2026-11-27T08:00:00Z', '2026-11-27T16:30:00Z')],
    });
    const session = createTestSession({ service });
    expect(await show(session, 'HOURS', 'XTKS', ...WEEK)).toBe(
      '#N/A: There are no trading sessions of XTKS from 2026-11-23 to 2026-11-27: give other dates',
    );
    expect(await show(session, 'HOURS', 'XTKS,XKRX', ...WEEK)).toBe(
      '#N/A: There are no trading sessions of XTKS, XKRX from 2026-11-23 to 2026-11-27: give other dates',
    );
    expect(await show(session, 'HOURS', 'XTKS,XLON,XXXX', ...WEEK, 'mic,day_of_week', false)).toEqual([
      ['XLON', 'Friday'],
      ['XXXX', none('XXXX')],
    ]);
  });

  test('whether an exchange is known is only asked if it has no sessions', async () => {
    const service = createStubService({
      '/stocks/markets': () => [{ mic: 'XTKS' }],
      '/stocks/markets/hours': () => [sessionOf('XLON', '2026-11-27T08:00:00Z', '2026-11-27T16:30:00Z')],
    });
    const session = createTestSession({ service });
    await show(session, 'HOURS', 'XTKS,XLON', ...WEEK);
    expect(asked(service).filter((path) => !path.includes('hours'))).toEqual(['/stocks/markets?mic=XTKS']);
  });

  test('a single unknown exchange is one #N/A', async () => {
    expect(await hours('XXXX', ...WEEK)).toBe(none('XXXX'));
    expect(await hours([['XXXX'], ['']], ...WEEK)).toBe(none('XXXX'));
  });

  test('an unknown exchange among others is a row with its MIC and #N/A, and its neighbours are complete', async () => {
    const error = none('XXXX');
    expect(await hours('XXXX,XLON', ...WEEK)).toEqual(
      rounded([HEADERS, ['XXXX', error, error, error, error, error, error], LONDON]),
    );
  });

  test('an error in the range is a row with that error', async () => {
    expect(await hours([['XLON'], [new CellError('#REF!')]], ...WEEK, 'mic,date')).toEqual([
      ['mic', 'date'],
      ['XLON', WEDNESDAY],
      ['#REF!: ', '#REF!: '],
    ]);
  });

  test('no exchange at all is #N/A', async () => {
    const session = createTestSession({ service: createStubService({ '/stocks/markets/hours': () => [] }) });
    expect(await show(session, 'HOURS', null, ...WEEK)).toBe(
      '#N/A: No market has trading sessions from 2026-11-23 to 2026-11-27: check the dates',
    );
  });
});

describe('a request of MD.HOURS', () => {
  async function askedFor(...rawArguments: unknown[]): Promise<string[]> {
    const service = createHoursService();
    await show(createTestSession({ service }), 'HOURS', ...rawArguments);
    return asked(service);
  }

  test('has the exchange and both dates', async () => {
    expect(await askedFor('xnys', ...WEEK)).toEqual(['/stocks/markets/hours?mic=XNYS&start=2026-11-23&end=2026-11-27']);
  });

  test('has only both dates for every exchange', async () =>
    expect(await askedFor('all', ...WEEK)).toEqual(['/stocks/markets/hours?start=2026-11-23&end=2026-11-27']));

  test.each([
    ['an Excel date', 46349],
    ['an Excel date with a time', 46349.99],
    ['a text', '2026-11-23'],
    ['a text with a time', '2026-11-23T23:00:00-05:00'],
    ['a formatted number', { type: 'FormattedNumber', basicValue: 46349, numberFormat: 'dd.mm.yyyy' }],
    ['a cell', [[46349]]],
  ])('has a start from %s, and an end six days later', async (_, start) => {
    expect(await askedFor('XNYS', start)).toEqual(['/stocks/markets/hours?mic=XNYS&start=2026-11-23&end=2026-11-29']);
  });

  test('is sent once for all formulas of a recalculation with equal dates, and answers each', async () => {
    const service = createHoursService();
    const session = createTestSession({ service });
    const shown = await Promise.all([
      show(session, 'HOURS', 'XNYS', ...WEEK, 'mic', false),
      show(session, 'HOURS', 'XLON', ...WEEK, 'mic', false),
      show(session, 'HOURS', 'XLON,XNYS', 46349, 46353, 'mic', false),
      show(session, 'HOURS', 'XXXX', ...WEEK, 'mic', false),
    ]);
    expect(shown.slice(0, 3)).toEqual([[['XNYS'], ['XNYS']], [['XLON']], [['XLON'], ['XNYS'], ['XNYS']]]);
    expect(shown[3]).toMatch(/^#N\/A: The service does not know the exchange "XXXX"/);
    expect(service.requests.map(({ path }) => path)).toEqual(['/stocks/markets/hours', '/stocks/markets']);
    const query = new URLSearchParams(service.requests[0]!.query);
    expect(query.get('mic')!.split(',').sort()).toEqual(['XLON', 'XNYS', 'XXXX']);
  });

  test('is sent separately for each pair of dates', async () => {
    const service = createHoursService();
    const session = createTestSession({ service });
    const dates = [['2026-11-23'], ['2026-11-24'], ['2026-11-23', '2026-11-30']];
    await Promise.all(dates.map((pair) => show(session, 'HOURS', 'XNYS', ...pair)));
    expect(asked(service).toSorted()).toEqual([
      '/stocks/markets/hours?mic=XNYS&start=2026-11-23&end=2026-11-29',
      '/stocks/markets/hours?mic=XNYS&start=2026-11-23&end=2026-11-30',
      '/stocks/markets/hours?mic=XNYS&start=2026-11-24&end=2026-11-30',
    ]);
  });
});
