import type { Area } from '../../api/operation';
import { AREAS } from '../../api/operation';
import type { Answers } from '../answer';
import { INSTRUMENTS } from '../instruments/instruments';
import { hash, hashText, pick } from '../noise';
import { numbered, pageOf } from '../page';

const SECONDS_PER_ITEM = 1_500;
const ITEMS_KEPT = 1_000;
const DEFAULT_SIZE = 50;
const LARGEST_SIZE = 100;

const EVENTS = [
  'rises after stronger data than expected', 'falls as traders take profits', 'is little changed in quiet trading', 'reaches the high of the month',
  'gives back early gains', 'recovers from the low of the day', 'moves sideways ahead of a rate decision', 'swings on large orders',
] as const;
const TAGS = ['markets', 'macro', 'earnings', 'rates', 'volatility', 'flows'] as const;

/** One item falls in each stretch of time, at a moment of its own. */
function newsItem(area: Area, seed: number, slot: number) {
  const key = hashText(`news ${area}`, seed);
  const { symbol, name } = pick(INSTRUMENTS[area], key, slot, 1);
  return {
    timestamp: slot * SECONDS_PER_ITEM + (hash(key, slot) % SECONDS_PER_ITEM),
    content: `${name} ${pick(EVENTS, key, slot, 2)}.`,
    meta_data: { markets: [area], tickets: [symbol], hashtags: [pick(TAGS, key, slot, 3), symbol.toLowerCase()] },
  };
}

const newsOf = (area: Area): Answers => ({
  [`GET /${area}/news`]: (query, { seed, nowMs }) => {
    // Slots count downwards so that the newest item comes first and a cursor stays valid as time goes on.
    const newest = Math.floor(nowMs / 1000 / SECONDS_PER_ITEM) - 1;
    const source = numbered(-newest, -newest + ITEMS_KEPT - 1, (place) => newsItem(area, seed, -place));
    return pageOf(source, query.text('cursor'), Math.min(query.number('size') ?? DEFAULT_SIZE, LARGEST_SIZE));
  },
});

export const NEWS: Answers = Object.assign({}, ...AREAS.map(newsOf)) as Answers;
