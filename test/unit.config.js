const jest = require('../jest.config');

/** Tests that need nothing built: `npm run test:watch` looks among them for those that a change touches. */
module.exports = {
  ...jest,
  rootDir: '..',
  roots: ['<rootDir>/src', '<rootDir>/test'],
  testPathIgnorePatterns: [
    ...jest.testPathIgnorePatterns,
    '/test/(?:browser|excel|gateway)/',
    '/contract/(?:build|left-out-texts)\\.',
  ],
  globalSetup: undefined,
};
