/** Why code that is loaded late did not arrive. */
export type MissingCode = 'gone' | 'unreachable';

export const UPDATED = 'MD for Excel was updated: close the workbook and open it again';

/**
 * Whether a file of the add-in no longer exists on its web server, as after an update, or the server is unreachable.
 *
 * @param error what webpack rejects with; it names the file
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
