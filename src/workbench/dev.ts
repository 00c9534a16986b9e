import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { watchPage } from './bundle';
import { BUILD, FOLDER } from './dev-server';

/**
 * `npm run dev`: the workbench, whatever is changed. This process bundles the page again; one beside it serves it, with
 * the functions' help and the sandbox, and starts again when its own code changes. Open pages hear of both and reload.
 */
function main(): void {
  mkdirSync(FOLDER, { recursive: true });
  const server = spawn(
    process.execPath,
    [require.resolve('tsx/cli'), 'watch', '--clear-screen=false', path.join(__dirname, 'dev-server.ts')],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  const watching = watchPage(FOLDER, (problem) => {
    if (problem === undefined) writeFileSync(path.join(FOLDER, BUILD), String(Date.now()));
    else console.error(problem);
  });
  const end = (): void => {
    server.kill();
    watching?.close(() => process.exit());
  };
  server.once('exit', end);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
}

main();
