import { settlementCycles } from '../../../../src/functions/help/settlement-cycles';
import { SETTLEMENT_RULES } from '../../../../src/core/calendar/settlement';

test('the help of MD.SETTLE lists every cycle with its dates and its source', () => {
  const { rows } = settlementCycles();
  expect(rows[0]![1]).toBe('T+3 from 1995-06-07; T+2 from 2017-09-05; T+1 from 2024-05-28');
  expect(rows.some(([, cycle]) => cycle!.endsWith('T+1 from 2027-10-11'))).toBe(true);
  expect(rows.map(([where, , source]) => [where, source])).toEqual(
    SETTLEMENT_RULES.map(({ where, source }) => [where, source]),
  );
});

test('no country has two rules, and the cycles of each are in order of time', () => {
  const countries = SETTLEMENT_RULES.flatMap((rule) => rule.countries);
  expect(new Set(countries).size).toBe(countries.length);
  for (const code of countries) expect(code).toMatch(/^[A-Z]{2}$/);
  for (const { cycles } of SETTLEMENT_RULES) {
    const dates = cycles.map(({ from }) => from);
    expect(dates).toEqual([...dates].sort());
  }
});
