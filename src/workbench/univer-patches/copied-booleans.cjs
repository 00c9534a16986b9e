/** In the engine's own words, which text of a cell is copied. */
const SHOWN = /if \((isNotNullOrUndefined\(cell\.displayV\)\) return cell\.displayV;)/;

/**
 * Mends: the engine copies TRUE and FALSE as 1 and 0, which other programs take for numbers.
 *
 * Can go when test/unit/workbench/univer-patches/patches.test.ts says that the engine copies no such number.
 */
module.exports = function copyBooleans(source) {
  return source.replace(SHOWN, 'if (cell.t !== CellValueType.BOOLEAN && $1');
};
