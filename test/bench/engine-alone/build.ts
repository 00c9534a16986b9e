import { join } from 'node:path';
import { bundlePage } from '../../../src/workbench/bundle';
import { playgroundFiles, writeFiles } from '../../../src/workbench/playground';

/** Writes the playground, and beside it the same page with the engine alone, into the folder that is named. */
async function main([folder]: readonly string[]): Promise<void> {
  await writeFiles(await playgroundFiles(), join(folder!, 'playground'));
  const alone = bundlePage(true, join(__dirname, 'page.ts'));
  await writeFiles(await playgroundFiles(alone), join(folder!, 'engine-alone'));
}

void main(process.argv.slice(2));
