import { retryAfterMs } from '../../../src/api/retry-after';

const NOW = Date.UTC(2026, 10, 20, 15);

test.each<[string, number]>([
  ['7', 7_000],
  [' 0.5 ', 500],
  ['0', 0],
  ['-3', 0],
  ['Fri, 20 Nov 2026 15:00:09 GMT', 9_000],
  ['Fri, 20 Nov 2026 14:59:59 GMT', 0],
])('Retry-After "%s" is a pause of %i ms', (header, ms) => {
  expect(retryAfterMs(new Headers({ 'retry-after': header }), NOW)).toBe(ms);
});

test.each(['', ' ', 'soon'])('Retry-After "%s" says nothing of a pause', (header) => {
  expect(retryAfterMs(new Headers({ 'retry-after': header }), NOW)).toBeUndefined();
});

test('without the header nothing is said of a pause', () => {
  expect(retryAfterMs(new Headers(), NOW)).toBeUndefined();
});
