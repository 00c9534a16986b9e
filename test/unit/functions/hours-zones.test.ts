import { createTestSession, show } from '../../support/evaluate';
import { createStubService } from '../../support/stub-service';
import { placeComputerIn } from './computer-zone';
import { session as sessionOf } from './sample-answers';
import { yearOfSessions } from './sample-calendar';

placeComputerIn('Asia/Kolkata');

/** The sessions before and after each change of the clocks. */
const SESSIONS = {
  XNYS: [
    sessionOf('XNYS', '2026-03-06T09:30:00-05:00', '2026-03-06T16:00:00-05:00'),
    sessionOf('XNYS', '2026-03-09T09:30:00-04:00', '2026-03-09T16:00:00-04:00'),
  ],
  XLON: [
    sessionOf('XLON', '2026-10-23T08:00:00+01:00', '2026-10-23T16:30:00+01:00'),
    sessionOf('XLON', '2026-10-26T08:00:00+00:00', '2026-10-26T16:30:00+00:00'),
  ],
  XASX: [
    sessionOf('XASX', '2026-10-02T10:00:00+10:00', '2026-10-02T16:00:00+10:00'),
    sessionOf('XASX', '2026-10-05T10:00:00+11:00', '2026-10-05T16:00:00+11:00'),
  ],
};

type Mic = keyof typeof SESSIONS;

/** Opening times as a clock on the wall shows them. */
async function openings(mic: Mic, zone: unknown, dateSystem: '1900' | '1904' = '1900'): Promise<string[]> {
  const service = createStubService({ '/stocks/markets/hours': () => SESSIONS[mic] });
  const shown = await show(
    createTestSession({ service, dateSystem }),
    'HOURS',
    mic,
    '2026-01-01',
    '2026-12-31',
    'open_time',
    false,
    zone,
  );
  const daysBefore1970 = dateSystem === '1900' ? 25569 : 24107;
  return (shown as number[][]).map(([serial = NaN]) =>
    new Date(Math.round((serial - daysBefore1970) * 86_400) * 1000).toISOString().slice(0, 16),
  );
}

describe('opening times across a clock change', () => {
  test.each<[Mic, string | null, string, string]>([
    ['XNYS', null, '2026-03-06T09:30', '2026-03-09T09:30'],
    ['XNYS', 'exchange', '2026-03-06T09:30', '2026-03-09T09:30'],
    ['XNYS', 'utc', '2026-03-06T14:30', '2026-03-09T13:30'],
    ['XNYS', 'local', '2026-03-06T20:00', '2026-03-09T19:00'],
    ['XNYS', 'Europe/Paris', '2026-03-06T15:30', '2026-03-09T14:30'],
    ['XNYS', 'Asia/Tokyo', '2026-03-06T23:30', '2026-03-09T22:30'],
    ['XLON', 'exchange', '2026-10-23T08:00', '2026-10-26T08:00'],
    ['XLON', 'UTC', '2026-10-23T07:00', '2026-10-26T08:00'],
    ['XLON', 'Local', '2026-10-23T12:30', '2026-10-26T13:30'],
    ['XLON', 'america/new_york', '2026-10-23T03:00', '2026-10-26T04:00'],
    ['XASX', 'exchange', '2026-10-02T10:00', '2026-10-05T10:00'],
    ['XASX', 'utc', '2026-10-02T00:00', '2026-10-04T23:00'],
    ['XASX', 'local', '2026-10-02T05:30', '2026-10-05T04:30'],
    ['XASX', 'America/New_York', '2026-10-01T20:00', '2026-10-04T19:00'],
  ])('are right for %s in zone %j: %s, then %s', async (mic, zone, before, after) => {
    expect(await openings(mic, zone)).toEqual([before, after]);
  });

  test('count from 1904 in a workbook with that date system', async () => {
    expect(await openings('XNYS', 'exchange', '1904')).toEqual(['2026-03-06T09:30', '2026-03-09T09:30']);
    expect(await openings('XNYS', 'local', '1904')).toEqual(['2026-03-06T20:00', '2026-03-09T19:00']);
  });
});

test('the date of a session is that of the exchange in every zone', async () => {
  const service = createStubService({ '/stocks/markets/hours': () => SESSIONS.XASX });
  expect(
    await show(
      createTestSession({ service }),
      'HOURS',
      'XASX',
      '2026-10-01',
      '2026-10-06',
      'date',
      false,
      'America/New_York',
    ),
  ).toEqual([[46297], [46300]]);
});

describe('session times that do not say their offset', () => {
  const service = createStubService({ '/stocks/markets/hours': () => yearOfSessions('XNYS', 2026, { offset: '' }) });
  const CALENDAR = 'The service sent trading hours of XNYS that cannot be read: recalculate, or tell your provider';

  test('are shown on the exchange’s clock, and on no other', async () => {
    const opening = (zone: string): Promise<unknown> =>
      show(createTestSession({ service }), 'HOURS', 'XNYS', '2026-11-20', '2026-11-20', 'open_time', null, zone);
    expect(await opening('exchange')).toEqual([[expect.closeTo(46_346 + 9.5 / 24, 9)]]);
    const unknown =
      '#N/A: The service sent a "open_time" that is not a date and time: recalculate, or tell your provider';
    expect([await opening('utc'), await opening('local')]).toEqual([[[unknown]], [[unknown]]]);
  });

  test('are no basis for a verdict or a count', async () => {
    const session = createTestSession({ service });
    expect(await show(session, 'ISOPEN', 'XNYS', '2026-11-20T10:00:00Z')).toBe(`#N/A: ${CALENDAR}`);
    expect(await show(session, 'NETWORKDAYS', '2026-11-20', '2026-11-27', 'XNYS')).toBe(`#N/A: ${CALENDAR}`);
  });
});
