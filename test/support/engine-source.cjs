const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const { join } = require('node:path');

const PATCHES = join(__dirname, '..', '..', 'src', 'workbench', 'univer-patches');
const changeSource = require(join(PATCHES, 'source-changes.cjs'));

/** Packages of the engine, and what stands for them, as in the workbench's page. */
const REPLACED = {
  numfmt: 'typed-dates',
  'cjk-regex': 'unused-packages',
  'franc-min': 'unused-packages',
  'opentype.js': 'unused-packages',
};

/** Gives tests the engine with the changes that the workbench's build makes in its source. */
module.exports = {
  /** What is kept of an earlier run holds for the same changes alone. */
  getCacheKey: (source) =>
    createHash('sha256')
      .update(source)
      .update(readFileSync(join(PATCHES, 'source-changes.cjs')))
      .digest('hex'),
  process(source) {
    const changed = changeSource.call({ emitFile: () => undefined }, source);
    return {
      code: changed.replace(/require\("([^"]+)"\)/g, (call, name) =>
        Object.hasOwn(REPLACED, name) ? `require(${JSON.stringify(join(PATCHES, REPLACED[name]))})` : call,
      ),
    };
  },
};
