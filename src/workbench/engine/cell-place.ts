/** One cell of the workbook, counted from zero. */
export interface CellPlace {
  readonly unitId: string;
  readonly sheetId: string;
  readonly row: number;
  readonly column: number;
}

/** The same text for the same cell, as a key for maps. */
export const placeKey = (place: CellPlace): string => `${place.unitId}!${place.sheetId}!${place.row},${place.column}`;

/** Cells of one sheet, both ends included. */
export interface SheetRange {
  readonly unitId: string;
  readonly sheetId: string;
  readonly range: {
    readonly startRow: number;
    readonly endRow: number;
    readonly startColumn: number;
    readonly endColumn: number;
  };
}

const sheetOf = (place: CellPlace): string => `${place.unitId}!${place.sheetId}`;

/** Joins vertical neighbours, so that a filled column is one range instead of thousands. */
export function rangesOf(places: readonly CellPlace[]): SheetRange[] {
  const sorted = [...places].sort((a, b) =>
    sheetOf(a) < sheetOf(b) ? -1 : sheetOf(a) > sheetOf(b) ? 1 : a.column - b.column || a.row - b.row,
  );
  const ranges: SheetRange[] = [];
  let previous: CellPlace | undefined;
  for (const place of sorted) {
    const { unitId, sheetId, row, column } = place;
    const last = ranges.at(-1);
    const isBelow =
      previous !== undefined &&
      sheetOf(previous) === sheetOf(place) &&
      previous.column === column &&
      (previous.row === row || previous.row === row - 1);
    if (last && isBelow) ranges[ranges.length - 1] = { ...last, range: { ...last.range, endRow: row } };
    else
      ranges.push({ unitId, sheetId, range: { startRow: row, endRow: row, startColumn: column, endColumn: column } });
    previous = place;
  }
  return ranges;
}
