import { tokensIn } from '../../app/workbook/formulas';

/** A name of a file that stands for different things on different sheets. */
export interface RepeatedName {
  readonly name: string;
  /** The sheet whose own name it is; undefined for the workbook's. */
  readonly sheet: string | undefined;
  /** What it stands for, as in the file: "Rates!$A$1". */
  readonly reference: string;
}

interface NameInFile {
  readonly Name: string;
  readonly Ref: string;
  /** Index of the sheet whose own name it is. */
  readonly Sheet?: number | undefined;
}

/** The names that occur more than once: copying a sheet in Excel makes such names. */
export function repeatedNames(names: readonly NameInFile[], sheets: readonly string[]): readonly RepeatedName[] {
  const counts = new Map<string, number>();
  for (const { Name } of names) counts.set(keyOf(Name), (counts.get(keyOf(Name)) ?? 0) + 1);
  return names
    .filter(({ Name }) => counts.get(keyOf(Name))! > 1)
    .map(({ Name, Ref, Sheet }) => ({
      name: Name,
      sheet: Sheet === undefined ? undefined : sheets[Sheet],
      reference: Ref,
    }));
}

/**
 * A formula of a file with references instead of repeated names, of which the engine takes one for all sheets. A
 * sheet's own name comes before the workbook's, as in Excel.
 *
 * @param sheet the one on which the formula stands
 */
export function withReferences(formula: string, names: readonly RepeatedName[], sheet: string): string {
  if (names.length === 0) return formula;
  return tokensIn(formula)
    .map(({ type, text }) => {
      const meant = type === 'range_named' ? nameFor(text, names, sheet) : undefined;
      return meant === undefined ? text : operand(meant.reference);
    })
    .join('');
}

function nameFor(text: string, names: readonly RepeatedName[], sheet: string): RepeatedName | undefined {
  const same = names.filter(({ name }) => keyOf(name) === keyOf(text));
  return same.find((one) => one.sheet === sheet) ?? same.find((one) => one.sheet === undefined);
}

/** Names are equal in either case. */
const keyOf = (name: string): string => name.toUpperCase();

const operand = (reference: string): string => (tokensIn(reference).length === 1 ? reference : `(${reference})`);
