import { UPDATED, whyMissing } from '../../app/missing-code';

const NOT_LOADED = 'The code for this could not be loaded: check the connection, then try again';

/**
 * What freezes and thaws cells, and takes, compares and shows snapshots. The tab shows its lists without it, so it is
 * loaded after the tab, and once more by the first click if that failed. Rejects with a sentence for the user.
 */
export const loadActions = (): Promise<typeof import('./actions')> => import('./actions').catch(notLoaded);

async function notLoaded(error: unknown): Promise<never> {
  throw new Error((await whyMissing(error)) === 'gone' ? UPDATED : NOT_LOADED, { cause: error });
}
