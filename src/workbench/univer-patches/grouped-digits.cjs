/** In the engine's own words, the amounts whose digits stand in groups of three. */
const AMOUNT = String.raw`/^-?\d{1,3}(,\d{3})*(\.\d+)?$/`;

/** Whatever stands around the digits: the parser of numbers has read it. */
const WITH_SIGNS = String.raw`/^[^\d,]*\d{1,3}(,\d{3})*(\.\d+)?(e[-+]?\d+)?[^\d,]*$/i`;

/**
 * Mends: the engine takes "(3,000,000)", "-$1,000" and "1,250%" for texts, which sums leave out, although it reads them
 * without commas.
 *
 * Can go when test/unit/workbench/univer-patches/patches.test.ts says that the engine reads them.
 */
module.exports = function readGroupedDigits(source) {
  return source.replace(AMOUNT, () => WITH_SIGNS);
};
