import { rm } from 'node:fs/promises';

/** Removes what the run has written beside the project: keys and tokens of tests, logs, profiles of browsers. */
export default async function globalTeardown(): Promise<void> {
  const { TMPDIR, MD_TMPDIR_BEFORE, MD_TMPDIR_OWNER } = process.env;
  // A run that a test starts has the folder of the outer one, which still needs it.
  if (TMPDIR === undefined || MD_TMPDIR_BEFORE === undefined || MD_TMPDIR_OWNER !== String(process.pid)) return;
  await rm(TMPDIR, { recursive: true, force: true, maxRetries: 3 });
  // A watched run starts again in the same process.
  process.env.TMPDIR = MD_TMPDIR_BEFORE;
  delete process.env.MD_TMPDIR_BEFORE;
}
