import { createTestSession, show } from '../../support/evaluate';
import { createStubService, status, type StubService } from '../../support/stub-service';
import { placeComputerIn } from './computer-zone';

placeComputerIn('Asia/Kolkata');

const ZONES: Readonly<Record<string, string>> = {
  XNYS: 'America/New_York',
  XTKS: 'Asia/Tokyo',
  XLON: 'Europe/London',
  XBAD: 'Mars/Olympus',
};

function createMarketService(): StubService {
  return createStubService({
    '/stocks/markets': ({ query }) =>
      query
        .get('mic')!
        .split(',')
        .filter((mic) => mic in ZONES)
        .map((mic) => ({ mic, timezone: ZONES[mic] })),
    '/stocks/markets/hours': () => [],
  });
}

/** The start and end that go out when the formula gives none. */
async function datesAskedFor(now: string, mics: unknown, service = createMarketService()): Promise<string> {
  await show(createTestSession({ service, now: () => Date.parse(now) }), 'HOURS', mics);
  const query = new URLSearchParams(service.requests.find(({ path }) => path === '/stocks/markets/hours')!.query);
  return `${query.get('start')} to ${query.get('end')}`;
}

describe('MD.HOURS without a start begins today, for seven days:', () => {
  test('today is the date in New York while it is already tomorrow in UTC', async () =>
    expect(await datesAskedFor('2026-03-08T02:00:00Z', 'XNYS')).toBe('2026-03-07 to 2026-03-13'));

  test('today is the date in Tokyo while it is still yesterday in UTC', async () => {
    expect(await datesAskedFor('2026-03-08T02:00:00Z', 'XTKS')).toBe('2026-03-08 to 2026-03-14');
    expect(await datesAskedFor('2026-03-07T16:00:00Z', 'XTKS')).toBe('2026-03-08 to 2026-03-14');
  });

  test('today changes at midnight of the exchange, even on the night of a clock change', async () => {
    expect(await datesAskedFor('2026-03-08T04:59:59Z', 'XNYS')).toBe('2026-03-07 to 2026-03-13');
    expect(await datesAskedFor('2026-03-08T05:00:00Z', 'XNYS')).toBe('2026-03-08 to 2026-03-14');
    expect(await datesAskedFor('2026-03-09T03:59:59Z', 'XNYS')).toBe('2026-03-08 to 2026-03-14');
    expect(await datesAskedFor('2026-03-09T04:00:00Z', 'XNYS')).toBe('2026-03-09 to 2026-03-15');
  });

  test.each([
    ['one exchange named twice', 'XNYS,xnys'],
    ['one exchange among blanks', [['XNYS'], ['']]],
  ])('%s counts as one exchange', async (_, mics) => {
    expect(await datesAskedFor('2026-03-08T02:00:00Z', mics)).toBe('2026-03-07 to 2026-03-13');
  });

  test.each([
    ['several exchanges', 'XNYS,XLON'],
    ['every exchange', null],
  ])("today is the computer's date for %s", async (_, mics) => {
    expect(await datesAskedFor('2026-03-07T18:29:59Z', mics)).toBe('2026-03-07 to 2026-03-13');
    expect(await datesAskedFor('2026-03-07T18:30:00Z', mics)).toBe('2026-03-08 to 2026-03-14');
  });

  test.each([
    ['an exchange that the service does not know', 'XXXX'],
    ['an exchange in a zone that the computer does not know', 'XBAD'],
  ])("today is the computer's date for %s", async (_, mics) => {
    expect(await datesAskedFor('2026-03-07T18:30:00Z', mics)).toBe('2026-03-08 to 2026-03-14');
  });

  test('today is the date of the computer if the details of the exchange are not available', async () => {
    const service = createStubService({ '/stocks/markets': () => status(403), '/stocks/markets/hours': () => [] });
    expect(await datesAskedFor('2026-03-07T18:30:00Z', 'XNYS', service)).toBe('2026-03-08 to 2026-03-14');
  });

  test('an end without a start is checked against today', async () => {
    const session = createTestSession({
      service: createMarketService(),
      now: () => Date.parse('2026-03-08T02:00:00Z'),
    });
    expect(await show(session, 'HOURS', 'XNYS', null, '2026-03-06')).toBe(
      '#VALUE!: end: 2026-03-06 is before the start, 2026-03-07; give a later date',
    );
  });
});
