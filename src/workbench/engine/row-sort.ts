/** Stands for every error: for a sort they are all the same. */
export const AN_ERROR = Symbol('an error');

/** A cell's value as a sort compares it; null for a blank cell. */
export type SortValue = string | number | boolean | typeof AN_ERROR | null;

/** A column by which rows are sorted: its place in the block, counted from zero. */
export interface SortKey {
  readonly column: number;
  readonly isDescending: boolean;
}

/**
 * The order of rows: at each place, the index of the row that comes to stand there. As in Excel: numbers, texts in
 * either case, FALSE, TRUE, errors; the other way round if it descends; blanks always last. Equal rows keep their order.
 */
export function orderOf(rows: readonly (readonly SortValue[])[], keys: readonly SortKey[]): number[] {
  const compare = (one: number, other: number): number => {
    for (const { column, isDescending } of keys) {
      const difference = compareInOrder(rows[one]?.[column] ?? null, rows[other]?.[column] ?? null, isDescending);
      if (difference !== 0) return difference;
    }
    return one - other;
  };
  return rows.map((_, index) => index).sort(compare);
}

/** Less than 0 if the first value comes first, 0 if the two are equal. */
export function compareInOrder(one: SortValue, other: SortValue, isDescending: boolean): number {
  if (one === null || other === null) return one === other ? 0 : one === null ? 1 : -1;
  const difference = compareValues(one, other);
  return isDescending ? -difference : difference;
}

/** Of any language: the order must not depend on who looks. */
const TEXTS = new Intl.Collator('en', { sensitivity: 'accent' });

function compareValues(one: NonNullable<SortValue>, other: NonNullable<SortValue>): number {
  if (typeof one === 'string' && typeof other === 'string') return TEXTS.compare(one, other);
  const difference = rankOf(one) - rankOf(other);
  return difference === 0 && one !== AN_ERROR ? Number(one) - Number(other) : difference;
}

const RANKS: readonly string[] = ['number', 'string', 'boolean', 'symbol'];
const rankOf = (value: NonNullable<SortValue>): number => RANKS.indexOf(typeof value);

/**
 * Whether the first row looks like headings: different texts alone, above something that is no text, or set off by a
 * look that the next row does not have.
 */
export function hasHeadings(rows: readonly (readonly SortValue[])[], isSetOff: boolean): boolean {
  const [first = [], ...others] = rows;
  const texts = first.filter((value) => value !== null);
  if (texts.length === 0 || !texts.every((value) => typeof value === 'string')) return false;
  return isSetOff || others.some((row) => row.some((value) => value !== null && typeof value !== 'string'));
}
