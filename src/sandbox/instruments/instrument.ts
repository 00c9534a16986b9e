import { drift, hashText } from '../random';
import { exchangeOf } from '../exchanges/exchanges';
import { type Hours, lastTradeMs } from './trading-times';

/** A price in US dollars, or in points, that moves over time. */
export interface Leg {
  readonly key: string;
  readonly level: number;
  /** How far the price strays from its level: 0.1 is about a tenth. */
  readonly swing: number;
  /** The price does not change outside of them. */
  readonly hours: Hours;
  /** What it has in common with other prices. */
  readonly shared?: readonly Shared[];
}

/** A part of the variance of a price that it has in common with others; negative if it moves against them. */
type Shared = readonly [factor: string, part: number];

/** What prices have in common with all exchanges of the world, and with those of one region. */
export const sharedOn = (mic: string, ofWorld: number, ofRegion: number): readonly Shared[] => [
  ['world', ofWorld],
  [`region ${exchangeOf(mic)?.region ?? ''}`, ofRegion],
];

/** Anything with quotes. The price is the first leg's, divided by the second leg's if there is one. */
export interface Instrument {
  readonly symbol: string;
  readonly name: string;
  readonly country?: string;
  readonly description?: string;
  readonly type?: string;
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

function valueOf({ key, level, swing, hours, shared = [] }: Leg, seed: number, seconds: number): number {
  if (swing === 0) return level;
  const at = lastTradeMs(hours, seconds * 1000) / 1000;
  const own = shared.reduce((rest, [, part]) => rest - Math.abs(part), 1);
  const path = [...shared, [key, own] as const].reduce(
    (sum, [name, part]) => sum + Math.sign(part) * Math.sqrt(Math.abs(part)) * drift(hashText(name, seed), at),
    0,
  );
  return level * Math.exp(swing * path);
}

/** The moment of the last price: at the weekend a coin in euros has new ones, though the euro itself has none. */
export const pricedAtMs = ({ over, under = over }: Pick<Instrument, 'over' | 'under'>, nowMs: number): number =>
  Math.max(lastTradeMs(over.hours, nowMs), lastTradeMs(under.hours, nowMs));

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
