import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { builtFiles } from '../../../src/gateway/site';

jest.mock('node:fs', () => ({ ...jest.requireActual<object>('node:fs'), existsSync: jest.fn() }));
jest.mock('node:fs/promises', () => ({
  ...jest.requireActual<object>('node:fs/promises'),
  stat: jest.fn(),
  mkdir: jest.fn(),
  rm: jest.fn(),
}));
jest.mock('node:child_process', () => ({ execFile: jest.fn() }));

test.each([
  ['src/functions/quote.ts', true],
  ['src/build/pages/terms.md', true],
  ['src/sandbox/app.ts', true],
  ['manifest.xml', true],
  ['src/gateway/gateway.ts', false],
])('a change of %s leads to a new build of the gateway’s add-in: %s', async (changed, isBuilt) => {
  const { stat: realStat } = jest.requireActual<typeof import('node:fs/promises')>('node:fs/promises');
  jest.mocked(existsSync).mockReturnValue(true);
  // Built at 2, and everything is from before but the file that has changed.
  jest.mocked(stat).mockImplementation(async (name) => {
    const file = String(name);
    const mtimeMs = file.includes('.cache') ? 2 : file.endsWith(changed) ? 3 : 1;
    const isFolder = !file.includes('.cache') && (await realStat(file)).isDirectory();
    return { mtimeMs, isDirectory: () => isFolder } as never;
  });
  jest.mocked(execFile).mockImplementation(((...all: readonly unknown[]) => {
    (all.at(-1) as (error: Error) => void)(new Error('No build in a test'));
  }) as never);
  const said: string[] = [];
  await builtFiles((text) => said.push(text)).catch(() => undefined);
  expect(said).toEqual(isBuilt ? ['Building the add-in again: its sources have changed…'] : []);
});
