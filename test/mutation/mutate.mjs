import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Settings for changing a room of src one expression at a time, to learn which changes no unit test notices. Only what has
 * changed since the last run is run again.
 *
 * One file: `npm run mutation:api -- --mutate src/api/lookup/batch.ts`.
 *
 * @param room its folder in src
 * @param tests folders of test/unit that are to notice
 * @param leftOut files of the room that are tables of facts, which contract tests hold
 */
export const mutate = (room, tests, leftOut = []) => ({
  mutate: [`src/${room}/**/*.ts`, ...leftOut.map((name) => `!src/${room}/${name}`)],
  testRunner: 'jest',
  jest: {
    projectType: 'custom',
    configFile: 'test/mutation/jest.config.js',
    config: { testMatch: tests.map((folder) => `<rootDir>/test/unit/${folder}/**/*.test.ts`) },
  },
  coverageAnalysis: 'perTest',
  incremental: true,
  incrementalFile: `.cache/mutation/${room}.json`,
  // Outside the project, whose other tests would find a second copy of every module.
  tempDirName: join(tmpdir(), 'md-for-excel-mutation'),
  ignorePatterns: ['/dist', '/docs', '/assets', '/.cache'],
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  warnings: { slow: false },
  concurrency: 1,
  // Its heap grows with each run, and the longer it lives the slower it is: several times after a few hundred.
  maxTestRunnerReuse: 30,
  timeoutMS: 5_000,
  // The first run of all tests, on a busy machine.
  dryRunTimeoutMinutes: 30,
});
