import { type Area, AREAS } from '../../api/interface/operation';
import { areasWith, type AreaWith } from '../../api/operations';
import { wrongArgument } from '../../core/errors';
import { areaMeant } from '../../core/names/symbol-parts';
import { oneOf } from '../../core/nearest';
import type { Context, Parameter } from '../define';
import { AREA_TRAITS, word } from './values';

type Listed = 'symbols' | 'news';

/** An area that has such a list; undefined if omitted. */
export function areaOfList<K extends Listed>(kind: K): Parameter<AreaWith<K> | undefined> {
  const words: readonly AreaWith<K>[] = areasWith(kind);
  const ofKind = words.length < AREAS.length && { dropDown: { id: `AREA_WITH_${kind}`, words } };
  const meant = (text: string): string | undefined => words.find((one) => one === areaMeant(text));
  return word(words, { ...AREA_TRAITS, ...ofKind, meant });
}

/** The given area, or that of the settings if it has such a list. */
export function listedArea<K extends Listed>(kind: K, given: AreaWith<K> | undefined, context: Context): AreaWith<K> {
  const words: readonly Area[] = areasWith(kind);
  const area = given ?? context.settings.area;
  if (!words.includes(area)) throw wrongArgument('area', area, oneOf(area, words));
  return area as AreaWith<K>;
}
