import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { SandboxOptions } from '../../src/sandbox/app';
import type { PageFiles } from '../../src/workbench/bundle';
import type { FastClock } from '../support/fast-clock';
import { WorkbenchPage } from './workbench-page';

interface Options {
  /** What all tests need once it is open. */
  readonly prepare?: (workbench: WorkbenchPage) => Promise<void>;
  readonly sandbox?: SandboxOptions;
  /** Complaints that the tests cause on purpose. */
  readonly causes?: RegExp;
  /** A faster clock for the page. */
  readonly clock?: FastClock;
}

/** Gives the tests of a file one workbench. None of them may leave an unexpected complaint in the console. */
export function useWorkbench({ prepare, sandbox, causes, clock }: Options = {}): WorkbenchPage {
  const workbench = new WorkbenchPage(clock);
  beforeAll(async () => {
    await workbench.start({ page: await readPage(), ...(sandbox && { sandbox }) });
    await workbench.open();
    await prepare?.(workbench);
  });
  afterEach(() => expect(workbench.complaints.filter((text) => !causes?.test(text))).toEqual([]));
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
