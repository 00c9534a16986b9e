import { overweight } from '../../../src/build/ceilings';

describe('the weight of the modules', () => {
  test('is right up to what is allowed', () => {
    expect(overweight({ core: 10, api: 3 }, { core: 10, api: 5 })).toEqual([]);
  });

  test('is wrong for each module that has more, or for which nothing is allowed', () => {
    expect(overweight({ core: 11, api: 3, late: 1 }, { core: 10, api: 5 })).toEqual([
      'src/core has 11 lines; ceilings.json allows 10',
      'src/late has 1 lines; ceilings.json allows 0',
    ]);
  });

  test('is wrong if what is allowed is for a module that is gone', () => {
    expect(overweight({ core: 1 }, { core: 1, old: 9 })).toEqual(['ceilings.json has a module that is not there: old']);
  });
});
