import { createCall, createTestSession, evaluate, evaluateUnder, plain, show } from '../../support/evaluate';
import { asked, createStubService, type Route, status, type StubService } from '../../support/stub-service';
import { yearOfSessions } from './sample-calendar';
import { Cancellation } from '../../../src/core/cancellation';

const MICS = ['XNYS', 'XNAS', 'XLON', 'XPAR', 'XETR', 'XTKS', 'XHKG', 'XASX', 'XTSE', 'XSWX'];

const hours: Route = ({ query }) =>
  query
    .get('mic')!
    .split(',')
    .filter((mic) => MICS.includes(mic))
    .flatMap((mic) => yearOfSessions(mic, Number(query.get('start')!.slice(0, 4))));
const markets: Route = ({ query }) =>
  query
    .get('mic')!
    .split(',')
    .filter((mic) => MICS.includes(mic))
    .map((mic) => ({ mic }));
const createService = (): StubService =>
  createStubService({ '/stocks/markets/hours': hours, '/stocks/markets': markets });

const YEAR_2026 = 'start=2026-01-01&end=2026-12-31';

/** A thousand cells of all three functions over ten exchanges, in the years 2026 and 2027. */
const cells = Array.from({ length: 1_000 }, (_, index): readonly unknown[] => {
  const mic = MICS[index % 10];
  const start = 46_030 + (index % 650);
  switch (index % 3) {
    case 0:
      return ['ISOPEN', mic, start + 0.5];
    case 1:
      return ['WORKDAY', start, 1 + (index % 5), mic];
    default:
      return ['NETWORKDAYS', start, start + (index % 30), `${mic},XNYS`];
  }
});

describe('requests of the trading-day functions', () => {
  test('are one for each year, for any cells and exchanges, and none while the calendar is fresh', async () => {
    const service = createService();
    let now = Date.UTC(2026, 10, 20);
    const session = createTestSession({ service, now: () => now, pace: { quietMs: 8, maxMs: 60 } });
    const recalculate = (): Promise<unknown[]> =>
      Promise.all(cells.map(async ([id, ...args]) => plain(await evaluate(session, String(id), ...args))));
    const shown = await recalculate();
    expect(shown.filter((value) => typeof value === 'string')).toEqual([]);
    const dates = service.requests.map(({ query }) => query.replace(/mic=[^&]*&/, '')).sort();
    expect(dates).toEqual([YEAR_2026, YEAR_2026.replaceAll('2026', '2027')]);

    now += 23 * 3_600_000;
    expect(await recalculate()).toEqual(shown);
    expect(service.requests).toHaveLength(2);

    now += 2 * 3_600_000;
    expect(await recalculate()).toEqual(shown);
    expect(service.requests).toHaveLength(4);
  });

  test('are shared with MD.HOURS for the same year', async () => {
    const service = createService();
    const session = createTestSession({ service });
    await Promise.all([
      show(session, 'NETWORKDAYS', '2026-02-02', '2026-11-20', 'XNYS'),
      show(session, 'HOURS', 'XNYS', '2026-01-01', '2026-12-31'),
    ]);
    expect(asked(service)).toEqual([`/stocks/markets/hours?mic=XNYS&${YEAR_2026}`]);
  });

  test('are only for the years that are needed, and sent together if those are certain', async () => {
    const service = createService();
    const session = createTestSession({ service });
    await show(session, 'WORKDAY', '2026-12-30', 1, 'XNYS');
    expect(asked(service)).toEqual([`/stocks/markets/hours?mic=XNYS&${YEAR_2026}`]);
    await show(session, 'WORKDAY', '2026-12-31', -800, 'XNYS');
    expect(asked(service).map((request) => request.slice(-10))).toEqual([
      '2023-12-31',
      '2024-12-31',
      '2025-12-31',
      '2026-12-31',
    ]);
  });

  test('are not sent if there are no days to count', async () => {
    const service = createService();
    expect(await show(createTestSession({ service }), 'WORKDAY', '2026-11-20', 0, 'XNYS')).toEqual([[46346]]);
    expect(service.requests).toEqual([]);
  });

  test('are not sent during a preview', async () => {
    const service = createService();
    const session = createTestSession({ service });
    const preview = async (id: string, ...args: unknown[]): Promise<unknown> =>
      plain(await evaluateUnder(createCall({ isPreview: true }), session, id, ...args));
    expect(await preview('ISOPEN', 'XNYS', 46346.5)).toBe('#N/A: Press Enter to fetch');
    expect(await preview('WORKDAY', 46346, 1, 'XNYS')).toBe('#N/A: Press Enter to fetch');
    expect(await preview('NETWORKDAYS', 46346, 46350, 'XNYS')).toBe('#N/A: Press Enter to fetch');
    expect(service.requests).toEqual([]);
    await show(session, 'WORKDAY', 46346, 1, 'XNYS');
    expect(await preview('NETWORKDAYS', 46346, 46350, 'XNYS')).toEqual([[3]]);
  });

  test('stop when the cell is cancelled, and the cell still gets a value', async () => {
    const cancellation = new Cancellation();
    const service = createStubService({
      '/stocks/markets/hours': ({ signal }) => {
        cancellation.cancel();
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
      },
    });
    expect(
      plain(
        await evaluateUnder(createCall({ cancellation }), createTestSession({ service }), 'WORKDAY', 46346, 1, 'XNYS'),
      ),
    ).toBe('#N/A: Cancelled: recalculate to ask again');
  });
});

describe('an exchange or a year that the service refuses', () => {
  test.each([404, 422])('is explained with the list of exchanges (%d)', async (code) => {
    const service = createStubService({
      '/stocks/markets/hours': (request) =>
        request.query.get('mic')!.includes('XXXX') || request.query.get('start')! > '2027'
          ? status(code)
          : hours(request),
      '/stocks/markets': (request) => (request.query.get('mic')!.includes('XXXX') ? status(code) : markets(request)),
    });
    const session = createTestSession({ service });
    expect(
      await Promise.all([
        show(session, 'NETWORKDAYS', '2026-11-16', '2026-11-20', 'XNYS'),
        show(session, 'NETWORKDAYS', '2026-11-16', '2026-11-20', 'XXXX'),
        show(session, 'NETWORKDAYS', '2026-11-16', '2027-11-20', 'XLON'),
      ]),
    ).toEqual([
      [[5]],
      '#N/A: The service does not know the exchange "XXXX": check the MIC code',
      '#N/A: The service has no trading hours of XLON in 2027: choose dates that it covers',
    ]);
  });

  test('is not called unknown if the list of exchanges is not available', async () => {
    const service = createStubService({ '/stocks/markets/hours': () => [], '/stocks/markets': () => status(403) });
    expect(await show(createTestSession({ service }), 'WORKDAY', 46346, 1, 'XNYS')).toBe(
      '#N/A: Your plan does not include this data (403): check the API key in the MD pane or ask your provider',
    );
  });
});

test.each([
  ['the service fails', () => status(401), 'The service refused the key (401): check the API key in the MD pane'],
  [
    'a session cannot be read',
    () => [{ mic: 'XNYS', date: '2026-11-20', open_time: 'morning', close_time: 'noon' }],
    'The service sent trading hours of XNYS that cannot be read: recalculate, or tell your provider',
  ],
])('when %s, every trading-day function gives that error', async (_, answer, message) => {
  const session = createTestSession({ service: createStubService({ '/stocks/markets/hours': answer }) });
  for (const args of [
    ['ISOPEN', 'XNYS', 46346.5],
    ['WORKDAY', 46346, 1, 'XNYS'],
    ['NETWORKDAYS', 46346, 46350, 'XNYS'],
  ]) {
    const [id, ...rest] = args;
    expect(await show(session, String(id), ...rest)).toBe(`#N/A: ${message}`);
  }
});
