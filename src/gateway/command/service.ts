import { StartError } from '../start-error';
import { type RawOptions, readAddress, readKey } from './options';
import { startSandboxThread } from './sandbox';

const SANDBOX_KEY = 'sandbox';

/** The service that the options name, and its key; the sandbox is started first. Throws a StartError. */
export async function findService(
  raw: RawOptions,
  environment: NodeJS.ProcessEnv,
): Promise<{ readonly address: string; readonly key: string }> {
  if (raw.sandbox) return { address: await startSandboxThread(), key: SANDBOX_KEY };
  if (raw.service === '') throw new StartError('Say which service: --service URL, or --sandbox for the simulated one');
  return { address: readAddress('service', raw.service), key: readKey(raw['key-file'], environment) };
}
