import { namedOtherwise } from '../../core/mend';
import { filingTypeMeant } from '../../core/names/colloquial-names';
import type { Parameter } from '../define';
import { text } from './words';

const WHAT = 'a filing type such as "10-K"';

/** A type of filing as the SEC writes it; undefined when left out or blank. Types that are not in our list are for the service to judge. */
export function filingType(): Parameter<string | undefined> {
  const ofAnyKind = text(WHAT);
  return {
    ...ofAnyKind,
    read(argument, name, reading) {
      const type = ofAnyKind.read(argument, name, reading);
      const meant = type === undefined ? undefined : filingTypeMeant(type);
      if (meant !== undefined) throw namedOtherwise(name, type!, 'a filing type', meant);
      return type;
    },
  };
}
