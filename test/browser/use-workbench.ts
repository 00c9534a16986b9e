import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { SandboxOptions } from '../../src/sandbox/app';
import type { PageFiles } from '../../src/workbench/bundle';
import type { FastClock } from '../support/fast-clock';
import { WorkbenchPage } from './workbench-page';

const MAX_START_MS = 120_000;

interface Options {
  /** The workbench opens for all tests of the file together, or for each. */
  readonly opens?: 'once' | 'for each test';
  /** What all tests need in a workbench that opens once. With it a second try of a test begins with a first visit. */
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
  }, MAX_START_MS);
  if (opens === 'for each test') beforeEach(open);
  else if (prepare) beforeEachSecondTry(open);
  afterEach(() => {
    expect(workbench.complaints.filter((text) => !causes?.test(text))).toEqual([]);
  });
  afterAll(() => workbench.stop());
  return workbench;
}

function beforeEachSecondTry(run: () => Promise<void>): void {
  const tried = new Set<string | undefined>();
  beforeEach(async () => {
    const { currentTestName } = expect.getState();
    if (tried.has(currentTestName)) await run();
    tried.add(currentTestName);
  });
}

/** The workbench's page, which the set-up of the run has bundled. */
async function readPage(folder = process.env.MD_WORKBENCH ?? ''): Promise<PageFiles> {
  const names = await readdir(folder);
  return new Map(
    await Promise.all(
      names.map(async (name) => [name, new Uint8Array(await readFile(path.join(folder, name)))] as const),
    ),
  );
}
