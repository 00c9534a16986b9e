import { dayFromIso, instantFromIso } from '../../../../src/core/calendar/iso-dates';
import { dayIn, isKnownZone, offsetOf, wallDays, utcMsOf } from '../../../../src/core/calendar/zones';
import fc from 'fast-check';

const at = (utc: string): number => Date.parse(utc);
const hoursFromUtc = (zone: string, utc: string): number => offsetOf(zone, at(utc)) / 3_600_000;

describe('the wall clock of a zone', () => {
  test.each([
    ['New York springs forward at 2:00', 'America/New_York', '2026-03-08T06:59:59Z', -5, '2026-03-08T07:00:00Z', -4],
    ['New York falls back at 2:00', 'America/New_York', '2026-11-01T05:59:59Z', -4, '2026-11-01T06:00:00Z', -5],
    ['London springs forward at 1:00 UTC', 'Europe/London', '2026-03-29T00:59:59Z', 0, '2026-03-29T01:00:00Z', 1],
    ['London falls back at 1:00 UTC', 'Europe/London', '2026-10-25T00:59:59Z', 1, '2026-10-25T01:00:00Z', 0],
    ['Sydney falls back in April', 'Australia/Sydney', '2026-04-04T15:59:59Z', 11, '2026-04-04T16:00:00Z', 10],
    ['Sydney springs forward in October', 'Australia/Sydney', '2026-10-03T15:59:59Z', 10, '2026-10-03T16:00:00Z', 11],
    [
      'Lord Howe changes by half an hour',
      'Australia/Lord_Howe',
      '2026-04-04T14:59:59Z',
      11,
      '2026-04-04T15:00:00Z',
      10.5,
    ],
  ])('%s', (_, zone, before, hoursBefore, after, hoursAfter) => {
    expect(hoursFromUtc(zone, before)).toBe(hoursBefore);
    expect(hoursFromUtc(zone, after)).toBe(hoursAfter);
  });

  test.each([
    ['Asia/Kolkata', 5.5],
    ['Asia/Kathmandu', 5.75],
    ['America/St_Johns', -3.5],
    ['Australia/Eucla', 8.75],
    ['Asia/Tokyo', 9],
    ['UTC', 0],
  ])('%s is %d hours from UTC in winter', (zone, hours) => {
    expect(hoursFromUtc(zone, '2026-01-15T12:00:00Z')).toBe(hours);
  });

  test('is exact to the millisecond, also before 1970', () => {
    expect(offsetOf('UTC', at('2026-01-15T12:00:00.999Z'))).toBe(0);
    expect(offsetOf('UTC', at('1969-12-31T23:59:59.001Z'))).toBe(0);
    expect(offsetOf('America/New_York', at('1960-01-01T00:00:00.500Z'))).toBe(-5 * 3_600_000);
  });
});

describe('a moment shown on', () => {
  const opening = instantFromIso('2026-11-20T09:30:00-05:00')!;
  const day = dayFromIso('2026-11-20')!;

  test.each([
    ["the exchange's clock", 'exchange', day + 9.5 / 24],
    ['UTC', 'utc', day + 14.5 / 24],
    ['the clock of Paris', 'Europe/Paris', day + 15.5 / 24],
    ['the clock of Tokyo', 'Asia/Tokyo', day + 23.5 / 24],
    ['the clock of Auckland, a day later', 'Pacific/Auckland', day + 1 + 3.5 / 24],
  ])('%s', (_, zone, days) => expect(wallDays(opening, zone)).toBe(days));
});

test('"local" is the clock of the computer', () => {
  const winter = at('2026-01-15T12:00:00Z');
  expect(offsetOf('local', winter)).toBe(0 - new Date(winter).getTimezoneOffset() * 60_000);
});

describe('the date in a zone', () => {
  test.each([
    ['America/New_York', '2026-03-07'],
    ['Europe/London', '2026-03-08'],
    ['Asia/Tokyo', '2026-03-08'],
  ])('changes at the midnight of the zone: %s at 2026-03-08 02:00 UTC is on %s', (zone, date) => {
    expect(dayIn(zone, at('2026-03-08T02:00:00Z'))).toBe(dayFromIso(date));
  });

  test('changes exactly at midnight', () => {
    expect(dayIn('Asia/Tokyo', at('2026-03-08T14:59:59.999Z'))).toBe(dayFromIso('2026-03-08'));
    expect(dayIn('Asia/Tokyo', at('2026-03-08T15:00:00Z'))).toBe(dayFromIso('2026-03-09'));
  });
});

test('a zone is recognised by its IANA name in any case, and by nothing else', () => {
  expect(['Europe/Paris', 'europe/paris', 'UTC', 'America/Argentina/Buenos_Aires'].filter(isKnownZone)).toHaveLength(4);
  expect(['Paris', 'Europe/Lutetia', 'Mars', '', 'New York'].map(isKnownZone)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
});

const momentOf = (zone: string, wall: string): string =>
  new Date(utcMsOf(zone, Date.parse(`${wall}Z`))).toISOString().slice(0, 19);

describe('the moment at which a wall clock shows a time', () => {
  test.each([
    ['in winter', 'America/New_York', '2026-01-15T09:30:00', '2026-01-15T14:30:00'],
    ['in summer', 'America/New_York', '2026-07-15T09:30:00', '2026-07-15T13:30:00'],
    ['before the clocks are set forward', 'America/New_York', '2026-03-08T01:59:59', '2026-03-08T06:59:59'],
    ['after the clocks are set forward', 'America/New_York', '2026-03-08T03:00:00', '2026-03-08T07:00:00'],
    [
      'skipped when they are set forward: counted from the hour before',
      'America/New_York',
      '2026-03-08T02:30:00',
      '2026-03-08T07:30:00',
    ],
    ['twice when they are set back: the earlier', 'America/New_York', '2026-11-01T01:30:00', '2026-11-01T05:30:00'],
    ['after the clocks are set back', 'America/New_York', '2026-11-01T02:00:00', '2026-11-01T07:00:00'],
    ['in Sydney before its clocks are set back', 'Australia/Sydney', '2026-04-05T01:59:59', '2026-04-04T14:59:59'],
    ['in Sydney twice in April', 'Australia/Sydney', '2026-04-05T02:30:00', '2026-04-04T15:30:00'],
    ['in Sydney after its clocks are set back', 'Australia/Sydney', '2026-04-05T03:00:00', '2026-04-04T17:00:00'],
    ['in Sydney skipped in October', 'Australia/Sydney', '2026-10-04T02:30:00', '2026-10-03T16:30:00'],
    ['where clocks change by half an hour', 'Australia/Lord_Howe', '2026-10-04T02:30:00', '2026-10-03T15:30:00'],
    ['where clocks never change', 'Asia/Kathmandu', '2026-10-04T02:30:00', '2026-10-03T20:45:00'],
  ])('%s (%s, %s)', (_, zone, wall, utc) => expect(momentOf(zone, wall)).toBe(utc));

  test('shows that time again, on every clock and at every moment', () => {
    const zone = fc.constantFrom(
      'America/New_York',
      'Europe/London',
      'Australia/Sydney',
      'Australia/Lord_Howe',
      'America/St_Johns',
      'Asia/Tokyo',
      'Africa/Casablanca',
      'Pacific/Apia',
    );
    const minute = fc.integer({ min: Date.UTC(2000, 0) / 60_000, max: Date.UTC(2040, 0) / 60_000 });
    fc.assert(
      fc.property(zone, minute, (name, minutes) => {
        const utcMs = minutes * 60_000;
        const wallMs = utcMs + offsetOf(name, utcMs);
        const found = utcMsOf(name, wallMs);
        expect(found + offsetOf(name, found)).toBe(wallMs);
        expect(found).toBeLessThanOrEqual(utcMs);
      }),
      { numRuns: 2_000 },
    );
  });
});
