import { overweight } from '../../../src/build/ceilings';

describe('the weight of the modules', () => {
  test('is accepted up to its limit', () => expect(overweight({ core: 10, api: 3 }, { core: 10, api: 5 })).toEqual([]));

  test('is refused for each module that has more than its limit, or has no limit', () => {
    expect(overweight({ core: 11, api: 3, late: 1 }, { core: 10, api: 5 })).toEqual([
      'src/core has 11 lines; ceilings.json allows 10',
      'src/late has 1 lines; ceilings.json allows 0',
    ]);
  });

  test('is refused if a limit is for a module that no longer exists', () => {
    expect(overweight({ core: 1 }, { core: 1, old: 9 })).toEqual(['ceilings.json has a module that is not there: old']);
  });
});
