import { drift, hashText } from '../random';

/** A price in US dollars, or in points, that moves over time. */
export interface Leg {
  readonly key: string;
  readonly level: number;
  /** How far the price strays from its level: 0.1 is about a tenth. */
  readonly swing: number;
}

/** Anything with quotes. The price is the first leg's, divided by the second leg's if there is one. */
export interface Instrument {
  readonly symbol: string;
  readonly name: string;
  readonly country?: string;
  readonly description?: string;
  readonly type?: string;
  /** The exchange whose hours it follows. */
  readonly mic?: string;
  readonly over: Leg;
  readonly under?: Leg;
  /** Ask minus bid, as a fraction of the price. */
  readonly spread: number;
}

interface QuotedPrice {
  readonly ask: number;
  readonly bid: number;
  readonly mid: number;
}

const valueOf = ({ key, level, swing }: Leg, seed: number, seconds: number): number =>
  swing === 0 ? level : level * Math.exp(swing * drift(hashText(key, seed), seconds));

/** The mid price before rounding. Cross rates are consistent, because each leg has one value at each moment. */
export const midOf = ({ over, under }: Instrument, seed: number, seconds: number): number =>
  valueOf(over, seed, seconds) / (under ? valueOf(under, seed, seconds) : 1);

const SIGNIFICANT_DIGITS = 15;

/** Rounds outwards, so that the mid price lies between bid and ask at every precision. */
export function quotedPriceOf(instrument: Instrument, seed: number, seconds: number, precision: number): QuotedPrice {
  const mid = midOf(instrument, seed, seconds);
  const half = (mid * instrument.spread) / 2;
  const decimals = Math.max(0, Math.min(precision, SIGNIFICANT_DIGITS - Math.ceil(Math.log10(Math.max(mid, 1)))));
  const scale = 10 ** decimals;
  return {
    ask: Math.ceil((mid + half) * scale) / scale,
    bid: Math.floor((mid - half) * scale) / scale,
    mid: Math.round(mid * scale) / scale,
  };
}
