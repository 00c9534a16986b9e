import { bucketRequests } from '../../../../src/taskpane/activity/activity-tab';

const request = (at: number, ms: number) => ({ at, what: '/', status: 200, ms });
const NOW = Date.UTC(2026, 10, 20, 12);

describe('the requests over time', () => {
  test('are empty if there are none', () => expect(bucketRequests([], NOW)).toEqual([]));

  test('are counted in round intervals, with the mean duration of their answers', () => {
    const buckets = bucketRequests(
      [request(NOW - 1_000, 80), request(NOW - 2_000, 40), request(NOW - 2_000, 60), request(NOW - 3_000, 10)],
      NOW,
    );
    expect(buckets).toEqual([
      { at: NOW - 3_000, count: 1, meanMs: 10 },
      { at: NOW - 2_000, count: 2, meanMs: 50 },
      { at: NOW - 1_000, count: 1, meanMs: 80 },
      { at: NOW, count: 0, meanMs: undefined },
    ]);
  });

  test.each([10_000, 100_000, 1_000_000, 36_000_000, 400 * 86_400_000])(
    'fit a small picture for the last %d ms, and none is lost',
    (spanMs) => {
      const requests = Array.from({ length: 200 }, (_, index) => request(NOW - (spanMs * index) / 199, 1));
      const buckets = bucketRequests(requests.toReversed(), NOW);
      expect(buckets.length).toBeGreaterThan(1);
      expect(buckets.length).toBeLessThanOrEqual(25);
      expect(buckets.reduce((sum, { count }) => sum + count, 0)).toBe(200);
    },
  );

  test('are in the last bucket if they end after the clock was put back', () => {
    expect(
      bucketRequests([request(NOW + 5_000, 1), request(NOW - 1_000, 1)], NOW).reduce(
        (sum, { count }) => sum + count,
        0,
      ),
    ).toBe(2);
  });
});
