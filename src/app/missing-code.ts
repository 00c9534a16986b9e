import { notAvailable } from '../core/errors';
import type { Session } from './session';
import { messageOf } from '../core/basics';

/** Why code that is loaded late did not arrive. */
export type MissingCode = 'gone' | 'unreachable';

export const UPDATED = 'MD for Excel was updated: close the workbook and open it again';
const NOT_LOADED = 'Part of MD could not be loaded: check the connection, then recalculate';
const AGAIN_MS = 60_000;

/**
 * Whether a file of the add-in no longer exists on its web server, as after an update, or the server is unreachable.
 * @param error the error of webpack, which names the file
 */
export async function whyMissing(error: unknown): Promise<MissingCode> {
  const { request } = error as { readonly request?: string };
  if (request === undefined) return 'unreachable';
  try {
    const { status, headers } = await fetch(request, { method: 'HEAD', cache: 'no-store' });
    // Some servers answer with their front page instead of 404.
    const isCode = (headers.get('content-type') ?? '').includes('javascript');
    return status === 404 || status === 410 || (status === 200 && !isCode) ? 'gone' : 'unreachable';
  } catch {
    return 'unreachable';
  }
}

/** Loads code that a cell needs. Throws a CellError if that fails. */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch (error) {
    throw notAvailable((await whyMissing(error)) === 'gone' ? UPDATED : NOT_LOADED, error);
  }
}

/** Loads code that no cell waits for, and retries until it succeeds. The activity says once why it failed. */
export function insist(session: Pick<Session, 'note'>, run: () => Promise<unknown>, isAgain = false): void {
  run().catch((error: unknown) => {
    if (!isAgain) session.note(messageOf(error));
    setTimeout(insist, AGAIN_MS, session, run, true);
  });
}
