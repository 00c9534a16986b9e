import fc from 'fast-check';
import { offsetOf, utcMsOf } from '../../../../src/core/calendar/zones';

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
  ])('%s (%s, %s)', (_, zone, wall, utc) => {
    expect(momentOf(zone, wall)).toBe(utc);
  });

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
