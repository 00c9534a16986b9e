/** In the engine's own words, where a number in a typed formula is read, to be written in the engine's way. */
const NUMBER = 'getNumfmtParseValueFilter(token)';

/**
 * Mends: the engine writes 1E6 in a typed formula as 1000000, and 1.50 as 1.5, and then takes the texts behind it from
 * places that have moved: `=IF(1E6>2,"yes","no")` was entered as `=IF(1000000>2,",","n","")`. Here numbers stay as typed.
 *
 * Can go when test/browser/workbench-typing.test.ts, "a formula is what was typed", passes without it.
 */
module.exports = function keepTypedNumbers(source) {
  return source.replace(NUMBER, 'null');
};
