import { misnamedArgument } from '../../core/fixable-error';
import { filingTypeMeant } from '../../core/names/colloquial-names';
import type { Parameter } from '../define';
import { text } from './words';

const WHAT = 'a filing type such as "10-K"';

/**
 * Filing types in the SEC's spelling, one or several with commas between them; undefined if omitted or blank. Types that
 * are not in our list are sent to the service unchecked.
 */
export function filingTypes(): Parameter<readonly string[] | undefined> {
  const ofAnyKind = text(WHAT);
  return {
    ...ofAnyKind,
    input: 'filing-type',
    read(argument, name, reading) {
      const types = (ofAnyKind.read(argument, name, reading) ?? '').split(',').map((type) => type.trim());
      const given = [...new Set(types.filter((type) => type !== ''))];
      for (const type of given) {
        const meant = filingTypeMeant(type);
        if (meant !== undefined) throw misnamedArgument(name, type, 'a filing type', meant);
      }
      return given.length === 0 ? undefined : given;
    },
  };
}
