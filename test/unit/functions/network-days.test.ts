import { createTestSession, evaluate, formatsOf, show } from '../../support/evaluate';
import { createStubService } from '../../support/stub-service';
import { session as sessionOf } from './sample-answers';
import { yearOfSessions } from './sample-calendar';

const ROWS = [
  ...yearOfSessions('XNYS', 2026, { holidays: ['2026-11-26', '2026-11-27', '2026-12-25'] }),
  sessionOf('XNYS', '2026-11-27T09:30:00-05:00', '2026-11-27T13:00:00-05:00', 'Day after Thanksgiving'),
  ...yearOfSessions('XNYS', 2027),
  ...yearOfSessions('XTKS', 2026, { holidays: ['2026-11-23'] }),
  ...yearOfSessions('XTKS', 2027),
];

const createService = () =>
  createStubService({
    '/stocks/markets': ({ query }) =>
      [{ mic: 'XNYS' }, { mic: 'XTKS' }].filter(({ mic }) => query.get('mic')!.split(',').includes(mic)),
    '/stocks/markets/hours': ({ query }) =>
      ROWS.filter(
        ({ mic, date }) =>
          query.get('mic')!.split(',').includes(String(mic)) &&
          String(date) >= query.get('start')! &&
          String(date) <= query.get('end')!,
      ),
  });

const networkDays = (...args: readonly unknown[]): Promise<unknown> =>
  show(createTestSession({ service: createService() }), 'NETWORKDAYS', ...args);

describe('MD.NETWORKDAYS counts like the function of Excel:', () => {
  test.each([
    ['both ends count', '2026-11-16', '2026-11-20', 5],
    ['a holiday does not count, and a day with an early close does', '2026-11-23', '2026-11-27', 4],
    ['one trading day', '2026-11-20', '2026-11-20', 1],
    ['a weekend has none', '2026-11-21', '2026-11-22', 0],
    ['from a weekend to a weekend', '2026-11-21', '2026-11-29', 4],
    ['backwards the number is negative', '2026-11-27', '2026-11-23', -4],
    ['backwards over a weekend it is 0, not -0', '2026-11-22', '2026-11-21', 0],
    ['over New Year', '2026-12-30', '2027-01-05', 4],
    ['two whole years', '2026-01-01', '2027-12-31', 518],
  ])('%s', async (_, start, end, expected) => expect(await networkDays(start, end, 'XNYS')).toEqual([[expected]]));

  test('it reads Excel dates and ignores their time of day', async () => {
    expect(await networkDays(46342.99, 46346.01, 'XNYS')).toEqual([[5]]);
    expect(
      await networkDays([[46342]], { type: 'FormattedNumber', basicValue: 46346, numberFormat: 'dd.mm.yyyy' }, [
        ['XNYS'],
      ]),
    ).toEqual([[5]]);
    const session = createTestSession({ service: createService(), dateSystem: '1904' });
    expect(await show(session, 'NETWORKDAYS', 46342 - 1462, 46346 - 1462, 'XNYS')).toEqual([[5]]);
  });

  test('it returns a plain number', async () => {
    expect(
      formatsOf(
        await evaluate(
          createTestSession({ service: createService() }),
          'NETWORKDAYS',
          '2026-11-16',
          '2026-11-20',
          'XNYS',
        ),
      ),
    ).toEqual([['']]);
  });
});

test('MD.NETWORKDAYS with several exchanges counts the days on which all trade', async () => {
  expect(await networkDays('2026-11-23', '2026-11-27', 'XNYS,XTKS')).toEqual([[3]]);
  expect(await networkDays('2026-11-27', '2026-11-23', [['XTKS'], ['XNYS']])).toEqual([[-3]]);
});

describe('MD.NETWORKDAYS is #N/A for', () => {
  test('a year that the service does not cover', async () => {
    expect(await networkDays('2027-12-31', '2028-01-01', 'XNYS')).toBe(
      '#N/A: The service has no trading hours of XNYS in 2028: choose dates that it covers',
    );
    expect(await networkDays('2026-01-01', '2025-12-31', 'XTKS')).toBe(
      '#N/A: The service has no trading hours of XTKS in 2025: choose dates that it covers',
    );
  });

  test('a year that the service covers in part', async () => {
    const short = ROWS.filter(({ date }) => String(date) >= '2026-03-02');
    const session = createTestSession({ service: createStubService({ '/stocks/markets/hours': () => short }) });
    expect(await show(session, 'NETWORKDAYS', '2026-03-02', '2026-03-06', 'XNYS')).toEqual([[5]]);
    expect(await show(session, 'NETWORKDAYS', '2026-02-27', '2026-03-06', 'XNYS')).toBe(
      '#N/A: The service has no trading hours of XNYS before 2026-03-02: choose later dates',
    );
  });

  test('an exchange that the service does not know', async () => {
    expect(await networkDays('2026-11-23', '2026-11-27', 'XNYS,XXXX')).toBe(
      '#N/A: The service does not know the exchange "XXXX": check the MIC code',
    );
  });
});
