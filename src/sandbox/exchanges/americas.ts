import { MONDAY, THURSDAY } from '../calendar/days';
import type { Exchange } from '../calendar/exchange';
import { MONDAY_TO_FRIDAY } from '../calendar/exchange';
import type { HolidayRule } from '../calendar/rules';
import { dates, early, easter, nth, on, onOrAfter, since } from '../calendar/rules';

const UNITED_STATES: readonly HolidayRule[] = [
  // A New Year's Day on a Saturday is not made up for: the last day of the year trades.
  on("New Year's Day", 1, 1, 'sunday'),
  nth('Martin Luther King Jr. Day', 3, MONDAY, 1),
  nth("Washington's Birthday", 3, MONDAY, 2),
  easter('Good Friday', -2),
  nth('Memorial Day', -1, MONDAY, 5),
  since(2022, on('Juneteenth', 6, 19, 'nearest')),
  on('Independence Day', 7, 4, 'nearest'),
  nth('Labor Day', 1, MONDAY, 9),
  nth('Thanksgiving Day', 4, THURSDAY, 11),
  on('Christmas Day', 12, 25, 'nearest'),
  dates('National Day of Mourning', '2018-12-05', '2025-01-09'),
  early(on('Independence Day Eve', 7, 3)),
  early(nth('Day After Thanksgiving', 4, THURSDAY, 11, 1)),
  early(on('Christmas Eve', 12, 24)),
];

const UNITED_STATES_MARKET = {
  city: 'New York', country: 'United States', countryCode: 'US', currencyCode: 'USD', region: 'North America',
  zone: 'America/New_York', zoneNames: ['EST', 'EDT'], week: MONDAY_TO_FRIDAY,
  open: '09:30', close: '16:00', earlyClose: '13:00', holidays: UNITED_STATES,
} as const;

export const AMERICAS: readonly Exchange[] = [
  { mic: 'XNYS', exchange: 'New York Stock Exchange', acronym: 'NYSE', url: 'https://www.nyse.com', ...UNITED_STATES_MARKET },
  { mic: 'XNAS', exchange: 'Nasdaq Stock Market', acronym: 'NASDAQ', url: 'https://www.nasdaq.com', ...UNITED_STATES_MARKET },
  {
    mic: 'XTSE', exchange: 'Toronto Stock Exchange', acronym: 'TSX', url: 'https://www.tsx.com', city: 'Toronto',
    country: 'Canada', countryCode: 'CA', currencyCode: 'CAD', region: 'North America',
    zone: 'America/Toronto', zoneNames: ['EST', 'EDT'], week: MONDAY_TO_FRIDAY, open: '09:30', close: '16:00', earlyClose: '13:00',
    holidays: [
      on("New Year's Day", 1, 1, 'forward'), nth('Family Day', 3, MONDAY, 2), easter('Good Friday', -2),
      onOrAfter('Victoria Day', MONDAY, 5, 18), on('Canada Day', 7, 1, 'forward'), nth('Civic Holiday', 1, MONDAY, 8),
      nth('Labour Day', 1, MONDAY, 9), nth('Thanksgiving Day', 2, MONDAY, 10),
      on('Christmas Day', 12, 25, 'forward'), on('Boxing Day', 12, 26, 'forward'), early(on('Christmas Eve', 12, 24)),
    ],
  },
  {
    mic: 'XMEX', exchange: 'Bolsa Mexicana de Valores', acronym: 'BMV', url: 'https://www.bmv.com.mx', city: 'Mexico City',
    country: 'Mexico', countryCode: 'MX', currencyCode: 'MXN', region: 'Latin America',
    zone: 'America/Mexico_City', zoneNames: ['CST', 'CDT'], week: MONDAY_TO_FRIDAY, open: '08:30', close: '15:00', earlyClose: null,
    holidays: [
      on("New Year's Day", 1, 1), nth('Constitution Day', 1, MONDAY, 2), nth("Benito Juárez's Birthday", 3, MONDAY, 3),
      easter('Maundy Thursday', -3), easter('Good Friday', -2), on('Labour Day', 5, 1), on('Independence Day', 9, 16),
      dates('Presidential Inauguration', '2024-10-01'), on("All Souls' Day", 11, 2), nth('Revolution Day', 3, MONDAY, 11),
      on('Our Lady of Guadalupe', 12, 12), on('Christmas Day', 12, 25),
    ],
  },
  {
    mic: 'BVMF', exchange: 'B3 S.A. - Brasil, Bolsa, Balcão', acronym: 'B3', url: 'https://www.b3.com.br', city: 'São Paulo',
    country: 'Brazil', countryCode: 'BR', currencyCode: 'BRL', region: 'Latin America',
    zone: 'America/Sao_Paulo', zoneNames: ['BRT', 'BRST'], week: MONDAY_TO_FRIDAY, open: '10:00', close: '17:00', earlyClose: null,
    holidays: [
      on("New Year's Day", 1, 1), easter('Carnival Monday', -48), easter('Carnival Tuesday', -47), easter('Good Friday', -2),
      on("Tiradentes' Day", 4, 21), on('Labour Day', 5, 1), easter('Corpus Christi', 60), on('Independence Day', 9, 7),
      on('Our Lady of Aparecida', 10, 12), on("All Souls' Day", 11, 2), on('Republic Day', 11, 15),
      since(2024, on('Black Awareness Day', 11, 20)), on('Christmas Eve', 12, 24), on('Christmas Day', 12, 25),
      on("New Year's Eve", 12, 31),
    ],
  },
];
