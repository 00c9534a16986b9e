import { FRIDAY, MONDAY } from '../calendar/days';
import type { Exchange } from '../calendar/exchange';
import { MONDAY_TO_FRIDAY } from '../calendar/exchange';
import type { HolidayRule } from '../calendar/rules';
import { early, easter, nth, on, onOrAfter } from '../calendar/rules';

const EASTER = [easter('Good Friday', -2), easter('Easter Monday', 1)];
const NEW_YEAR = on("New Year's Day", 1, 1);
const LABOUR_DAY = on('Labour Day', 5, 1);
const CHRISTMAS = [on('Christmas Day', 12, 25), on('Boxing Day', 12, 26)];
const CHRISTMAS_EVE = on('Christmas Eve', 12, 24);
const NEW_YEARS_EVE = on("New Year's Eve", 12, 31);
const CLOSED_EVES = [CHRISTMAS_EVE, NEW_YEARS_EVE];

const COMMON: readonly HolidayRule[] = [NEW_YEAR, ...EASTER, LABOUR_DAY, ...CHRISTMAS];

const CENTRAL = {
  currencyCode: 'EUR', region: 'Europe', zoneNames: ['CET', 'CEST'], week: MONDAY_TO_FRIDAY, open: '09:00', close: '17:30',
} as const;

const EURONEXT = {
  ...CENTRAL, acronym: 'Euronext', earlyClose: '14:05', holidays: [...COMMON, early(CHRISTMAS_EVE), early(NEW_YEARS_EVE)],
} as const;

const EURONEXT_MARKETS: readonly Exchange[] = [
  { mic: 'XPAR', exchange: 'Euronext Paris', url: 'https://www.euronext.com/en/markets/paris', city: 'Paris', country: 'France', countryCode: 'FR', zone: 'Europe/Paris', ...EURONEXT },
  { mic: 'XAMS', exchange: 'Euronext Amsterdam', url: 'https://www.euronext.com/en/markets/amsterdam', city: 'Amsterdam', country: 'Netherlands', countryCode: 'NL', zone: 'Europe/Amsterdam', ...EURONEXT },
  { mic: 'XBRU', exchange: 'Euronext Brussels', url: 'https://www.euronext.com/en/markets/brussels', city: 'Brussels', country: 'Belgium', countryCode: 'BE', zone: 'Europe/Brussels', ...EURONEXT },
  {
    mic: 'XLIS', exchange: 'Euronext Lisbon', url: 'https://www.euronext.com/en/markets/lisbon', city: 'Lisbon', country: 'Portugal', countryCode: 'PT',
    ...EURONEXT, zone: 'Europe/Lisbon', zoneNames: ['WET', 'WEST'], open: '08:00', close: '16:30', earlyClose: '13:05',
  },
];

export const EUROPE: readonly Exchange[] = [
  {
    mic: 'XLON', exchange: 'London Stock Exchange', acronym: 'LSE', url: 'https://www.londonstockexchange.com', city: 'London',
    country: 'United Kingdom', countryCode: 'GB', currencyCode: 'GBP', region: 'Europe',
    zone: 'Europe/London', zoneNames: ['GMT', 'BST'], week: MONDAY_TO_FRIDAY, open: '08:00', close: '16:30', earlyClose: '12:30',
    holidays: [
      on("New Year's Day", 1, 1, 'forward'), ...EASTER, nth('Early May Bank Holiday', 1, MONDAY, 5),
      nth('Spring Bank Holiday', -1, MONDAY, 5), nth('Summer Bank Holiday', -1, MONDAY, 8),
      on('Christmas Day', 12, 25, 'forward'), on('Boxing Day', 12, 26, 'forward'),
      early(on('Christmas Eve', 12, 24, 'before')), early(on("New Year's Eve", 12, 31, 'before')),
    ],
  },
  ...EURONEXT_MARKETS,
  {
    mic: 'XETR', exchange: 'Xetra', acronym: 'XETRA', url: 'https://www.xetra.com', city: 'Frankfurt', country: 'Germany', countryCode: 'DE',
    ...CENTRAL, zone: 'Europe/Berlin', earlyClose: '14:00',
    holidays: [...COMMON, ...CLOSED_EVES, early(on('Last Trading Day of the Year', 12, 30, 'before'))],
  },
  {
    mic: 'XMIL', exchange: 'Borsa Italiana', acronym: 'BIT', url: 'https://www.borsaitaliana.it', city: 'Milan', country: 'Italy', countryCode: 'IT',
    ...CENTRAL, zone: 'Europe/Rome', earlyClose: null, holidays: [...COMMON, on('Assumption Day', 8, 15), ...CLOSED_EVES],
  },
  {
    mic: 'XMAD', exchange: 'Bolsa de Madrid', acronym: 'BME', url: 'https://www.bolsamadrid.es', city: 'Madrid', country: 'Spain', countryCode: 'ES',
    ...CENTRAL, zone: 'Europe/Madrid', earlyClose: '14:00', holidays: [...COMMON, ...CLOSED_EVES.map(early)],
  },
  {
    mic: 'XSWX', exchange: 'SIX Swiss Exchange', acronym: 'SIX', url: 'https://www.six-group.com', city: 'Zurich', country: 'Switzerland', countryCode: 'CH',
    ...CENTRAL, currencyCode: 'CHF', zone: 'Europe/Zurich', earlyClose: null,
    holidays: [
      ...COMMON, on("Berchtold's Day", 1, 2), easter('Ascension Day', 39), easter('Whit Monday', 50), on('Swiss National Day', 8, 1), ...CLOSED_EVES,
    ],
  },
  {
    mic: 'XSTO', exchange: 'Nasdaq Stockholm', acronym: 'OMX', url: 'https://www.nasdaqomxnordic.com', city: 'Stockholm', country: 'Sweden', countryCode: 'SE',
    ...CENTRAL, currencyCode: 'SEK', zone: 'Europe/Stockholm', earlyClose: '13:00',
    holidays: [
      ...COMMON, on('Epiphany', 1, 6), easter('Ascension Day', 39), on('National Day of Sweden', 6, 6),
      onOrAfter('Midsummer Eve', FRIDAY, 6, 19), ...CLOSED_EVES,
      early(on('Eve of Epiphany', 1, 5)), early(easter('Maundy Thursday', -3)), early(on('Walpurgis Eve', 4, 30)),
      early(easter('Day Before Ascension', 38)), early(onOrAfter("All Saints' Eve", FRIDAY, 10, 30)),
    ],
  },
  {
    mic: 'XCSE', exchange: 'Nasdaq Copenhagen', acronym: null, url: 'https://www.nasdaqomxnordic.com', city: 'Copenhagen', country: 'Denmark', countryCode: 'DK',
    ...CENTRAL, currencyCode: 'DKK', zone: 'Europe/Copenhagen', close: '17:00', earlyClose: null,
    holidays: [
      NEW_YEAR, easter('Maundy Thursday', -3), ...EASTER, easter('Ascension Day', 39), easter('Day After Ascension', 40),
      easter('Whit Monday', 50), on('Constitution Day', 6, 5), ...CHRISTMAS, ...CLOSED_EVES,
    ],
  },
  {
    mic: 'XOSL', exchange: 'Oslo Børs', acronym: 'OSE', url: 'https://www.euronext.com/en/markets/oslo', city: 'Oslo', country: 'Norway', countryCode: 'NO',
    ...CENTRAL, currencyCode: 'NOK', zone: 'Europe/Oslo', close: '16:20', earlyClose: '13:00',
    holidays: [
      ...COMMON, easter('Maundy Thursday', -3), on('Constitution Day', 5, 17), easter('Ascension Day', 39), easter('Whit Monday', 50),
      ...CLOSED_EVES, early(easter('Wednesday Before Easter', -4)),
    ],
  },
];
