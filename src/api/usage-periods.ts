import { isRecord } from '../core/basics';

/** What the service counted in one period, an hour or a day. */
interface UsagePeriod {
  /** Its start, in seconds since 1970. */
  readonly start: number;
  /** Empty if the service states something other than counts. */
  readonly counts: Readonly<Record<string, unknown>>;
}

/**
 * The periods in the body of GET /account/usage, oldest first. The service keys them by Unix time; other fields are
 * ignored. Undefined if the body is not an object.
 */
export function usagePeriodsIn(body: unknown): readonly UsagePeriod[] | undefined {
  if (!isRecord(body)) return undefined;
  // JavaScript puts whole-number keys in ascending order, however they were sent.
  return Object.entries(body)
    .filter(([start]) => UNIX_TIME.test(start))
    .map(([start, counts]) => ({ start: Number(start), counts: isRecord(counts) ? counts : {} }));
}

const UNIX_TIME = /^\d+$/;
