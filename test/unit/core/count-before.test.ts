import fc from 'fast-check';
import { countBefore } from '../../../src/core/count-before';

test('the values below a limit are counted as they would be by hand', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 0, max: 50 })),
      fc.integer({ min: -1, max: 51 }),
      (unsorted, limit) => {
        const ascending = [...unsorted].sort((a, b) => a - b);
        expect(countBefore(ascending, limit)).toBe(ascending.filter((one) => one < limit).length);
      },
    ),
  );
});
