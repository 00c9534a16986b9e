import fc from 'fast-check';
import { type Instrument, midOf, quotedPriceOf } from '../../../../src/sandbox/instruments/instrument';
import { exchangeOf } from '../../../../src/sandbox/exchanges/exchanges';
import { sessionOf } from '../../../../src/sandbox/calendar/sessions';
import { CURRENCIES, INSTRUMENTS } from '../../../../src/sandbox/instruments/instruments';
import { drift } from '../../../../src/sandbox/random';

const EVERYTHING = Object.values(INSTRUMENTS).flat();
const seconds = fc.integer({ min: 1_420_070_400, max: 1_900_000_000 });
const seed = fc.integer({ min: 0, max: 2 ** 32 - 1 });

const pairOf = (symbol: string): Instrument => INSTRUMENTS.currencies.find((pair) => pair.symbol === symbol)!;

test('prices have the given precision, and the mid price lies between bid and ask', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...EVERYTHING),
      seed,
      seconds,
      fc.integer({ min: 0, max: 30 }),
      (instrument, aSeed, at, precision) => {
        const { bid, mid, ask } = quotedPriceOf(instrument, aSeed, at, precision);
        expect([bid, mid, ask]).toEqual([bid, mid, ask].sort((one, other) => one - other));
        expect(ask).toBeGreaterThan(0);
        for (const price of [bid, mid, ask]) expect(Number(price.toFixed(precision))).toBe(price);
      },
    ),
  );
});

test('the rates between any three currencies agree', () => {
  const codes = CURRENCIES.map(({ code }) => code);
  fc.assert(
    fc.property(fc.shuffledSubarray(codes, { minLength: 3, maxLength: 3 }), seed, seconds, ([a, b, c], aSeed, at) => {
      const cross = midOf(pairOf(`${a!}${b!}`), aSeed, at) * midOf(pairOf(`${b!}${c!}`), aSeed, at);
      expect(cross / midOf(pairOf(`${a!}${c!}`), aSeed, at)).toBeCloseTo(1, 9);
    }),
  );
});

test('a price moves in small steps and never strays far', () => {
  fc.assert(
    fc.property(seed, seconds, (aSeed, at) => {
      expect(Math.abs(drift(aSeed, at))).toBeLessThan(1);
      expect(Math.abs(drift(aSeed, at + 1) - drift(aSeed, at))).toBeLessThan(0.001);
    }),
  );
});

test.each([
  ['currencies', 171],
  ['crypto', 25],
  ['indices', 20],
  ['commodities', 15],
  ['stocks', 40],
] as const)('%s has at least %d instruments, with each symbol once, and each has a name', (area, count) => {
  const symbols = INSTRUMENTS[area].map(({ symbol }) => symbol);
  expect(INSTRUMENTS[area].filter(({ symbol, name }) => symbol === '' || name === '')).toEqual([]);
  expect(symbols.length).toBeGreaterThanOrEqual(count);
  expect(new Set(symbols).size).toBe(symbols.length);
});

test('the S&P 500 moves by about one percent in a session', () => {
  const index = INSTRUMENTS.indices.find(({ symbol }) => symbol === 'SPX')!;
  const ranges = Array.from({ length: 250 }, (_, day) => {
    const opens = Date.UTC(2026, 0, 5 + day, 14, 30) / 1000;
    const mids = Array.from({ length: 390 }, (__, minute) => midOf(index, 1, opens + minute * 60));
    return Math.max(...mids) / Math.min(...mids) - 1;
  }).sort((a, b) => a - b);
  expect(ranges[125]).toBeGreaterThan(0.005);
  expect(ranges[125]).toBeLessThan(0.013);
  expect(ranges.at(-1)).toBeLessThan(0.025);
});

describe('the daily returns of a year', () => {
  const INDEX_OR_STOCK = new Map([...INSTRUMENTS.indices, ...INSTRUMENTS.stocks].map((one) => [one.symbol, one]));
  const returnsOf = (symbol: string, mic: string, aSeed: number): number[] => {
    const instrument = INDEX_OR_STOCK.get(symbol)!;
    const last = Date.UTC(2026, 10, 27) / 86_400_000;
    const closes = Array.from({ length: 365 }, (_, index) => sessionOf(exchangeOf(mic)!, last - index)).flatMap(
      (session) => (session ? [midOf(instrument, aSeed, session.closesMs / 1000)] : []),
    );
    return closes.slice(1).map((close, index) => Math.log(close / closes[index]!));
  };
  const meanOf = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0) / all.length;
  const covariance = (one: readonly number[], other: readonly number[]): number => {
    const [mean, otherMean] = [meanOf(one), meanOf(other)];
    return meanOf(one.map((value, index) => (value - mean) * (other[index]! - otherMean)));
  };
  const correlation = (one: readonly number[], other: readonly number[]): number =>
    covariance(one, other) / Math.sqrt(covariance(one, one) * covariance(other, other));

  test.each([
    ['SPX', 'NDX', 'XNYS', 0.8, 0.95],
    ['SPX', 'DJI', 'XNYS', 0.8, 0.95],
    ['DAX', 'CAC', 'XETR', 0.8, 0.95],
    ['NKY', 'TPX', 'XTKS', 0.8, 0.96],
    ['DAX', 'SPX', 'XETR', 0.1, 0.75],
    ['AAPL', 'NDX', 'XNYS', 0.5, 0.9],
    ['AAPL', 'MSFT', 'XNYS', 0.35, 0.85],
    ['SAP', 'DAX', 'XETR', 0.5, 0.9],
    ['SPY', 'SPX', 'XNYS', 0.999, 1.001],
    ['SPX', 'VIX', 'XNYS', -0.95, -0.6],
  ])('of %s and %s go together as in real markets', (one, other, mic, lowest, highest) => {
    for (const aSeed of [1, 2, 3, 4, 5]) {
      const found = correlation(returnsOf(one, mic, aSeed), returnsOf(other, mic, aSeed));
      expect(found).toBeGreaterThan(lowest);
      expect(found).toBeLessThan(highest);
    }
  });
});

test('a price of a pair in the other direction is its inverse, within the spread', () => {
  fc.assert(
    fc.property(fc.constantFrom(...INSTRUMENTS.currencies), seed, seconds, (pair, aSeed, at) => {
      const inverse = pairOf(`${pair.symbol.slice(3)}${pair.symbol.slice(0, 3)}`);
      expect(midOf(pair, aSeed, at) * midOf(inverse, aSeed, at)).toBeCloseTo(1, 9);
    }),
  );
});
