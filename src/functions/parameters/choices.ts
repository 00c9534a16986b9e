import type { Area } from '../../api/operation';
import { AREAS } from '../../api/operation';
import { wrongArgument } from '../../core/errors';
import { didYouMean, nearest } from '../../core/nearest';
import type { Zone } from '../../core/zones';
import { isKnownZone } from '../../core/zones';
import type { Choices, Parameter } from '../define';
import { readText, word } from './words';

const AREA_HELP: Record<Area, string> = {
  currencies: 'Currency pairs such as EURUSD',
  crypto: 'Cryptocurrency pairs such as BTCUSD',
  indices: 'Market indices',
  stocks: 'Stocks by ticker',
  commodities: 'Commodities',
};

export const AREA_CHOICES: Choices = { id: 'AREA', values: AREAS.map((value) => ({ value, help: AREA_HELP[value] })) };

/** The area of the service in which symbols are looked up. */
export const area = (): Parameter<Area | undefined> =>
  word('Area of the symbols: currencies, crypto, indices, stocks or commodities; the setting in the pane when left out', AREAS, AREA_CHOICES);

const ZONE_CHOICES: Choices = {
  id: 'ZONE',
  values: [
    { value: 'exchange', help: "The exchange's own wall clock" },
    { value: 'utc', help: 'Coordinated universal time' },
    { value: 'local', help: "This computer's wall clock" },
  ],
};

/** Whose wall clock times are shown on. */
export const zone = (): Parameter<Zone | undefined> => ({
  help: 'Whose wall clock: exchange, utc, local, or a name such as "Europe/Paris"; exchange when left out',
  isOptional: true, excelType: 'string', dimensionality: 'scalar', choices: ZONE_CHOICES,
  read(argument, name) {
    const text = readText(argument, name, ALLOWED_ZONES);
    if (text === undefined) return undefined;
    const wanted = text.toLowerCase();
    if (ZONE_WORDS.includes(wanted)) return wanted;
    if (isKnownZone(text)) return text;
    throw wrongArgument(name, text, ALLOWED_ZONES + didYouMean(nearestZone(wanted)));
  },
});

const ZONE_WORDS = ZONE_CHOICES.values.map(({ value }) => value);
const ALLOWED_ZONES = `one of ${ZONE_WORDS.join(', ')}, or a time zone such as "Europe/Paris"`;

/** A city alone finds its zone: "Paris". */
function nearestZone(wanted: string): string | undefined {
  const zones = Intl.supportedValuesOf('timeZone');
  const city = `/${wanted.replaceAll(' ', '_')}`;
  return zones.find((zone) => zone.toLowerCase().endsWith(city)) ?? nearest(wanted, [...ZONE_WORDS, ...zones]);
}
