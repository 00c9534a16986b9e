import { AREAS } from '../api/operation';
import { define } from './define';
import { DEFAULT_LIMIT, ITEM, MOST_ITEMS, handle } from './handlers/news';
import { area } from './parameters/choices';
import { fields } from './parameters/fields';
import { headers, wholeNumber } from './parameters/numbers';

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
  handle,
});
