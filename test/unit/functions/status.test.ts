import { createTestSession, type Plain, show } from '../../support/evaluate';
import { asked, createStubService, type StubService } from '../../support/stub-service';

const NEW_YORK = {
  mic: 'XNYS',
  day_of_week: 'Friday',
  is_weekend: false,
  is_business_day: true,
  status: 'Open',
  is_early_close: false,
  local_time: '2026-11-20T10:00:00-05:00',
  open_time: '2026-11-20T09:30:00-05:00',
  close_time: '2026-11-20T16:00:00-05:00',
  holiday_name: null,
};
const TOKYO = {
  ...NEW_YORK,
  mic: 'XTKS',
  day_of_week: 'Saturday',
  is_weekend: true,
  is_business_day: false,
  status: 'Closed',
  is_early_close: null,
  local_time: '2026-11-21T00:00:00+09:00',
  open_time: null,
  close_time: null,
};
const HEADERS = Object.keys(NEW_YORK);
const FRIDAY = 46346;

const createStatusService = (): StubService =>
  createStubService({
    '/stocks/markets/status': ({ query }) =>
      [TOKYO, NEW_YORK].filter(({ mic }) => query.get('mic')?.split(',').includes(mic) ?? true),
  });
const status = (...rawArguments: unknown[]): Promise<Plain | Plain[][]> =>
  show(createTestSession({ service: createStatusService() }), 'STATUS', ...rawArguments);

describe('the table of MD.STATUS', () => {
  test('has a header and a row for each exchange in the order of the MICs, with blanks for a closed day', async () => {
    expect(await status('xnys, xtks')).toEqual([
      HEADERS,
      [
        'XNYS',
        'Friday',
        false,
        true,
        'Open',
        false,
        expect.closeTo(FRIDAY + 10 / 24, 6),
        expect.closeTo(FRIDAY + 9.5 / 24, 6),
        expect.closeTo(FRIDAY + 16 / 24, 6),
        '',
      ],
      ['XTKS', 'Saturday', true, false, 'Closed', '', FRIDAY + 1, '', '', ''],
    ]);
  });

  test('keeps the rows of blank cells, so that each exchange stays beside its name', async () => {
    expect(await status([['XNYS'], [''], [null], ['XTKS']], 'status', false)).toEqual([
      ['Open'],
      [''],
      [''],
      ['Closed'],
    ]);
    expect(await status([['XNYS'], ['']], 'mic,status')).toEqual([
      ['mic', 'status'],
      ['XNYS', 'Open'],
      ['', ''],
    ]);
  });

  test('shows times on the given clock', async () => {
    expect(await status('XNYS,XTKS', 'local_time', false, 'utc')).toEqual([[FRIDAY + 15 / 24], [FRIDAY + 15 / 24]]);
    expect(await status('XNYS', 'local_time', null, 'Asia/Tokyo')).toEqual([[FRIDAY + 1]]);
  });

  test('is #N/A if the service lists none', async () => {
    const service = createStubService({ '/stocks/markets/status': () => [] });
    expect(await show(createTestSession({ service }), 'STATUS')).toBe(
      '#N/A: The service has no market status: recalculate, or tell your provider',
    );
  });
});

describe('MD.STATUS in a lunch break', () => {
  const statusAt = async (clock: string, times: Record<string, unknown> = {}): Promise<unknown> => {
    const service = createStubService({
      '/stocks/markets/status': () => [
        {
          ...NEW_YORK,
          mic: 'XTKS',
          local_time: `2026-11-20T${clock}+09:00`,
          open_time: '2026-11-20T09:00:00+09:00',
          close_time: '2026-11-20T15:30:00+09:00',
          ...times,
        },
      ],
    });
    return show(createTestSession({ service }), 'STATUS', 'XTKS', 'status');
  };

  test.each([
    ['11:29:00', 'Open'],
    ['11:30:00', 'Closed'],
    ['12:29:59', 'Closed'],
    ['12:30:00', 'Open'],
  ])('at %s in Tokyo is %s, even if the service has one session from morning to evening', async (clock, expected) => {
    expect(await statusAt(clock)).toEqual([[expected]]);
  });

  test('follows the service if its session ends before the break is over', async () =>
    expect(await statusAt('12:00:00', { close_time: '2026-11-20T12:15:00+09:00' })).toEqual([['Open']]));

  test('follows the service if it gives no times', async () =>
    expect(await statusAt('12:00:00', { open_time: null })).toEqual([['Open']]));
});

describe('MD.STATUS says of an exchange', () => {
  const session = (mic: string, date: string, opens: string, closes: string, offset: string) => ({
    mic,
    date,
    open_time: `${date}T${opens}:00${offset}`,
    close_time: `${date}T${closes}:00${offset}`,
  });
  const yearOf = (mic: string, year: string, offset: string, closes: string): ReturnType<typeof session>[] =>
    Array.from({ length: 365 }, (_, day) => new Date(Date.UTC(Number(year), 0, 1 + day)))
      .filter((day) => day.getUTCDay() % 6 > 0)
      .map((day) => day.toISOString().slice(0, 10))
      .filter((date) => date !== '2026-11-26' && !date.endsWith('-01-01'))
      .map((date) => session(mic, date, mic === 'XTKS' ? '09:00' : '09:30', closes, offset))
      .map((one) =>
        one.date === '2026-11-27' && mic === 'XNYS' ? { ...one, close_time: `${one.date}T13:00:00-05:00` } : one,
      );
  const openService = (localTime: string): StubService => {
    const mic = localTime.endsWith('+09:00') ? 'XTKS' : 'XNYS';
    return createStubService({
      '/stocks/markets/status': () => [{ ...NEW_YORK, mic, local_time: localTime, open_time: null, close_time: null }],
      '/stocks/markets/hours': ({ query }) =>
        query.get('start')!.startsWith('2028')
          ? []
          : yearOf(mic, query.get('start')!.slice(0, 4), localTime.slice(-6), mic === 'XTKS' ? '15:30' : '16:00'),
      '/stocks/markets/holidays': () => [],
      '/stocks/markets': () => [{ mic }],
    });
  };
  const nextAt = async (localTime: string, zone?: string): Promise<unknown> => {
    const mic = localTime.endsWith('+09:00') ? 'XTKS' : 'XNYS';
    const service = openService(localTime);
    const shown = await show(createTestSession({ service }), 'STATUS', mic, 'next_open,next_close', false, zone);
    return (shown as unknown[][])[0]!.map((one) =>
      typeof one === 'number'
        ? new Date(Math.round((one - 25_569) * 86_400) * 1000).toISOString().slice(0, 16).replace('T', ' ')
        : one,
    );
  };

  test.each<[string, string, string[]]>([
    ['before its opening', '2026-11-20T09:00:00-05:00', ['2026-11-20 09:30', '2026-11-20 16:00']],
    ['at the moment of its opening', '2026-11-20T09:30:00-05:00', ['2026-11-23 09:30', '2026-11-20 16:00']],
    ['in its session on a Friday', '2026-11-20T10:00:00-05:00', ['2026-11-23 09:30', '2026-11-20 16:00']],
    ['at the weekend', '2026-11-21T10:00:00-05:00', ['2026-11-23 09:30', '2026-11-23 16:00']],
    ['on a holiday before a half day', '2026-11-26T10:00:00-05:00', ['2026-11-27 09:30', '2026-11-27 13:00']],
    ['after the close of a half day', '2026-11-27T13:00:00-05:00', ['2026-11-30 09:30', '2026-11-30 16:00']],
    ['on the last evening of a year', '2026-12-31T18:00:00-05:00', ['2027-01-04 09:30', '2027-01-04 16:00']],
    ['in the morning in Tokyo', '2026-11-20T10:00:00+09:00', ['2026-11-20 12:30', '2026-11-20 11:30']],
    ['in the lunch break in Tokyo', '2026-11-20T12:00:00+09:00', ['2026-11-20 12:30', '2026-11-20 15:30']],
    ['in the afternoon in Tokyo', '2026-11-20T13:00:00+09:00', ['2026-11-23 09:00', '2026-11-20 15:30']],
  ])('%s when it opens and closes next', async (_, localTime, expected) => {
    expect(await nextAt(localTime)).toEqual(expected);
  });

  test('the same moments on the clock that is asked for', async () => {
    expect(await nextAt('2026-11-20T12:00:00+09:00', 'utc')).toEqual(['2026-11-20 03:30', '2026-11-20 06:30']);
    expect(await nextAt('2026-11-20T10:00:00-05:00', 'Europe/Paris')).toEqual(['2026-11-23 15:30', '2026-11-20 22:00']);
  });

  test('why it is not known, beside what is', async () => {
    expect(await nextAt('2027-12-31T10:00:00-05:00')).toEqual([
      '#N/A: The service has no trading hours of XNYS in 2028: choose dates that it covers',
      '2027-12-31 16:00',
    ]);
  });

  test('nothing of its next opening, and requests no calendar, unless the formula asks for it', async () => {
    const service = openService('2026-11-20T10:00:00-05:00');
    const testSession = createTestSession({ service, now: () => Date.parse('2026-11-20T15:00:00Z') });
    expect(await show(testSession, 'STATUS', 'XNYS')).toEqual([HEADERS, expect.anything()]);
    expect(asked(service)).toEqual(['/stocks/markets/status?mic=XNYS']);
    const fields = ['next_open', 'next_close', 'all'];
    await Promise.all(fields.map((field) => show(testSession, 'STATUS', 'XNYS', field)));
    expect(asked(service).filter((path) => path.includes('start='))).toEqual([
      '/stocks/markets/hours?mic=XNYS&start=2026-01-01&end=2026-12-31',
    ]);
  });
});
