const { filter: _, ...jest } = require('../jest.config');
const { night } = require('./suites');

/** Tests that need nothing built: `npm run test:watch` looks among them for those that a change touches. */
module.exports = {
  ...jest,
  rootDir: '..',
  roots: ['<rootDir>/src', '<rootDir>/test'],
  testPathIgnorePatterns: [
    '/node_modules/',
    '/test/(?:browser|excel|gateway)/',
    '/contract/(?:build|left-out-texts|unified-manifest)\\.',
    ...night.map((name) => `/test/${name}\\.test\\.ts$`),
  ],
  globalSetup: undefined,
};
