// The code of this module that a first quote does not need. It is in the script more.js, with all other functions.
import { CellError } from '../core/errors';
import { operationOf } from './operations';
import type { Transport } from './transport/transport';
import type { DecodedAnswer } from './transport/wire';

export { operationOf } from './operations';
export { checkListing } from './listing';
export { adviseOn } from './symbol-finder';

/** Sends one of the POST operations. It is loaded late, since no cell uses it. */
export function upload(
  transport: Transport,
  id: string,
  content: unknown,
  signal: AbortSignal,
): Promise<DecodedAnswer> {
  const body = JSON.stringify(content) as string | undefined;
  if (body === undefined)
    throw new CellError('#VALUE!', 'content: give what is to be uploaded, as a value that can be written as JSON');
  return transport.upload(operationOf(id), {}, body, signal);
}
