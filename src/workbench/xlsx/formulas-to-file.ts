import { fromFile, toFile } from './formulas';
import { type FileTable, meansThisRow, namesTables, withAddresses } from './structured-references';

/** Where a formula is; of a name, the empty sheet. */
export interface FormulaPlace {
  readonly sheetId: string;
  readonly sheet: string;
  readonly row: number;
}

/** The typed form → the form in the file. */
type Originals = ReadonlyMap<string, string>;

/**
 * Formulas on their way into a file. Those that came with structured references, such as Sales[Amount], get them back if
 * they still mean the same cells. All others have addresses.
 */
export class FormulasToFile {
  readonly #ofSheets = new Map<string, Originals>();
  #row: { readonly place: string; readonly originals: Originals } | undefined;

  /**
   * @param tables those that the file will have
   * @param structured formulas as they were in the opened file, by the id of their sheet
   */
  constructor(
    readonly tables: readonly FileTable[],
    private readonly structured: Readonly<Record<string, readonly string[]>>,
  ) {}

  /** Without its equals sign. */
  write(formula: string, place: FormulaPlace): string {
    const original = this.#ofSheet(place).get(formula) ?? this.#ofRow(place).get(formula);
    return original ?? toFile(this.#addressed(formula, place));
  }

  #addressed = (formula: string, { sheet, row }: FormulaPlace): string =>
    withAddresses(formula, this.tables, sheet, row);

  #ofSheet(place: FormulaPlace): Originals {
    const known = this.#ofSheets.get(place.sheetId);
    if (known) return known;
    const originals = this.#originals(place, (formula) => !meansThisRow(formula));
    this.#ofSheets.set(place.sheetId, originals);
    return originals;
  }

  /** Cells come row by row. */
  #ofRow(place: FormulaPlace): Originals {
    const key = `${place.sheetId} ${place.row}`;
    if (this.#row?.place !== key) this.#row = { place: key, originals: this.#originals(place, meansThisRow) };
    return this.#row.originals;
  }

  #originals(place: FormulaPlace, isOne: (formula: string) => boolean): Originals {
    const own = this.tables.length > 0 ? (this.structured[place.sheetId] ?? []).filter(isOne) : [];
    return new Map(
      own.flatMap((original) => {
        const addressed = this.#addressed(original, place);
        return namesTables(addressed) ? [] : [[fromFile(addressed), original] as const];
      }),
    );
  }
}
