import { createHash, randomBytes } from 'node:crypto';
import { isRecord } from '../../core/basics';
import { MS_PER_DAY } from '../../core/calendar/dates';

/** What is stored of a personal token: never the token itself. */
export interface TokenRecord {
  readonly name: string;
  /** SHA-256 of the token, which is long and random, in hex. */
  readonly hash: string;
  /** Groups that allow areas and operations. @default everything is allowed */
  readonly groups?: readonly string[];
  /** ISO dates. */
  readonly added: string;
  readonly expires?: string;
  readonly revoked?: string;
  /** When the record was last written. Of two records of one name the newer one counts. */
  readonly changed?: string;
}

export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/**
 * Whether something is a record of a token. One field of a wrong type makes it unreadable: groups that are not a list
 * must not count as "everything".
 */
export const isToken = (value: unknown): value is TokenRecord =>
  isRecord(value) &&
  [value.name, value.hash, value.added].every((text) => typeof text === 'string') &&
  [value.expires, value.revoked, value.changed].every((text) => text === undefined || typeof text === 'string') &&
  (value.groups === undefined ||
    (Array.isArray(value.groups) && value.groups.every((group) => typeof group === 'string')));

/** When a record was last written, as an ISO date. */
const changedAt = ({ changed, revoked, added }: TokenRecord): string => changed ?? revoked ?? added;

/** Whether a known record counts before the stored one of its name: the newer one, or the one that lets nobody in. */
export function isAhead(known: TokenRecord, stored: TokenRecord): boolean {
  const [knownAt, storedAt] = [changedAt(known), changedAt(stored)];
  if (knownAt === storedAt) return known.revoked !== undefined && stored.revoked === undefined;
  return knownAt > storedAt;
}

/**
 * The date of a change to a record. It is always after the date of the record before, even if that was written on a
 * computer whose clock is ahead: otherwise a revoked token would come back.
 */
export function dateOfChange(before: TokenRecord | undefined, now = new Date()): string {
  const lastMs = before ? Date.parse(changedAt(before)) : NaN;
  return new Date(lastMs >= now.getTime() ? lastMs + 1 : now.getTime()).toISOString();
}

interface TokenTraits {
  readonly groups?: readonly string[] | undefined;
  /** The last moment of the token, as an ISO date. @default it does not expire */
  readonly expires?: string | undefined;
  /** Days for which the token is valid, instead of its last moment. */
  readonly days?: number;
  readonly now?: Date;
  /** The record that the new one replaces. */
  readonly before?: TokenRecord | undefined;
}

/** Creates a token, and what is stored of it. */
export function makeToken(
  name: string,
  { groups, expires, days, now = new Date(), before }: TokenTraits,
): { readonly token: string; readonly record: TokenRecord } {
  const token = `md_${randomBytes(32).toString('base64url')}`;
  const until = days === undefined ? expires : new Date(now.getTime() + days * MS_PER_DAY).toISOString();
  return {
    token,
    record: {
      name,
      hash: hashOf(token),
      ...(groups && { groups }),
      added: now.toISOString(),
      ...(until !== undefined && { expires: until }),
      changed: dateOfChange(before, now),
    },
  };
}

/** Whether a token's time is over; a date that cannot be read counts as over. */
export const hasExpired = ({ expires }: TokenRecord, nowMs: number): boolean =>
  expires !== undefined && !(Date.parse(expires) > nowMs);

/** Everything that is stored of tokens. */
export interface StoredTokens {
  readonly records: readonly TokenRecord[];
  /** The names or places of records that cannot be read. */
  readonly unreadable: readonly string[];
}

/** Where tokens are stored: in a file, or in the store that nodes share. */
export interface TokenStorage {
  /** Rejects with a StartError if nothing can be read of it, and otherwise if it does not answer. */
  read(): Promise<StoredTokens>;
  /** Replaces the record of a name. Rejects if somebody else has changed it since it was read. */
  write(record: TokenRecord): Promise<void>;
  /**
   * Stores again what the store has lost, or has only in an older form. A file has no such method: what its operator
   * deletes is meant to be gone.
   */
  putBack?(records: readonly TokenRecord[]): Promise<void>;
}
