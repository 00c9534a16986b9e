import { dayFromIso } from '../../../../src/core/calendar/iso-dates';
import { CYCLES, cyclesOf, settlementDays } from '../../../../src/core/calendar/settlement';

test('no country has two rules, and the cycles of each are in order of time', () => {
  const countries = Object.keys(CYCLES).flatMap((key) => key.split(' '));
  expect(new Set(countries).size).toBe(countries.length);
  for (const code of countries) {
    expect(code).toMatch(/^[A-Z]{2}$/);
    const dates = cyclesOf(code)!.map(({ from }) => from);
    expect(dates).toEqual([...dates].sort());
  }
});

test.each([
  ['US', '1995-06-06', undefined],
  ['US', '1995-06-07', 3],
  ['US', '2017-09-05', 2],
  ['US', '2024-05-27', 2],
  ['US', '2024-05-28', 1],
  ['CA', '2024-05-27', 1],
  ['IN', '2023-01-26', 2],
  ['IN', '2023-01-27', 1],
  ['FR', '2027-10-08', 2],
  ['FR', '2027-10-11', 1],
  ['ES', '2014-10-06', undefined],
  ['CN', '1990-12-19', 1],
  ['HK', '1990-12-19', 2],
  ['JP', '2019-07-16', 2],
  ['ZA', '2026-11-20', 3],
])('a trade in %s on %s settles after %s trading days', (country, trade, days) => {
  expect(settlementDays(cyclesOf(country)!, dayFromIso(trade)!)).toBe(days);
});

test('a country that is not in the table has no settlement cycle', () => expect(cyclesOf('PK')).toBeUndefined());
