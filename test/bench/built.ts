import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const CACHE = join(process.cwd(), 'node_modules/.cache/bench');
const WEBPACK = join(process.cwd(), 'node_modules/webpack/bin/webpack.js');

let built: string | undefined;

/**
 * The folder of the add-in as it is released, with office.js beside it. Built again in every run, because dist may be
 * old.
 */
export function builtAddIn(): string {
  if (built !== undefined) return built;
  const folder = join(CACHE, 'add-in');
  execFileSync(process.execPath, [WEBPACK, '--mode', 'production', '--output-path', folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, OFFICE_JS: 'local' },
  });
  return (built = folder);
}

/** The folder of an add-in that has one function and nothing else, with the same office.js. */
export function oneFunctionAddIn(): string {
  const folder = join(CACHE, 'one-function');
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(process.cwd(), 'test/bench/one-function'), folder, { recursive: true });
  cpSync(join(builtAddIn(), 'office-js'), join(folder, 'office-js'), { recursive: true });
  return folder;
}
