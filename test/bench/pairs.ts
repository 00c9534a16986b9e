import { CURRENCIES as CURRENCY_TABLE } from '../../src/sandbox/instruments/instruments';

const CURRENCIES = [
  'USD',
  'EUR',
  'JPY',
  'GBP',
  'AUD',
  'CAD',
  'CHF',
  'CNY',
  'HKD',
  'NZD',
  'SEK',
  'KRW',
  'SGD',
  'NOK',
  'MXN',
  'INR',
  'ZAR',
  'TRY',
  'BRL',
];

/** The first `count` six-letter pairs of nineteen currencies, in both directions if needed. */
export function currencyPairs(count: number): string[] {
  const pairs = CURRENCIES.flatMap((base, index) => CURRENCIES.slice(index + 1).map((quote) => base + quote));
  return [...pairs, ...pairs.map((pair) => pair.slice(3) + pair.slice(0, 3))].slice(0, count);
}

const usdOf = (code: string): number => CURRENCY_TABLE.find((currency) => currency.code === code)!.usd;

/** The pair with the dearer currency first, as markets write most: its price has all five digits by default. */
export function dearFirst(pair: string): string {
  const [base, quote] = [pair.slice(0, 3), pair.slice(3)];
  return usdOf(base) >= usdOf(quote) ? pair : quote + base;
}

/** Repeats the names until there are as many as cells. */
export const spread = (names: readonly string[], count: number): string[] =>
  Array.from({ length: count }, (_, index) => names[index % names.length]!);

/** Numbers in [0, 1) that are the same in every run (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Distinct names of `shortest` to `longest` letters. */
export function seededNames(count: number, shortest: number, longest: number, seed: number): string[] {
  const random = seededRandom(seed);
  const names = new Set<string>();
  while (names.size < count) {
    const length = shortest + Math.floor(random() * (longest - shortest + 1));
    names.add(Array.from({ length }, () => String.fromCharCode(65 + Math.floor(random() * 26))).join(''));
  }
  return [...names];
}
