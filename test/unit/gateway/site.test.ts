import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { builtFiles } from '../../../src/gateway/site';

jest.mock('node:fs', () => ({ ...jest.requireActual<object>('node:fs'), existsSync: jest.fn(), statSync: jest.fn() }));
jest.mock('node:fs/promises', () => ({
  ...jest.requireActual<object>('node:fs/promises'),
  mkdir: jest.fn(),
  rename: jest.fn(() => Promise.resolve()),
  rm: jest.fn(),
}));
jest.mock('node:child_process', () => ({ execFile: jest.fn() }));

const { statSync: realStat } = jest.requireActual<typeof import('node:fs')>('node:fs');

/** Files and folders that were changed at these times, and a build that ends like this. */
function mockBuild(timeOf: (file: string) => number, end: () => Error | null): void {
  jest.mocked(existsSync).mockReturnValue(true);
  jest.mocked(statSync).mockImplementation((name) => {
    const file = String(name);
    const isFolder = !file.includes('.cache') && realStat(file).isDirectory();
    return { mtimeMs: timeOf(file), isDirectory: () => isFolder } as never;
  });
  jest.mocked(execFile).mockImplementation(((...all: readonly unknown[]) => {
    (all.at(-1) as (error: Error | null) => void)(end());
  }) as never);
}

test.each([
  ['src/functions/quote.ts', true],
  ['src/build/pages/terms.md', true],
  ['docs/first-day.md', true],
  ['src/sandbox/app.ts', true],
  ['manifest.xml', true],
  ['src/gateway/gateway.ts', false],
])('a change of %s leads to a new build of the gateway’s add-in: %s', async (changed, isBuilt) => {
  // Built at 2, and everything is from before but the file that has changed.
  mockBuild(
    (file) => (file.includes('.cache') ? 2 : file.endsWith(changed) ? 3 : 1),
    () => new Error('No build in a test'),
  );
  const said: string[] = [];
  await builtFiles((text) => said.push(text)).catch(() => undefined);
  expect(said).toEqual(isBuilt ? ['Building the add-in again: its sources have changed…'] : []);
});

test.each([
  ['stays as it is if another node was quicker: it reads its files now', 4, 0],
  ['is replaced if none was', 2, 2],
])('the built add-in %s', async (_, afterwards, renamed) => {
  // Built at 2, and everything has changed at 3.
  let builtAt = 2;
  mockBuild(
    (file) => (file.includes('.cache') ? builtAt : 3),
    () => {
      builtAt = afterwards;
      return null;
    },
  );
  jest.mocked(rename).mockClear();
  await builtFiles(() => undefined);
  expect(rename).toHaveBeenCalledTimes(renamed);
});
