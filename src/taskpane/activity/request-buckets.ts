import type { RequestRecord } from '../../api/client-observer';

interface RequestBucket {
  /** Start of the bucket, in milliseconds since 1970. */
  readonly at: number;
  readonly count: number;
  /** The mean response time; undefined if there was no request. */
  readonly meanMs: number | undefined;
}

const MAX_BUCKETS = 24;
const SECOND = 1000;
const LENGTHS_MS = [1, 2, 5, 10, 30, 60, 120, 300, 600, 1800, 3600, 7200, 21_600, 86_400].map(
  (seconds) => seconds * SECOND,
);

/** Requests over time, from the oldest to now, in buckets of a round length. */
export function bucketRequests(requests: readonly RequestRecord[], now: number): readonly RequestBucket[] {
  if (requests.length === 0) return [];
  // Requests are listed in the order in which they ended.
  const oldest = Math.min(...requests.map(({ at }) => at));
  const lengthMs = LENGTHS_MS.find((ms) => (now - oldest) / ms < MAX_BUCKETS - 1) ?? (now - oldest) / (MAX_BUCKETS - 1);
  const first = Math.floor(oldest / lengthMs);
  const sums = Array.from({ length: Math.max(Math.floor(now / lengthMs) - first, 0) + 1 }, () => ({ count: 0, ms: 0 }));
  for (const { at, ms } of requests) {
    const sum = sums[Math.min(Math.max(Math.floor(at / lengthMs) - first, 0), sums.length - 1)]!;
    sum.count++;
    sum.ms += ms;
  }
  return sums.map(({ count, ms }, index) => ({
    at: (first + index) * lengthMs,
    count,
    meanMs: count === 0 ? undefined : ms / count,
  }));
}
