import type { MemoryWorkbook } from '../../support/memory-workbook';
import { a1 } from '../../../src/core/sheet';

/**
 * Lets formulas that hide errors show a single value, as IFERROR and AGGREGATE do: the workbook of the tests calculates
 * MD functions alone.
 *
 * @param texts what they show instead, by the cells that the MD function alone would fill
 */
export async function showAsValues(workbook: MemoryWorkbook, texts: Readonly<Record<string, string>>): Promise<void> {
  const found = await workbook.formulas();
  jest.spyOn(workbook, 'formulas').mockResolvedValue(
    found.map((one) => {
      const text = texts[a1(one.spill)];
      return text === undefined ? one : { ...one, value: text, text, error: undefined, spill: one.cell };
    }),
  );
}
