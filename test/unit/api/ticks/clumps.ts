import * as fc from 'fast-check';

/** Bursts, even stretches, lone ticks and silence, in any order, as shares of a window: from a moment to all of it. */
export const clumpsOf = (max: { readonly clumps: number; readonly ticks: number }) =>
  fc.array(
    fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      spread: fc.double({ min: 0, max: 1, noNaN: true }),
      count: fc.oneof(
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 1, max: max.ticks }),
      ),
    }),
    { maxLength: max.clumps },
  );
