import type { Call } from '../core/call';
import { notAvailable } from '../core/errors';
import type { Context, Result } from './define';

export type Handler<Given> = (given: Given, context: Context, call: Call) => Result | Promise<Result>;

const NOT_LOADED = 'The code of this function could not be loaded: check the connection, then recalculate';

/**
 * A handler whose code is loaded with the first formula that needs it, so that the cells of a workbook without one never wait
 * for it. Code that cannot be loaded is asked for again by the next recalculation.
 */
export function later<Given>(load: () => Promise<{ readonly handle: Handler<Given> }>): Handler<Given> {
  let loaded: Handler<Given> | undefined;

  const loadOnce = async (): Promise<Handler<Given>> => loaded = (await loadCode(load)).handle;

  return (given, context, call) =>
    loaded === undefined ? loadOnce().then((handle) => handle(given, context, call)) : loaded(given, context, call);
}

/** Code of a function; what keeps it from coming is an error that a cell can show. */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch (error) {
    throw notAvailable(NOT_LOADED, error);
  }
}
