import { CELL_INVERTED_INDEX_CACHE } from '@univerjs/preset-sheets-core';

/**
 * Mends: for repeated comparisons of a column the engine has an index that takes errors for texts, so that
 * `=IF(A1>0,"pass","fail")` would pass #N/A. Without it, 2,000 lookups in 2,000 rows take no longer.
 *
 * Can go when test/browser/workbench.test.ts, "compares an error as an error, however often its column is compared",
 * passes without it.
 */
export function compareCellsThemselves(): void {
  CELL_INVERTED_INDEX_CACHE.canUseCache = () => ({ rowsInCache: [], rowsNotInCache: [] });
  CELL_INVERTED_INDEX_CACHE.set = () => undefined;
  CELL_INVERTED_INDEX_CACHE.setContinueBuildingCache = () => undefined;
}
