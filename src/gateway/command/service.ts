import path from 'node:path';
import { StartError } from '../start-error';
import { type RawOptions, readKey, readServiceAddress } from './options';
import { Worker } from 'node:worker_threads';

const SANDBOX_KEY = 'sandbox';

/** The service that the options name, and its key; the sandbox is started first. Throws a StartError. */
export async function findService(
  raw: RawOptions,
  environment: NodeJS.ProcessEnv,
): Promise<{ readonly address: string; readonly key: string }> {
  if (raw.sandbox) return { address: await startSandboxThread(), key: SANDBOX_KEY };
  if (raw.service === '') throw new StartError('Say which service: --service URL, or --sandbox for the simulated one');
  return { address: readServiceAddress(raw.service), key: readKey(raw['key-file'], environment) };
}

const SERVER = path.resolve(__dirname, '../../sandbox/server.ts');

/**
 * Runs the sandbox, as its own command does, in a thread that ends with this process. Resolves to its address, without
 * a slash at the end.
 */
function startSandboxThread(): Promise<string> {
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
