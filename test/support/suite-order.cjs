const path = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');
const chosen = require('./chosen-suites.cjs');

const TESTS = path.join(__dirname, '..');

/** The longest first, even where nobody has measured them yet: then all workers end at about the same time. */
const FOLDERS = ['excel', 'browser', 'gateway', 'properties', 'faults', 'contract', 'docs', 'bench', 'unit'];

module.exports = class extends Sequencer {
  async sort(tests) {
    chosen.files = tests.map(({ path: file }) => file);
    const rankOf = ({ path: file }) => FOLDERS.indexOf(path.relative(TESTS, file).split(path.sep)[0]);
    return [...(await super.sort(tests))].sort((one, other) => rankOf(one) - rankOf(other));
  }
};
