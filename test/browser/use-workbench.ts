import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { SandboxOptions } from '../../src/sandbox/app';
import type { PageFiles } from '../../src/workbench/bundle';
import type { FastClock } from '../support/fast-clock';
import { WorkbenchPage } from './workbench-page';

interface Options {
  /** The workbench opens for all tests of the file together, or for each. */
  readonly opens?: 'once' | 'for each test';
  /** What all tests need in a workbench that opens once. */
  readonly prepare?: (workbench: WorkbenchPage) => Promise<void>;
  readonly sandbox?: SandboxOptions;
  /** Complaints that the tests cause on purpose. */
  readonly causes?: RegExp;
  /** A faster clock for the page. */
  readonly clock?: FastClock;
}

/** Gives the tests of a file their workbench. None of them may leave an unexpected complaint in the console. */
export function useWorkbench({ opens = 'once', prepare, sandbox, causes, clock }: Options = {}): WorkbenchPage {
  const workbench = new WorkbenchPage(clock);
  const open = async (): Promise<void> => {
    await workbench.open();
    await prepare?.(workbench);
  };
  beforeAll(async () => {
    await workbench.start({ page: await readPage(), ...(sandbox && { sandbox }) });
    if (opens === 'once') await open();
  });
  if (opens === 'for each test') beforeEach(open);
  afterEach(() => {
    expect(workbench.complaints.filter((text) => !causes?.test(text))).toEqual([]);
  });
  afterAll(() => workbench.stop());
  return workbench;
}

/** The workbench's page, which the set-up of the run has bundled. */
export async function readPage(folder = process.env.MD_WORKBENCH ?? ''): Promise<PageFiles> {
  const names = await readdir(folder);
  return new Map(
    await Promise.all(
      names.map(async (name) => [name, new Uint8Array(await readFile(path.join(folder, name)))] as const),
    ),
  );
}
