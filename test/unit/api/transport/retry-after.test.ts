import { retryAfterMs } from '../../../../src/api/transport/retry-after';

const NOW = Date.UTC(2026, 10, 20, 15);

test.each<[string, number]>([
  ['7', 7_000],
  [' 30 ', 30_000],
  ['0', 0],
  ['Fri, 20 Nov 2026 15:00:09 GMT', 9_000],
  ['Fri, 20 Nov 2026 14:59:59 GMT', 0],
  ['Friday, 20-Nov-26 15:00:09 GMT', 9_000],
  ['Sunday, 06-Nov-94 08:49:37 GMT', 0],
  ['Fri Nov 20 15:00:09 2026', 9_000],
  ['Sun Nov  6 08:49:37 1994', 0],
])('Retry-After "%s" is a pause of %i ms', async (header, ms) => {
  expect(await retryAfterMs(new Headers({ 'retry-after': header }), NOW)).toBe(ms);
});

test.each([
  '',
  ' ',
  'soon',
  '0.5',
  '-3',
  '1e3',
  '0x10',
  '2026-11-20T15:00:09Z',
  'Fri, 20 Nov 2026 15:00:09',
  'Fri, 31 Nov 2026 15:00:09 GMT',
  'Fri, 20 Noo 2026 15:00:09 GMT',
  'Fri, 20 Nov 2026 25:00:09 GMT',
])('Retry-After "%s" states no pause', async (header) => {
  expect(await retryAfterMs(new Headers({ 'retry-after': header }), NOW)).toBeUndefined();
});

test('without the header the pause is unknown', async () => {
  expect(await retryAfterMs(new Headers(), NOW)).toBeUndefined();
});
