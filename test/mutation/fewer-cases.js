const fc = require('../../node_modules/fast-check/lib/cjs/fast-check');

const MAX_CASES = 200;

/** A mutant that a property finds is found within a few hundred cases; ten thousand for each mutant would take hours. */
const assert = (property, { numRuns = MAX_CASES, ...parameters } = {}) =>
  fc.assert(property, { ...parameters, numRuns: Math.min(numRuns, MAX_CASES), endOnFailure: true });

const library = { ...fc, assert };

// Tests import it by default and as a namespace.
module.exports = { __esModule: true, ...library, default: library };
