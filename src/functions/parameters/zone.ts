import { isKnownZone, type Zone } from '../../core/calendar/zones';
import { wrongArgument } from '../../core/errors';
import { didYouMean, nearest } from '../../core/nearest';
import type { Parameter } from '../define';
import { readText } from './words';

const ZONE_WORDS: readonly string[] = ['exchange', 'utc', 'local'];
const ALLOWED_ZONES = `one of ${ZONE_WORDS.join(', ')}, or a time zone such as "Europe/Paris"`;

/** The time zone in which times are shown or read; undefined if omitted. */
export const zone = (byDefault: 'exchange' | 'local' = 'exchange'): Parameter<Zone | undefined> => ({
  isOptional: true,
  excelType: 'string',
  dimensionality: 'scalar',
  input: 'suggestion',
  default: byDefault,
  dropDown: { id: 'ZONE', words: ZONE_WORDS },
  read(argument, name) {
    const text = readText(argument, name, ALLOWED_ZONES);
    if (text === undefined) return undefined;
    const lowerCased = text.toLowerCase();
    if (ZONE_WORDS.includes(lowerCased)) return lowerCased;
    if (isKnownZone(text)) return text;
    throw wrongArgument(name, text, ALLOWED_ZONES + didYouMean(nearestZone(lowerCased)));
  },
});

/** Finds a zone by its city alone: "Paris". */
function nearestZone(name: string): string | undefined {
  const zones = Intl.supportedValuesOf('timeZone');
  const city = `/${name.replaceAll(' ', '_')}`;
  return zones.find((zone) => zone.toLowerCase().endsWith(city)) ?? nearest(name, [...ZONE_WORDS, ...zones]);
}
