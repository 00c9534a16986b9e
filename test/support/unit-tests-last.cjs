const path = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

const UNIT = path.join(__dirname, '../unit') + path.sep;

/** Unit tests are short: taken last, they let all workers end at about the same time. */
module.exports = class extends Sequencer {
  async sort(tests) {
    const inOrder = [...(await super.sort(tests))];
    const isUnit = ({ path: file }) => file.startsWith(UNIT);
    return [...inOrder.filter((test) => !isUnit(test)), ...inOrder.filter(isUnit)];
  }
};
