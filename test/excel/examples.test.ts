import { HELP } from '../../src/functions/generated/help-texts';
import type { CellResult } from './emulator/cell-result';
import { readFormula } from './emulator/formula';
import { readMetadata, useOffice } from './opened';

describe('the first example of every function', () => {
  const office = useOffice();

  test.each(HELP.map(({ declaration, examples: [first] }) => [first.formula, declaration.result] as const))(
    '%s gives a value',
    async (formula, shape) => {
      const excel = await office.open();
      const { name, args } = readFormula(formula, readMetadata());
      const result: CellResult = await excel.call(name, ...args);
      expect(result).toEqual({ value: expect.anything() });
      expect(Array.isArray((result as { value: unknown }).value)).toBe(shape === 'matrix');
    },
  );
});
