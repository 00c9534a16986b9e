import { CellError } from '../core/errors';
import type { Area } from './interface/operation';

/** #N/A: an area has no quote for a symbol. */
export class UnknownSymbolError extends CellError {
  override readonly name = 'UnknownSymbolError';

  constructor(
    readonly symbol: string,
    readonly area: Area,
    cause?: unknown,
    message = `"${symbol}" has no quote in ${area}: check the spelling and the area`,
  ) {
    super('#N/A', message, cause === undefined ? undefined : { cause });
  }
}
