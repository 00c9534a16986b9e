/** What a Retry-After header asks for, in milliseconds from now; undefined when there is none that can be read. */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const header = headers.get('retry-after');
  if (!header) return undefined;
  const seconds = Number(header);
  const ms = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1000;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
