import { fromFile, toFile } from './formulas';
import { type FileTable, meansThisRow, namesTables, withAddresses } from './structured-references';

/** Where a formula is; of a name, the empty sheet. */
export interface FormulaPosition {
  readonly sheetId: string;
  readonly sheet: string;
  readonly row: number;
}

/** The typed form → the form in the file. */
type Originals = ReadonlyMap<string, string>;

/**
 * Formulas on their way into a file. Those that came with structured references, such as Sales[Amount], get them back
 * if they still mean the same cells. All others have addresses.
 */
export class FormulasToFile {
  readonly #ofSheets = new Map<string, Originals>();
  #row: { readonly position: string; readonly originals: Originals } | undefined;

  /**
   * @param tables those that the file will have
   * @param structured formulas as they were in the opened file, by the id of their sheet
   */
  constructor(
    readonly tables: readonly FileTable[],
    private readonly structured: Readonly<Record<string, readonly string[]>>,
  ) {}

  /** Without its equals sign. */
  write(formula: string, position: FormulaPosition): string {
    const original = this.#ofSheet(position).get(formula) ?? this.#ofRow(position).get(formula);
    return original ?? toFile(this.#addressed(formula, position));
  }

  #addressed = (formula: string, { sheet, row }: FormulaPosition): string =>
    withAddresses(formula, this.tables, sheet, row);

  #ofSheet(position: FormulaPosition): Originals {
    const cached = this.#ofSheets.get(position.sheetId);
    if (cached) return cached;
    const originals = this.#originals(position, (formula) => !meansThisRow(formula));
    this.#ofSheets.set(position.sheetId, originals);
    return originals;
  }

  /** Cells come row by row. */
  #ofRow(position: FormulaPosition): Originals {
    const key = `${position.sheetId} ${position.row}`;
    if (this.#row?.position !== key) this.#row = { position: key, originals: this.#originals(position, meansThisRow) };
    return this.#row.originals;
  }

  #originals(position: FormulaPosition, isOne: (formula: string) => boolean): Originals {
    const own = this.tables.length > 0 ? (this.structured[position.sheetId] ?? []).filter(isOne) : [];
    return new Map(
      own.flatMap((original) => {
        const addressed = this.#addressed(original, position);
        return namesTables(addressed) ? [] : [[fromFile(addressed), original] as const];
      }),
    );
  }
}
