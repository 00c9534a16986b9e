import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { StartError } from '../start-error';

const SERVER = path.resolve(__dirname, '../../sandbox/server.ts');

/**
 * Runs the sandbox, as its own command does, in a thread that ends with this process. Resolves to its address, without
 * a slash at the end.
 */
export function startSandboxThread(): Promise<string> {
  const code = `process.argv[1] = ${JSON.stringify(SERVER)}; require('tsx/cjs'); require(process.argv[1]);`;
  return new Promise((resolve, reject) => {
    const worker = new Worker(code, { eval: true, argv: ['--port', '0'], stdout: true, stderr: true });
    const fail = (): void => {
      reject(new StartError('--sandbox: the simulated service did not start'));
    };
    worker.once('error', fail);
    worker.once('exit', fail);
    let said = '';
    worker.stdout.on('data', (data: Buffer) => {
      said += data.toString();
      const address = /^Sandbox: (\S+?)\/$/m.exec(said)?.[1];
      if (address !== undefined) resolve(address);
    });
    // The thread alone must not keep the process alive.
    worker.unref();
  });
}
