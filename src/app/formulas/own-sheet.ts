import { parseA1 } from '../../core/sheet/a1';
import { tokensIn } from './tokens';

/**
 * The formula as one would type it on this sheet: references to it do not name it. In a copy of the sheet they then
 * mean the copy.
 */
export const withoutOwnSheet = (formula: string, sheet: string): string =>
  tokensIn(formula)
    .map(({ type, text }) =>
      type.startsWith('range') && parseA1(text, '')?.sheet === sheet ? text.slice(text.lastIndexOf('!') + 1) : text,
    )
    .join('');
