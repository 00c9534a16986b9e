import type { Row } from '../../core/columns';

/** Removes rows that equal, field by field, the first row with the same key. Rows without a key are all kept. */
export function withoutRepeats(rows: readonly Row[], keyOf: (row: Row) => string | undefined): readonly Row[] {
  const first = new Map<string, Row>();
  return rows.filter((row) => {
    const key = keyOf(row);
    if (key === undefined) return true;
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, row);
    return earlier === undefined || JSON.stringify(earlier) !== JSON.stringify(row);
  });
}
