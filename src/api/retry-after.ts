/** What a Retry-After header asks for, in milliseconds from now; undefined when there is none that can be read. */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const header = headers.get('retry-after');
  if (header === null) return undefined;
  const seconds = Number(header);
  const ms = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1000;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

const WINDOWS_MS = [1_000, 10_000, 60_000];
const MARGIN_MS = 50;

/**
 * Without the header: limits count in windows aligned to the clock, whose length nobody publishes. Wait to the end of a
 * short one first, then of a longer one; the margin allows for clocks that differ a little.
 */
export function waitForWindowMs(now: number, attempt: number): number {
  const windowMs = WINDOWS_MS[Math.min(attempt, WINDOWS_MS.length - 1)]!;
  return windowMs - (now % windowMs) + MARGIN_MS;
}
