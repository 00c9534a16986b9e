import type { Reply } from '../../api/transport/http';

/** What came for one name: its record as JSON; '' where the service left it out; or the service's refusal of it. */
export type Item = { readonly json: string; readonly refusal?: undefined } | { readonly refusal: Refusal };

/** An answer that is no success, as the service gave it. */
export type Refusal = Pick<Reply, 'status' | 'body'>;

/** What the one who asks wants of age; durations in milliseconds. */
export interface Wish {
  /** An answer that is older does not count; undefined leaves it to the table of operations. */
  readonly maxAgeMs: number | undefined;
  /** Where nothing else can be had, one that was fresh so long ago will do; 0 where none will. */
  readonly maxStaleMs: number;
}

/** Refreshes of many are one, and the service is asked for a name no more often than this. */
export const SHORTEST_MAX_AGE_MS = 2_000;

/** What the service does not know, or refuses, is not asked for again so soon. */
export const REFUSED_MS = 60_000;

/** The statuses by which the service says that it has looked at the question and does not know the answer. */
export const isKept = (status: number): boolean => status === 404 || status === 422;
