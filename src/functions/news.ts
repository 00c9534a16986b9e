import { AREAS } from '../api/operation';
import { columns } from '../core/columns';
import type { Row } from '../core/columns';
import { isRecord } from '../core/records';
import { define } from './define';
import { after } from './each';
import { listingOf } from './listing';
import { area } from './parameters/choices';
import { fields } from './parameters/fields';
import { headers, wholeNumber } from './parameters/numbers';

const DEFAULT_LIMIT = 20;
const MOST_ITEMS = 1_000;

/** A news item, its meta data beside its content. The names are the service's own. */
const ITEM = columns({ timestamp: 'unix', content: 'text', markets: 'texts?', tickets: 'texts?', hashtags: 'texts?' });

export const news = define({
  id: 'NEWS',
  summary: 'News items of an area, newest first, with the symbols that they are about. Example: =MD.NEWS("crypto",5) gives the last five.',
  returns: 'A table of one row per item, newest first: timestamp (UTC), content, markets, tickets (the symbols), hashtags; lists as comma separated text.',
  parameters: {
    area: area(),
    limit: wholeNumber(`Most items, 1 to ${MOST_ITEMS}; ${DEFAULT_LIMIT} when left out`, 1, MOST_ITEMS),
    fields: fields(ITEM.map(({ name }) => name), 'all of them'),
    headers: headers(true),
  },
  result: 'matrix',
  sources: AREAS.map((one) => `GET /${one}/news`),
  examples: [
    { formula: '=MD.NEWS("stocks")', gives: 'the last twenty items on stocks' },
    { formula: '=MD.NEWS("crypto",5,"timestamp,content",FALSE)', gives: 'when and what, five times, without a header' },
    { formula: '=MD.NEWS("currencies",1,"content")', gives: 'the newest item on currencies, in one cell' },
  ],
  handle(given, context, call) {
    const { limit = DEFAULT_LIMIT } = given;
    const place = given.area ?? context.settings.area;
    return after(context.client.read(`GET /${place}/news`, { values: {}, least: limit }, call), ({ rows, cursors }) => {
      if (given.limit === undefined && (rows.length > limit || cursors?.next)) {
        context.note(`${place}: the newest ${limit} news items are shown; give a limit of up to ${MOST_ITEMS} for more`);
      }
      return listingOf({
        ...given, columns: ITEM, emptyBecause: `The service has no news on ${place}: recalculate later, or name another area`,
        rows: rows.toSorted((a, b) => timeOf(b) - timeOf(a)).slice(0, limit).map((row) => ({ ...row, ...metaDataOf(row) })),
      }, context);
    });
  },
});

/** Meta data of another type than a record is of the wrong type in each of its fields. */
function metaDataOf({ meta_data: data }: Row): Row {
  if (data === null || data === undefined) return {};
  return isRecord(data) ? data : { markets: data, tickets: data, hashtags: data };
}

const timeOf = ({ timestamp }: Row): number => (typeof timestamp === 'number' ? timestamp : 0);
