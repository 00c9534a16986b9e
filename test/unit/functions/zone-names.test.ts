import { createTestSession, show } from '../../support/evaluate';
import { createStubService } from '../../support/stub-service';
import { yearOfSessions } from './sample-calendar';

const createService = () =>
  createStubService({ '/stocks/markets/hours': () => yearOfSessions('XNYS', 2026, { offset: '-05:00' }) });

const openIn = (zone: string): Promise<unknown> =>
  show(
    createTestSession({ service: createService() }),
    'HOURS',
    'XNYS',
    '2026-01-05',
    '2026-01-05',
    'open_time',
    false,
    zone,
  );

/** A name that Intl knows, or people use, and the place that it most probably means. */
const MEANT = [
  ['BST', 'Europe/London'],
  ['EST', 'America/New_York'],
  ['edt', 'America/New_York'],
  ['CST', 'America/Chicago'],
  ['pst8pdt', 'America/Los_Angeles'],
  ['IST', 'Asia/Kolkata'],
  ['Turkey', 'Europe/Istanbul'],
  ['ECT', 'Europe/Paris'],
  ['New Zealand', 'Pacific/Auckland'],
  ['Zulu', 'utc'],
  ['UTC+2', 'Etc/GMT-2'],
  ['GMT-05:00', 'Etc/GMT+5'],
  ['Paris', 'Europe/Paris'],
] as const;

test.each(MEANT)('the zone %s is refused with the place that is probably meant, %s', async (zone, place) => {
  expect(await openIn(zone)).toBe(
    `#VALUE!: zone: "${zone}" is not one of exchange, utc, local, or a time zone such as "Europe/Paris" ` +
      `(did you mean "${place}"?)`,
  );
});

/** Every short name and old link that Intl may know. */
const SHORT_NAMES =
  'ACT AET AGT ART AST BET BST CAT CNT CST CST6CDT CTT Cuba EAT ECT EET EST EST5EDT Egypt Eire GB GB-Eire GMT+0 GMT-0 ' +
  'GMT0 Greenwich HST Hongkong IET IST Iceland Iran Israel JST Jamaica Japan Kwajalein Libya MET MIT MST MST7MDT NET ' +
  'NST NZ NZ-CHAT Navajo PLT PNT PRC PRT PST PST8PDT Poland Portugal ROC ROK SST Singapore Turkey UCT Universal VST ' +
  'W-SU WET CET Zulu';

test.each(SHORT_NAMES.split(' '))('the zone %s is never taken for a place, but one is suggested', async (zone) => {
  expect(await openIn(zone)).toMatch(
    /^#VALUE!: zone: "[^"]+" is not one of .* \(did you mean "(?:utc|[A-Z]\w+\/[\w/]+)"\?\)$/,
  );
});

test.each([
  ['HOURS', 'XNYS', '2026-07-15', '2026-07-15', 'open_time', false, 'BST'],
  ['HOLIDAYS', 'XNYS', '2026-07-15', '2026-07-15', 'open_time', false, 'BST'],
  ['STATUS', 'XNYS', 'local_time', false, 'BST'],
  ['ISOPEN', 'XNYS', '2026-07-15 15:30', 'BST'],
])('every function with a zone refuses BST: MD.%s', async (id, ...args) => {
  const service = createService();
  expect(await show(createTestSession({ service }), id, ...args)).toBe(
    '#VALUE!: zone: "BST" is not one of exchange, utc, local, or a time zone such as "Europe/Paris" ' +
      '(did you mean "Europe/London"?)',
  );
  expect(service.requests).toEqual([]);
});

test.each([
  ['UTC', 14.5],
  ['utc', 14.5],
  ['GMT', 14.5],
  ['gmt', 14.5],
  ['Etc/UTC', 14.5],
  ['Etc/GMT+5', 9.5],
  ['US/Eastern', 9.5],
  ['america/new_york', 9.5],
  ['Asia/Calcutta', 20],
])('the zone %s passes', async (zone, hour) => {
  const [[serial = NaN] = []] = (await openIn(zone)) as number[][];
  expect((serial - 46_027) * 24).toBeCloseTo(hour, 6);
});
