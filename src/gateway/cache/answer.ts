import type { RefusedReply } from '../errors';
import { MS_PER_MINUTE } from '../../core/calendar/dates';

/** The answer for one name: its record as JSON; '' if the service left it out; or the service's refusal. */
export type Item = { readonly json: string; readonly refusal?: undefined } | { readonly refusal: RefusedReply };

/** The caller's limits on the age of an answer; durations in milliseconds. */
export interface AgeLimits {
  /** Older answers do not count; undefined: as in the table of operations. */
  readonly maxAgeMs: number | undefined;
  /** How long ago a substitute may have been fresh, if there is nothing else; 0 for no substitute. */
  readonly maxStaleMs: number;
}

/** Combines the refreshes of many users: the service is asked for a name no more often than this. */
const MIN_MAX_AGE_MS = 2_000;

/** Only answers requested since then count, in ms; undefined for every fresh one. */
export const notBeforeOf = ({ maxAgeMs = Infinity }: AgeLimits, now: number): number | undefined =>
  maxAgeMs === Infinity ? undefined : now - Math.max(maxAgeMs, MIN_MAX_AGE_MS);

/** How long the service is not asked again for what it does not know or refuses. */
export const REFUSED_MS = MS_PER_MINUTE;

/** Statuses that mean that the service understood the question and has no answer. */
export const isKept = (status: number): boolean => status === 404 || status === 422;

/** Whether the service does not know the name, or refuses it. */
export const isMissing = (item: Item): boolean => item.refusal !== undefined || item.json === '';

const NO_LIMITS: AgeLimits = { maxAgeMs: undefined, maxStaleMs: 0 };

/**
 * A request's limits on age, from its Cache-Control header. Ignores "no-cache", which browsers add by themselves to
 * every request that bypasses their own cache.
 */
export function readAgeLimits(header: string | null): AgeLimits {
  if (header === null || header === 'no-cache') return NO_LIMITS;
  let [maxAgeMs, maxStaleMs]: [number | undefined, number] = [undefined, 0];
  for (const directive of header.toLowerCase().split(',')) {
    const [name = '', value] = directive.trim().split('=');
    const seconds = /^"?\d+"?$/.test(value ?? '') ? Number(value!.replaceAll('"', '')) : undefined;
    if (name === 'max-age' && seconds !== undefined) maxAgeMs = seconds * 1000;
    if (name === 'max-stale') maxStaleMs = value === undefined ? Infinity : (seconds ?? 0) * 1000;
  }
  return { maxAgeMs, maxStaleMs };
}
