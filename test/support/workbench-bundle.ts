import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { bundlePage } from '../../src/workbench/bundle';

/** Bundles the workbench's page into a folder, as the workbench does when it starts. */
export async function bundleWorkbench(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, content] of await bundlePage()) await writeFile(path.join(folder, name), content);
}
