import { instantFromIso } from '../../../../src/core/calendar/iso-dates';
import { isLunchBreak, LUNCH_BREAKS } from '../../../../src/core/calendar/lunch-breaks';
import { lunchBreaks } from '../../../../src/functions/help/lunch-breaks';

const atLunch = (mic: string, wall: string, session = '09:00-17:00', offset = '+08:00'): boolean => {
  const [opens, closes] = session.split('-').map((clock) => instantFromIso(`${wall.slice(0, 10)}T${clock}${offset}`)!);
  return isLunchBreak(mic, { opens: opens!, closes: closes! }, instantFromIso(`${wall}Z`)!.utcMs);
};

test.each([
  ['XTKS', '2026-11-20 11:29:59', false],
  ['XTKS', '2026-11-20 11:30', true],
  ['XTKS', '2026-11-20 12:29:59', true],
  ['XTKS', '2026-11-20 12:30', false],
  ['XTKS', '2011-11-18 11:15', true],
  ['XTKS', '2011-11-21 11:15', false],
  ['XHKG', '2026-11-20 12:30', true],
  ['XHKG', '2026-11-20 13:00', false],
  ['XHKG', '2012-03-02 13:15', true],
  ['XHKG', '2012-03-05 13:15', false],
  ['XHKG', '2011-03-04 12:15', false],
  ['XSHG', '2026-11-20 12:59', true],
  ['XSHE', '2026-11-20 11:30', true],
  ['XSHE', '2026-11-20 13:00', false],
  ['XKLS', '2026-11-20 13:00', true],
  ['XBKK', '2026-11-20 13:59', true],
  ['XBKK', '2026-11-20 14:00', false],
  ['XBKK', '2024-03-22 14:15', true],
  ['XBKK', '2024-03-25 14:15', false],
  ['XPHS', '2026-11-20 12:30', true],
  ['XPHS', '2026-11-20 13:00', false],
  ['XIDX', '2026-11-19 11:45', false],
  ['XIDX', '2026-11-20 11:45', true],
  ['XIDX', '2026-11-19 13:45', false],
  ['XIDX', '2026-11-20 13:45', true],
  ['XNYS', '2026-11-20 12:00', false],
  ['XLON', '2026-11-20 12:30', false],
])('the lunch break of %s on its own clock at %s', (mic, wall, expected) => {
  expect(atLunch(mic, wall)).toBe(expected);
});

test.each([
  ['ends at the beginning of the break', '09:30-12:00', '2026-12-24 11:59'],
  ['ends in the break', '09:30-12:10', '2026-12-24 12:05'],
  ['begins after the break', '13:00-16:00', '2026-12-24 12:30'],
])('a session that %s has no lunch break', (_, session, wall) => {
  expect(atLunch('XHKG', wall, session)).toBe(false);
});

test('every exchange with a lunch break has its source in the help', () => {
  const { rows } = lunchBreaks();
  expect(rows.map(([mic]) => mic)).toEqual(Object.keys(LUNCH_BREAKS));
  expect(rows[0]![1]).toMatch(/^11:30 to 12:30 since 2011-11-21; 11:00 to 12:30/);
  expect(rows.some(([, shown]) => shown!.includes('11:30 to 14:00 on Friday'))).toBe(true);
  for (const [, , source] of rows) expect(source).not.toBe('');
});
