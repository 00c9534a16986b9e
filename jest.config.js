const { availableParallelism } = require('node:os');

// `npm test`. Other configurations name others.
process.env.MD_SUITES = 'quick';

module.exports = {
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  // Which suites: test/suites.js.
  filter: '<rootDir>/test/support/only-listed.cjs',
  transform: {
    '/@univerjs/.+/cjs/': '<rootDir>/test/support/engine-source.cjs',
    '^.+\\.[tj]sx?$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic', importSource: 'preact' } },
        },
        module: { type: 'commonjs' },
      },
    ],
  },
  // These come as ECMAScript modules alone, which jest does not load.
  transformIgnorePatterns: [
    '/node_modules/(?!(?:marked|jose|oauth4webapi|@univerjs|lodash-es|nanoid|rbush|quickselect|kdbush)/)',
  ],
  // Modules run in a context of their own, in which looking up a global costs more than most calls of it.
  sandboxInjectedGlobals: ['Array', 'Math', 'Number', 'Object', 'String'],
  moduleNameMapper: {
    '\\.css$': '<rootDir>/test/support/no-styles.cjs',
    '^fast-check$': '<rootDir>/test/support/fast-check.cjs',
    '^@univerjs/preset-sheets-core$': '<rootDir>/test/support/engine-without-page.ts',
    '^@univerjs/preset-sheets-core/locales/en-US$': '@univerjs/preset-sheets-node-core/locales/en-US',
  },
  setupFiles: ['<rootDir>/test/support/current-test.cjs'],
  setupFilesAfterEnv: ['<rootDir>/test/support/equality.ts'],
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  testSequencer: '<rootDir>/test/support/suite-order.cjs',
  reporters: ['default', '<rootDir>/test/support/progress.cjs'],
  // For what would hang for ever. However slow a machine is, what is waited for comes sooner.
  testTimeout: 600_000,
  // Browsers, gateways and stores need the other cores. With one worker alone most of the time would be waiting; a third
  // gained nothing on two cores.
  maxWorkers: Math.max(2, Math.floor(availableParallelism() / 2)),
  // A worker keeps some memory of each file, and what awaits much slows down several times as its heap grows.
  workerIdleMemoryLimit: '800MB',
};
