import { createScoreLookup } from '../../api/scores';
import type { Session } from '../../app/session';
import { Cancellation } from '../../core/cancellation';
import { leavesOf } from '../../core/score';
import { SCORE_MODELS } from '../../core/score-models';
import { splitPrefix } from '../../core/names/symbol-parts';
import type { Entry } from './entries';

/**
 * What `field` of MD.SCORE can pick from the scores of the first company entered, with the values that it would give:
 * the service publishes no list. The preview asks the same questions. None without a company.
 *
 * @param symbols as entered
 * @param models as entered; all where none is
 */
export async function scorePathsOf({ client }: Session, symbols: string, models: string): Promise<readonly Entry[]> {
  const symbol = splitPrefix(symbols.split(',')[0]!.trim()).name.toUpperCase();
  if (!client || symbol === '' || symbol.startsWith('=')) return [];
  const named = SCORE_MODELS.filter((model) => itemsIn(models).includes(model));
  const chosenModels = named.length === 0 ? SCORE_MODELS : named;
  const lookup = client.lookup('scores', createScoreLookup);
  const lists = chosenModels.map(async (model) => {
    const { data } = await lookup.read({ symbol, model }, { isPreview: false, cancellation: new Cancellation() });
    return leavesOf(data).map(({ path, value }) => ({
      code: named.length === 1 ? path : `${model}.${path}`,
      name: typeof value === 'boolean' ? String(value).toUpperCase() : String(value ?? ''),
      others: [model],
    }));
  });
  const settled = await Promise.allSettled(lists);
  return settled.flatMap((list) => (list.status === 'fulfilled' ? list.value : []));
}

const itemsIn = (text: string): string[] => text.split(',').map((item) => item.trim().toLowerCase());
