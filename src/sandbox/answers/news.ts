import { areasWith, type AreaWith } from '../../api/operations';
import type { AnswerHandlers } from '../answer';
import written from './tables.json';
import { type Instrument, midOf } from '../instruments/instrument';
import { INSTRUMENTS } from '../instruments/instruments';
import { hash, hashText, sampleFrom } from '../random';
import { sourceOfNumbers, pageOf } from '../pagination';
import { SECONDS_PER_DAY } from '../../core/calendar/dates';

const SECONDS_PER_ITEM = 1_500;
const ITEMS_KEPT = 1_000;
const DEFAULT_SIZE = 50;
const MAX_PAGE_SIZE = 100;

/** Smaller moves are reported as little changed. */
const STILL = 0.001;
/** Reasons have their hashtag, and each fits any instrument of its area. */
const { rises: RISES, falls: FALLS, reasons } = written.news;
const REASONS = reasons as unknown as Readonly<
  Record<AreaWith<'news'>, readonly (readonly [reason: string, hashtag: string])[]>
>;
/** Currency news are about the pairs that are traded most. */
const MAJOR = /^(?:EUR|GBP|AUD|NZD)USD$|^USD(?:JPY|CHF|CAD|SEK|NOK|CNH|MXN|INR)$|^EUR(?:GBP|JPY|CHF)$/;
const IN_THE_NEWS: Readonly<Record<AreaWith<'news'>, readonly Instrument[]>> = {
  ...INSTRUMENTS,
  currencies: INSTRUMENTS.currencies.filter(({ symbol }) => MAJOR.test(symbol)),
  crypto: INSTRUMENTS.crypto.filter(({ symbol }) => symbol.endsWith('USD')),
};

/** Each time slot has one item, at its own moment. It compares that moment's price with the price a day before. */
function newsItem(area: AreaWith<'news'>, seed: number, slot: number) {
  const key = hashText(`news ${area}`, seed);
  const instrument = sampleFrom(IN_THE_NEWS[area], key, slot, 1);
  const timestamp = slot * SECONDS_PER_ITEM + (hash(key, slot) % SECONDS_PER_ITEM);
  const [now, before] = [timestamp, timestamp - SECONDS_PER_DAY].map((at) => midOf(instrument, seed, at)) as [
    number,
    number,
  ];
  const move = now / before - 1;
  const [reason, hashtag] = sampleFrom(REASONS[area], key, slot, 2);
  const what =
    Math.abs(move) < STILL
      ? 'is little changed'
      : `${sampleFrom(move > 0 ? RISES : FALLS, key, slot, 3)} ${(Math.abs(move) * 100).toFixed(1)}% ${reason}`;
  const { symbol, name } = instrument;
  return {
    timestamp,
    content: `${name} ${what}.`,
    meta_data: {
      markets: [area],
      tickets: [symbol],
      hashtags: [Math.abs(move) < STILL ? 'markets' : hashtag, symbol.toLowerCase()],
    },
  };
}

const newsOf = (area: AreaWith<'news'>): AnswerHandlers => ({
  [`GET /${area}/news`]: (query, { seed, nowMs }) => {
    // Slots count downwards so that the newest item comes first and a cursor stays valid as time passes.
    const newest = Math.floor(nowMs / 1000 / SECONDS_PER_ITEM) - 1;
    const source = sourceOfNumbers(-newest, -newest + ITEMS_KEPT - 1, (number) => newsItem(area, seed, -number));
    return pageOf(source, query.textOf('cursor'), Math.min(query.numberOf('size') ?? DEFAULT_SIZE, MAX_PAGE_SIZE));
  },
});

export const NEWS: AnswerHandlers = Object.assign({}, ...areasWith('news').map(newsOf)) as AnswerHandlers;
