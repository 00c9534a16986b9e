import type { Result } from '../../core/cell';
import { type Column, columnsNamed, type Row } from '../../core/columns';
import { notAvailable } from '../../core/errors';
import { tableOf } from '../../core/table';
import type { Context } from '../define';
import { collapse } from './stack';

export interface Listing {
  readonly rows: readonly Row[];
  readonly columns: readonly Column[];
  readonly fields: readonly string[] | undefined;
  readonly headers: boolean | undefined;
  /** Why there are no rows, as a sentence. */
  readonly emptyBecause: string;
}

/** The records of one list as a table, in UTC. One record with one named field is a single value. */
export function listingOf({ rows, columns, fields, headers, emptyBecause }: Listing, { dateSystem }: Context): Result {
  if (rows.length === 0) return notAvailable(emptyBecause);
  const table = tableOf(rows, fields ? columnsNamed(columns, fields) : columns, headers ?? true, {
    zone: 'utc',
    dateSystem,
  });
  return collapse(table, fields?.length === 1, headers);
}
