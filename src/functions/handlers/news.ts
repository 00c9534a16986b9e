import type { Area } from '../../api/operation';
import { readsOf } from '../../api/reads';
import type { Call } from '../../core/call';
import { columns } from '../../core/columns';
import type { Row } from '../../core/columns';
import { isRecord } from '../../core/records';
import type { Context, Result } from '../define';
import { after } from '../each';
import { listingOf } from './listing';

export const DEFAULT_LIMIT = 20;
export const MOST_ITEMS = 1_000;

/** A news item, its meta data beside its content. The names are the service's own. */
export const ITEM = columns({ timestamp: 'unix', content: 'text', markets: 'texts?', tickets: 'texts?', hashtags: 'texts?' });

interface Given {
  readonly area: Area | undefined;
  readonly limit: number | undefined;
  readonly fields: readonly string[] | undefined;
  readonly headers: boolean | undefined;
}

export function handle(given: Given, context: Context, call: Call): Result | Promise<Result> {
  const { limit = DEFAULT_LIMIT } = given;
  const place = given.area ?? context.settings.area;
  return after(context.client.lookup(readsOf(`GET /${place}/news`)).read({ values: {}, least: limit }, call), ({ rows, cursors }) => {
    if (given.limit === undefined && (rows.length > limit || cursors?.next)) {
      context.note(`${place}: the newest ${limit} news items are shown; give a limit of up to ${MOST_ITEMS} for more`);
    }
    return listingOf({
      ...given, columns: ITEM, emptyBecause: `The service has no news on ${place}: recalculate later, or name another area`,
      rows: rows.toSorted((a, b) => timeOf(b) - timeOf(a)).slice(0, limit).map((row) => ({ ...row, ...metaDataOf(row) })),
    }, context);
  });
}

/** Meta data of another type than a record is of the wrong type in each of its fields. */
function metaDataOf({ meta_data: data }: Row): Row {
  if (data === null || data === undefined) return {};
  return isRecord(data) ? data : { markets: data, tickets: data, hashtags: data };
}

const timeOf = ({ timestamp }: Row): number => (typeof timestamp === 'number' ? timestamp : 0);
