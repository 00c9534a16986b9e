/** In the engine's own words, why it refuses a name. */
const REFUSALS = /if \([^;]+\) return "sheets\.definedName\.name(?:Sheet)?Conflict";/g;

/**
 * Mends: the engine refuses a name such as Growth, Rate or Price, because a function is called so, and one that a sheet
 * has, too. Excel takes them.
 *
 * Can go when test/unit/workbench/univer-patches/patches.test.ts says that the engine refuses none.
 */
module.exports = function allowUsualNames(source) {
  return source.replace(REFUSALS, '');
};
