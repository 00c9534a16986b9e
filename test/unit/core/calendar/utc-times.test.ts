import * as fc from 'fast-check';
import { instantFromIso, utcMsFromIso } from '../../../../src/core/calendar/iso-dates';

/** What the reading of every form gives. */
const slowly = (text: string): number => instantFromIso(text)?.utcMs ?? NaN;

describe('the fast parser of UTC times', () => {
  test('agrees with the general parser for every date', () => {
    fc.assert(
      fc.property(
        fc.date({
          min: new Date('0000-01-01T00:00:00Z'),
          max: new Date('9999-12-31T23:59:59.999Z'),
          noInvalidDate: true,
        }),
        (date) => {
          const text = date.toISOString();
          expect(utcMsFromIso(text)).toBe(date.getTime());
          expect(utcMsFromIso(text.replace(/\.\d+/, ''))).toBe(Math.floor(date.getTime() / 1000) * 1000);
        },
      ),
    );
  });

  test('agrees with the general parser for texts that are almost times', () => {
    const almost = fc
      .tuple(
        fc.constantFrom('2026-02-28T23:59:59.999Z', '2028-02-29T00:00:00Z', '2026-11-20T24:00:00Z'),
        fc.nat(23),
        fc.constantFrom('0', '3', '9', '-', '+', ':', '.', 'T', 'Z', ' ', 'z'),
      )
      .map(([text, at, letter]) => text.slice(0, at) + letter + text.slice(at + 1));
    fc.assert(
      fc.property(almost, (text) => {
        expect(utcMsFromIso(text)).toBe(slowly(text));
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    '2026-11-20T14:30:00+01:00',
    '2026-11-20T14:30:00.250123Z',
    '2026-11-20 14:30',
    '2026-02-30T00:00:00Z',
    '2026-11-20T23:59:60Z',
    '',
    'noon',
  ])('agrees with the general parser for %j', (text) => {
    expect(utcMsFromIso(text)).toBe(slowly(text));
  });

  test.each([
    '2026-11-20T24:30:00Z',
    '2026-11-20T25:00:00Z',
    '2026-11-20T09:60:00Z',
    '2026-11-20T09:30:61Z',
    '2026-11-00T09:30:00Z',
    '2026-13-20T09:30:00Z',
    '2026-11-20T09:30:00.2x0Z',
    '2026/11-20T09:30:00Z',
    '2026-11/20T09:30:00Z',
    '2026-11-20/09:30:00Z',
    '2026-11-20T09/30:00Z',
    '2026-11-20T09:30/00Z',
    '2026-11-20T09:30:00,250Z',
    '2026-11-20T09:30:00.250/',
  ])('finds no time in %j', (text) => {
    expect(utcMsFromIso(text)).toBeNaN();
  });
});
