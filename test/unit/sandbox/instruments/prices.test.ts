import fc from 'fast-check';
import { INSTRUMENTS } from '../../../../src/sandbox/instruments/instruments';
import { type Instrument, midOf, quotedPriceOf } from '../../../../src/sandbox/instruments/instrument';
import { CURRENCIES } from '../../../../src/sandbox/instruments/currencies';
import { drift } from '../../../../src/sandbox/random';

const EVERYTHING = Object.values(INSTRUMENTS).flat();
const seconds = fc.integer({ min: 1_420_070_400, max: 1_900_000_000 });
const seed = fc.integer({ min: 0, max: 2 ** 32 - 1 });

const pairOf = (symbol: string): Instrument => INSTRUMENTS.currencies.find((pair) => pair.symbol === symbol)!;

test('the mid price lies between bid and ask at every precision', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...EVERYTHING),
      seed,
      seconds,
      fc.integer({ min: 0, max: 30 }),
      (instrument, aSeed, at, precision) => {
        const { bid, mid, ask } = quotedPriceOf(instrument, aSeed, at, precision);
        expect(bid).toBeLessThanOrEqual(mid);
        expect(mid).toBeLessThanOrEqual(ask);
        expect(ask).toBeGreaterThan(0);
      },
    ),
  );
});

test('prices have the given precision', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...EVERYTHING),
      seed,
      seconds,
      fc.integer({ min: 0, max: 8 }),
      (instrument, aSeed, at, precision) => {
        for (const value of Object.values(quotedPriceOf(instrument, aSeed, at, precision))) {
          expect(Number(Number(value).toFixed(precision))).toBe(value);
        }
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
] as const)('%s has at least %d instruments, with each symbol once', (area, count) => {
  const symbols = INSTRUMENTS[area].map(({ symbol }) => symbol);
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
