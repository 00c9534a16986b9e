import { ServiceError } from '../service-error';
import { readHttpDate } from './http-date';

/** A header of days or years is a mistake of the service, which must not outlast it: one request tries sooner. */
const MAX_PAUSE_MS = 300_000;

/**
 * The pause in a Retry-After header, in milliseconds from now and five minutes at most; undefined if there is none or
 * it is unreadable. RFC 9110, section 10.2.3: whole seconds in digits, or a date.
 */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const header = headers.get('retry-after')?.trim() ?? '';
  if (header === '') return undefined;
  if (/^\d+$/.test(header)) return Math.min(Number(header) * 1000, MAX_PAUSE_MS);
  const at = readHttpDate(header, now);
  return at === undefined ? undefined : Math.min(Math.max(0, at - now), MAX_PAUSE_MS);
}

/**
 * The service asks for a pause that is too long for a cell to wait.
 *
 * @param pauseMs undefined if the service did not say
 */
export function pauseError(status: number, pauseMs: number | undefined): ServiceError {
  const what = status === 429 ? 'Too many requests (429)' : `The service is not ready (${status})`;
  const advice =
    pauseMs === undefined
      ? "waiting did not help, so your plan's limit may be used up; recalculate later or ask your provider"
      : `recalculate in ${durationOf(pauseMs)}`;
  return new ServiceError('status', `${what}: ${advice}`, { status, pauseMs });
}

function durationOf(ms: number): string {
  const minutes = Math.ceil(ms / 60_000);
  return minutes <= 1 ? 'a minute' : `${minutes} minutes`;
}
