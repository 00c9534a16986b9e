import { fromFile } from './formulas';
import type { FormulaPosition } from './formulas-to-file';
import { type RepeatedName, withReferences } from './repeated-names';
import { type FileTable, withAddresses } from './structured-references';

/** Formulas of a file on their way into the workbench. Notes those with structured references, for a download. */
export class FormulasFromFile {
  readonly #structured = new Map<string, Set<string>>();

  constructor(
    private readonly tables: readonly FileTable[],
    private readonly repeated: readonly RepeatedName[] = [],
  ) {}

  /** The form in the file → the typed form. */
  read(formula: string, { sheetId, sheet, row }: FormulaPosition): string {
    const addressed = withAddresses(formula, this.tables, sheet, row);
    if (addressed !== formula) {
      const own = this.#structured.get(sheetId) ?? new Set();
      this.#structured.set(sheetId, own.add(formula));
    }
    return fromFile(withReferences(addressed, this.repeated, sheet));
  }

  /** The formulas with structured references, by the id of their sheet. */
  get structured(): Record<string, readonly string[]> {
    return Object.fromEntries([...this.#structured].map(([sheetId, formulas]) => [sheetId, [...formulas]]));
  }
}
