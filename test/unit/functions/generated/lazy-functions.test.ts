import { CATALOG } from '../../../../src/functions/catalog';
import { isStreaming } from '../../../../src/functions/define';
import { LazyFunction } from '../../../../src/functions/evaluate/lazy-function';
import { FUNCTIONS } from '../../../../src/functions/generated/lazy-functions';

describe('the functions of the add-in', () => {
  test('are exactly those of the catalog', () =>
    expect(FUNCTIONS.map(({ id }) => id).sort()).toEqual(CATALOG.map(({ id }) => id).sort()));

  test.each(CATALOG.map((declaration) => [declaration.id, declaration] as const))(
    'include %s as in the catalog, loaded at once or later',
    async (id, declaration) => {
      const found = FUNCTIONS.find((one) => one.id === id)!;
      expect(found instanceof LazyFunction ? await found.ready() : found).toBe(declaration);
      expect(found.result).toBe(declaration.result);
      expect(found instanceof LazyFunction && found.isStream).toBe(isStreaming(declaration));
    },
  );
});
