import { misnamedArgument } from '../../core/fixable-error';
import { filingTypeMeant } from '../../core/names/colloquial-names';
import type { Parameter } from '../define';
import { text } from './words';

const WHAT = 'a filing type such as "10-K"';

/**
 * A filing type in the SEC's spelling; undefined if omitted or blank. Types that are not in our list are sent to the
 * service unchecked.
 */
export function filingType(): Parameter<string | undefined> {
  const ofAnyKind = text(WHAT);
  return {
    ...ofAnyKind,
    input: 'filing-type',
    read(argument, name, reading) {
      const type = ofAnyKind.read(argument, name, reading);
      const meant = type === undefined ? undefined : filingTypeMeant(type);
      if (meant !== undefined) throw misnamedArgument(name, type!, 'a filing type', meant);
      return type;
    },
  };
}
