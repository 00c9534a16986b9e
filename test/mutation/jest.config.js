const { resolve } = require('node:path');
const jest = require('../../jest.config.js');

/** Unit tests alone: no browser, no server, and properties with fewer cases. */
module.exports = {
  rootDir: resolve(__dirname, '../..'),
  moduleNameMapper: { '^fast-check$': '<rootDir>/test/mutation/fewer-cases.js' },
  setupFilesAfterEnv: jest.setupFilesAfterEnv,
  transform: jest.transform,
  testTimeout: jest.testTimeout,
};
