/**
 * The pause in a Retry-After header, in milliseconds from now; undefined if there is none or it is unreadable. RFC
 * 9110, section 10.2.3: whole seconds in digits, or a date.
 */
export async function retryAfterMs(headers: Headers, now: number): Promise<number | undefined> {
  const header = headers.get('retry-after')?.trim() ?? '';
  if (header === '') return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  try {
    const { readHttpDate } = await import(/* webpackChunkName: "refusals" */ './http-date');
    const at = readHttpDate(header, now);
    return at === undefined ? undefined : Math.max(0, at - now);
  } catch {
    // If the code for dates cannot be loaded, the header is ignored.
    return undefined;
  }
}
