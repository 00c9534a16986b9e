import { holidaysHelp } from '../../../src/functions/holidays.help';
import { createTestSession, type Plain, show } from '../../support/evaluate';
import { HOLIDAY_FIELDS } from '../../support/published-fields';
import { asked, createStubService, type StubService } from '../../support/stub-service';
import { placeComputerIn } from './computer-zone';

placeComputerIn('Asia/Kolkata');

const holiday = (
  mic: string,
  date: string,
  name: string,
  times: readonly [string, string] | null = null,
): Record<string, unknown> => ({
  exchange: `Exchange ${mic}`,
  flag: '🏛',
  mic,
  date,
  day_of_week: 'Friday',
  is_weekend: false,
  is_business_day: times !== null,
  holiday_name: name,
  is_early_close: times !== null,
  open_time: times && `${date}T${times[0]}`,
  close_time: times && `${date}T${times[1]}`,
});

const HOLIDAYS = [
  holiday('XNYS', '2026-11-27', 'Day after Thanksgiving', ['09:30:00-05:00', '13:00:00-05:00']),
  holiday('XLON', '2026-12-25', 'Christmas Day'),
  holiday('XNYS', '2026-11-26', 'Thanksgiving Day'),
];
/** 2026-11-26 as a serial; the 27th and Christmas follow. */
const THURSDAY = 46352;
const THANKSGIVING = [
  'Exchange XNYS',
  '🏛',
  'XNYS',
  THURSDAY,
  'Friday',
  false,
  false,
  'Thanksgiving Day',
  false,
  '',
  '',
];

const createHolidayService = (): StubService =>
  createStubService({
    '/stocks/markets': ({ query }) => [{ mic: query.get('mic'), timezone: 'America/New_York' }],
    '/stocks/markets/holidays': ({ query }) =>
      HOLIDAYS.filter(
        ({ mic, date }) =>
          (query.get('mic')?.split(',').includes(String(mic)) ?? true) &&
          String(date) >= query.get('start')! &&
          String(date) <= query.get('end')!,
      ),
  });
const holidays = (...rawArguments: unknown[]): Promise<Plain | Plain[][]> =>
  show(createTestSession({ service: createHolidayService() }), 'HOLIDAYS', ...rawArguments);

const WINTER = ['2026-11-20', '2026-12-31'] as const;

describe('the table of MD.HOLIDAYS', () => {
  test('has a header and a row for each holiday, by date, with blank times if the exchange stays closed', async () => {
    expect(await holidays('XNYS', ...WINTER)).toEqual([
      HOLIDAY_FIELDS,
      THANKSGIVING,
      [
        'Exchange XNYS',
        '🏛',
        'XNYS',
        THURSDAY + 1,
        'Friday',
        false,
        true,
        'Day after Thanksgiving',
        true,
        expect.closeTo(THURSDAY + 1 + 9.5 / 24, 6),
        expect.closeTo(THURSDAY + 1 + 13 / 24, 6),
      ],
    ]);
  });

  test('shows times on another clock if asked to', async () => {
    expect(await holidays('XNYS', ...WINTER, 'close_time', false, 'Europe/Paris')).toEqual([
      [''],
      [expect.closeTo(THURSDAY + 1 + 19 / 24, 6)],
    ]);
  });

  test('is #N/A for an exchange without holidays, but omits it among others', async () => {
    expect(await holidays('XXXX', ...WINTER)).toBe(
      '#N/A: There are no holidays of XXXX from 2026-11-20 to 2026-12-31: give other dates',
    );
    expect(await holidays('XXXX,XLON', ...WINTER, 'mic,date', false)).toEqual([['XLON', THURSDAY + 29]]);
    expect(await holidays('XLON', ...WINTER, 'date', false, null, 'half')).toBe(
      '#N/A: There are no half days of XLON from 2026-11-20 to 2026-12-31: give other dates',
    );
  });

  const none = (mic: string, day: string): string =>
    `#N/A: There are no holidays of ${mic} from ${day} to ${day}: give other dates`;

  test.each<[string, string, string | null, readonly string[]]>([
    ['2026-11-26', 'mic', null, ['XNYS', '', none('XLON', '2026-11-26')]],
    ['2026-11-26', 'holiday_name', null, ['Thanksgiving Day', '', none('XLON', '2026-11-26')]],
    ['2026-12-25', 'holiday_name', null, [none('XNYS', '2026-12-25'), '', 'Christmas Day']],
    [
      '2026-11-27',
      'holiday_name',
      'half',
      ['Day after Thanksgiving', '', none('XLON', '2026-11-27').replace('holidays', 'half days')],
    ],
  ])(
    'of one day, %s, has the %s of each exchange beside its name, of the type %s, and a blank beside a blank',
    async (day, field, type, column) => {
      expect(await holidays([['XNYS'], [''], ['XLON']], day, day, field, false, null, type)).toEqual(
        column.map((cell) => [cell]),
      );
    },
  );

  test('of one day has every exchange with a holiday, if none are named', async () =>
    expect(await holidays(null, '2026-12-25', '2026-12-25', 'mic', false)).toEqual([['XLON']]));
});

describe('a request of MD.HOLIDAYS', () => {
  async function askedFor(now: string, ...rawArguments: unknown[]): Promise<string[]> {
    const service = createHolidayService();
    await show(createTestSession({ service, now: () => Date.parse(now) }), 'HOLIDAYS', ...rawArguments);
    return asked(service).filter((path) => path.startsWith('/stocks/markets/holidays'));
  }
  const NOW = '2026-11-20T02:00:00Z';

  test.each<[string, unknown[], string]>([
    ['today in New York, and a year', ['XNYS'], 'mic=XNYS&start=2026-11-19&end=2027-11-19'],
    ['today on the computer for every exchange, and a year', [], 'start=2026-11-20&end=2027-11-20'],
    ['the start, and a year', ['xnys', 46349], 'mic=XNYS&start=2026-11-23&end=2027-11-23'],
    [
      'a leap day, and the last day of the next February',
      ['XNYS', '2028-02-29'],
      'mic=XNYS&start=2028-02-29&end=2029-02-28',
    ],
    [
      'the last year that Excel counts, and no day after it',
      ['XNYS', '9999-06-01'],
      'mic=XNYS&start=9999-06-01&end=9999-12-31',
    ],
    ['both dates', ['XNYS', ...WINTER], 'mic=XNYS&start=2026-11-20&end=2026-12-31'],
  ])('has %s', async (_, args, query) => {
    expect(await askedFor(NOW, ...args)).toEqual([`/stocks/markets/holidays?${query}`]);
  });
});

describe('MD.HOLIDAYS with a type', () => {
  const ofType = (type: unknown, mics = 'XNYS'): Promise<Plain | Plain[][]> =>
    holidays(mics, ...WINTER, 'date', false, null, type);

  test('shows only the days without trading, as WORKDAY takes them', async () => {
    expect(await ofType('closed')).toEqual([[THURSDAY]]);
    expect(await ofType(' Closed ')).toEqual([[THURSDAY]]);
  });

  test('shows only half days', async () => expect(await ofType('half')).toEqual([[THURSDAY + 1]]));

  test('shows all holidays by default', async () => {
    for (const type of [undefined, null, '', 'all']) expect(await ofType(type)).toEqual([[THURSDAY], [THURSDAY + 1]]);
  });

  test('needs no more requests for one type than for all', async () => {
    const service = createHolidayService();
    const session = createTestSession({ service });
    for (const type of ['all', 'closed', 'half'])
      await show(session, 'HOLIDAYS', 'XNYS', ...WINTER, 'date', false, null, type);
    expect(asked(service)).toHaveLength(1);
  });

  test('refuses any other word', async () =>
    expect(await ofType('early')).toBe('#VALUE!: type: "early" is not one of all, closed, half'));

  test.each<[string, Record<string, unknown>, string]>([
    ['a flag alone', { is_early_close: true, open_time: null }, 'half'],
    ['times without a flag', { is_early_close: null, open_time: '2026-11-27T09:30:00-05:00' }, 'half'],
    ['neither', { is_early_close: null, open_time: null }, 'closed'],
    [
      'times on a day that is closed',
      { is_business_day: false, is_early_close: false, open_time: '2026-11-27T09:30:00-05:00' },
      'closed',
    ],
    [
      'a full day of trading',
      { is_business_day: true, is_early_close: false, open_time: '2026-11-27T09:30:00-05:00' },
      'none',
    ],
  ])('classifies a record with %s', async (_, fields, expected) => {
    const service = createStubService({
      '/stocks/markets': () => [{ mic: 'XNYS' }],
      '/stocks/markets/holidays': () => [{ ...holiday('XNYS', '2026-11-27', 'A day'), ...fields }],
    });
    const session = createTestSession({ service });
    for (const type of ['closed', 'half']) {
      const shown = await show(session, 'HOLIDAYS', 'XNYS', ...WINTER, 'date', false, null, type);
      expect(Array.isArray(shown)).toBe(type === expected);
    }
  });
});

test('the help of MD.HOLIDAYS gives WORKDAY and NETWORKDAYS.INTL only the days without trading', () => {
  const { returns, examples } = holidaysHelp;
  expect(returns).toContain('For WORKDAY and NETWORKDAYS.INTL give type "closed"');
  const taken = examples.filter(({ gives }) => /WORKDAY|NETWORKDAYS/.test(gives)).map(({ formula }) => formula);
  expect(taken).toEqual([expect.stringMatching(/,"closed"\)$/)]);
});
