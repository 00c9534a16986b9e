const { upTo } = require('../support/fast-check.cjs');

/** A mutant that a property finds is found within a few hundred cases; ten thousand for each mutant would take hours. */
module.exports = upTo(200, { endOnFailure: true });
