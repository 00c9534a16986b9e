import { createTestSession, type Plain, show } from '../../support/evaluate';
import { asked, createStubService, type StubService } from '../../support/stub-service';

const NEW_YORK = {
  mic: 'XNYS',
  exchange: 'New York Stock Exchange',
  acronym: 'NYSE',
  lei: '549300IGLYTZUK3PVP70',
  url: 'https://nyse.example',
  city: 'New York',
  country: 'United States',
  country_code: 'US',
  flag: '🇺🇸',
  currency_name: 'US Dollar',
  currency_code: 'USD',
  currency_symbol: '$',
  region: 'Americas',
  timezone: 'America/New_York',
  timezone_abbr: 'EST',
  utc_offset: '-0500',
  dst: false,
  previous_dst_transition: '2026-11-01',
  next_dst_transition: '2027-03-14',
  working_days: ['Monday', 'Friday'],
  open_time: '09:30',
  close_time: '16:00',
  early_close_time: '13:00',
};
const TOKYO = {
  ...NEW_YORK,
  mic: 'XTKS',
  exchange: 'Tokyo Stock Exchange',
  acronym: null,
  timezone: 'Asia/Tokyo',
  utc_offset: '+0900',
  previous_dst_transition: null,
  next_dst_transition: null,
  early_close_time: null,
};

const createMarketService = (): StubService =>
  createStubService({
    '/stocks/markets': ({ query }) =>
      [TOKYO, NEW_YORK].filter(({ mic }) => query.get('mic')?.split(',').includes(mic) ?? true),
  });
const markets = (...rawArguments: unknown[]): Promise<Plain | Plain[][]> =>
  show(createTestSession({ service: createMarketService() }), 'MARKETS', ...rawArguments);

const HEADERS = Object.keys(NEW_YORK);

describe('the table of MD.MARKETS', () => {
  test('has a header and a row for each exchange: dates as serials, times as parts of a day, lists as text, an offset as it is written', async () => {
    expect(await markets('xnys')).toEqual([
      HEADERS,
      [
        'XNYS',
        'New York Stock Exchange',
        'NYSE',
        '549300IGLYTZUK3PVP70',
        'https://nyse.example',
        'New York',
        'United States',
        'US',
        '🇺🇸',
        'US Dollar',
        'USD',
        '$',
        'Americas',
        'America/New_York',
        'EST',
        '-0500',
        false,
        46327,
        46460,
        'Monday, Friday',
        9.5 / 24,
        16 / 24,
        13 / 24,
      ],
    ]);
  });

  test('stacks exchanges in the order of the MICs, with blanks for unpublished values', async () => {
    expect(
      await markets([['XNYS'], [''], ['XTKS']], 'mic,acronym,next_dst_transition,early_close_time', false),
    ).toEqual([
      ['XNYS', 'NYSE', 46460, 13 / 24],
      ['', '', '', ''],
      ['XTKS', '', '', ''],
    ]);
  });

  test.each([[undefined], ['all']])('lists every exchange in the order of the service for mics %j', async (mics) => {
    expect(await markets(mics, 'mic', false)).toEqual([['XTKS'], ['XNYS']]);
  });

  test('shows the error of an unknown exchange where its name would be the only column', async () => {
    const unknown = '#N/A: The service does not know the exchange "XXXX": check the MIC code';
    expect(await markets('XNYS,XXXX', 'mic', false)).toEqual([['XNYS'], [unknown]]);
    expect(await markets('XNYS,XXXX', 'mic,acronym', false)).toEqual([
      ['XNYS', 'NYSE'],
      ['XXXX', unknown],
    ]);
  });

  test('is #N/A if the service lists none', async () => {
    const service = createStubService({ '/stocks/markets': () => [] });
    expect(await show(createTestSession({ service }), 'MARKETS')).toBe(
      '#N/A: The service lists no markets: recalculate, or tell your provider',
    );
  });
});

test('MD.MARKETS sends one request for all exchanges of a recalculation, and none again for a day', async () => {
  let now = Date.parse('2026-11-20T12:00:00Z');
  const service = createMarketService();
  const session = createTestSession({ service, now: () => now });
  await Promise.all([
    show(session, 'MARKETS', 'XNYS'),
    show(session, 'MARKETS', 'xtks', 'city'),
    show(session, 'MARKETS', 'XTKS,XNYS'),
  ]);
  expect(asked(service)).toEqual(['/stocks/markets?mic=XNYS,XTKS']);
  now += 86_399_000;
  await show(session, 'MARKETS', 'XTKS');
  expect(service.requests).toHaveLength(1);
  now += 1_000;
  await show(session, 'MARKETS', 'XTKS');
  expect(service.requests).toHaveLength(2);
});
