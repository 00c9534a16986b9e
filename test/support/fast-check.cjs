const fc = require('../../node_modules/fast-check/lib/cjs/fast-check');

const { PROPERTY_SEED: seed = '20261120', MD_TESTS } = process.env;
// Everybody tries the same cases, so that what passed here passes there. PROPERTY_SEED=random tries others; what fails
// then prints its seed.
if (seed !== 'random') fc.configureGlobal({ seed: Number(seed) });

/** Enough for nearly every fault. A property that names more cases tries them all at night. */
const BY_DAY = 300;
/** What decides who gets in, and what leaves, is tried in full by day too. */
const IN_FULL = /[\\/]gateway[\\/]/;

/** fast-check, which tries no more cases of a property than these. */
function upTo(maxCases, always = {}) {
  const assert = (property, { numRuns, ...parameters } = {}) => {
    const most = IN_FULL.test(expect.getState().testPath ?? '') ? Infinity : maxCases;
    return fc.assert(property, { ...parameters, ...(numRuns && { numRuns: Math.min(numRuns, most) }), ...always });
  };
  const library = { ...fc, assert };
  // Tests import it by default and as a namespace.
  return { __esModule: true, ...library, default: library };
}

module.exports = { ...upTo(MD_TESTS === 'night' ? Infinity : BY_DAY), upTo };
