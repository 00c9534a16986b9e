/** In the engine's own words, how a pasted cell begins to look. */
const LOOK = /(const newValue = \{ s: Object\.assign\(\{\}, )\{\s+\.\.\.DEFAULT_STYLES,/;

/**
 * Mends: the engine gives pasted cells its own font, of 11 points, where what is pasted has none. Here a text leaves the
 * look of cells, and another program's table has the font of the sheet.
 *
 * Can go when test/unit/workbench/univer-patches/patches.test.ts says that the engine has no such look.
 */
module.exports = function keepPastedLooks(source) {
  return source
    .replace(
      LOOK,
      '$1pasteFrom || Object.keys(value.s || {}).length > 0 ? { ...DEFAULT_STYLES, ...(pasteFrom ? {} : worksheet.getDefaultCellStyleInternal()),',
    )
    .replace(/(bg: null,\s+cl: null\s+\})(, value\.s\) \};\s+const cellBd)/, '$1 : {}$2');
};
