import type { Call } from '../../core/call';
import { loadCode } from '../../app/missing-code';
import type { Context } from '../define';
import type { SymbolInArea } from '../parameters/symbols';
import type { MaybePromise } from '../../core/basics';

/**
 * Continues with a symbol unless it names an exchange and the service's stock of that symbol may be another company's.
 * Creates no promise for a symbol without an exchange.
 */
export function confirmListing<T>(
  { symbol, mic }: SymbolInArea,
  { client }: Pick<Context, 'client'>,
  call: Call,
  next: () => MaybePromise<T>,
): MaybePromise<T> {
  if (mic === undefined) return next();
  return loadCode(() => import('../../api/late'))
    .then(({ checkListing }) => checkListing(symbol, mic, client, call))
    .then(next);
}
