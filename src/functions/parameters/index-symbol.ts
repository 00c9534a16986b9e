import { wrongArgument } from '../../core/errors';
import { misnamedArgument } from '../../core/fixable-error';
import { symbolMeant } from '../../core/names/symbol-notations';
import type { Parameter } from '../define';
import { symbol } from './symbol';

const WHAT = 'the symbol of an index such as "SPX"';

/** The symbol of one index, upper case; the prefix "indices:" is allowed. */
export function indexSymbol(): Parameter<string> {
  const ofAnyArea = symbol(WHAT);
  return {
    ...ofAnyArea,
    read(argument, name, reading) {
      const { symbol: written, area = 'indices' } = ofAnyArea.read(argument, name, reading);
      const meant = symbolMeant(written);
      if (meant?.area === 'indices') throw misnamedArgument(name, written, 'the symbol of an index', meant.symbol);
      if (area !== 'indices') throw wrongArgument(name, `${area}:${written}`, WHAT);
      return written;
    },
  };
}
