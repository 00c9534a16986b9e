const { availableParallelism } = require('node:os');

module.exports = {
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  transform: {
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
  setupFiles: ['<rootDir>/test/support/seed.ts'],
  setupFilesAfterEnv: ['<rootDir>/test/support/equality.ts', '<rootDir>/test/support/second-try.ts'],
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  testSequencer: '<rootDir>/test/support/unit-tests-last.cjs',
  testTimeout: 180_000,
  // Browsers, gateways and stores need the other cores. With one worker alone most of the time would be waiting.
  maxWorkers: Math.max(2, Math.floor(availableParallelism() / 2)),
  // A worker keeps some memory of each file, and what awaits much slows down several times as its heap grows.
  workerIdleMemoryLimit: '250MB',
};
