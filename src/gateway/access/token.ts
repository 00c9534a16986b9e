import { createHash, randomBytes } from 'node:crypto';
import { MS_PER_DAY } from '../../core/calendar/units';

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
}

export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Creates a token, and what is stored of it. */
export function makeToken(
  name: string,
  { groups, days, now = new Date() }: { groups?: readonly string[]; days?: number; now?: Date },
): { readonly token: string; readonly record: TokenRecord } {
  const token = `md_${randomBytes(32).toString('base64url')}`;
  return {
    token,
    record: {
      name,
      hash: hashOf(token),
      ...(groups && { groups }),
      added: now.toISOString(),
      ...(days !== undefined && { expires: new Date(now.getTime() + days * MS_PER_DAY).toISOString() }),
    },
  };
}

/** Whether a token's time is over; a date that cannot be read counts as over. */
export const hasExpired = ({ expires }: TokenRecord, nowMs: number): boolean =>
  expires !== undefined && !(Date.parse(expires) > nowMs);

/** Where tokens are stored: in a file, or in the store that nodes share. */
export interface TokenShelf {
  read(): Promise<readonly TokenRecord[]>;
  write(record: TokenRecord): Promise<void>;
  /** Stores the last known tokens again after the store has lost all of them. A file has no such method. */
  putBack?(records: readonly TokenRecord[]): Promise<void>;
}
