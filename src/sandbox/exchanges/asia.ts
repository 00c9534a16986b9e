import { dayOf, MONDAY } from '../calendar/days';
import type { Exchange } from '../calendar/exchange';
import { MONDAY_TO_FRIDAY } from '../calendar/exchange';
import type { HolidayRule } from '../calendar/rules';
import { computed, dates, early, easter, nth, on } from '../calendar/rules';

/** The Sun's position moves by 0.242194 days a year against the calendar; good from 1980 to 2099. */
const equinox = (month: number, base: number) => (year: number): number =>
  dayOf(year, month, Math.floor(base + 0.242194 * (year - 1980)) - Math.floor((year - 1980) / 4));

const INDIA: readonly HolidayRule[] = [
  on('Republic Day', 1, 26),
  dates('Ram Temple Consecration', '2024-01-22'),
  dates('Maha Shivaratri', '2024-03-08', '2025-02-26'),
  dates('Holi', '2024-03-25', '2025-03-14', '2026-03-03', '2027-03-22', '2028-03-11'),
  easter('Good Friday', -2),
  dates('Ram Navami', '2024-04-17', '2026-03-26', '2027-04-15', '2028-04-03'),
  dates('Eid al-Fitr', '2024-04-11', '2025-03-31'),
  dates('Mahavir Jayanti', '2025-04-10', '2026-03-31'),
  on('Ambedkar Jayanti', 4, 14),
  on('Maharashtra Day', 5, 1),
  dates('General Election', '2024-05-20', '2024-11-20'),
  dates('Bakri Id', '2024-06-17', '2026-05-28', '2027-05-17', '2028-05-05'),
  dates('Muharram', '2024-07-17', '2026-06-26', '2027-06-15', '2028-06-05'),
  on('Independence Day', 8, 15),
  dates('Ganesh Chaturthi', '2025-08-27', '2026-09-14'),
  on('Gandhi Jayanti', 10, 2),
  dates('Dussehra', '2026-10-20', '2028-09-27'),
  dates('Diwali', '2024-11-01', '2025-10-21', '2025-10-22', '2026-11-10', '2027-10-29', '2028-10-18'),
  dates('Guru Nanak Jayanti', '2024-11-15', '2025-11-05', '2026-11-24', '2027-11-14', '2028-11-02'),
  on('Christmas Day', 12, 25),
];

const INDIAN_MARKET = {
  city: 'Mumbai', country: 'India', countryCode: 'IN', currencyCode: 'INR', region: 'Asia', zone: 'Asia/Kolkata',
  zoneNames: ['IST', 'IST'], week: MONDAY_TO_FRIDAY, open: '09:15', close: '15:30', earlyClose: null, holidays: INDIA,
} as const;

export const ASIA: readonly Exchange[] = [
  {
    mic: 'XTKS', exchange: 'Tokyo Stock Exchange', acronym: 'TSE', url: 'https://www.jpx.co.jp', city: 'Tokyo', country: 'Japan',
    countryCode: 'JP', currencyCode: 'JPY', region: 'Asia', zone: 'Asia/Tokyo', zoneNames: ['JST', 'JST'], week: MONDAY_TO_FRIDAY,
    open: '09:00', close: '15:30', earlyClose: null,
    holidays: [
      on("New Year's Day", 1, 1), on('Market Holiday', 1, 2), on('Market Holiday', 1, 3), nth('Coming of Age Day', 2, MONDAY, 1),
      on('National Foundation Day', 2, 11, 'sunday'), on("Emperor's Birthday", 2, 23, 'sunday'),
      computed('Vernal Equinox Day', equinox(3, 20.8431), 'sunday'), on('Shōwa Day', 4, 29, 'sunday'),
      on('Constitution Memorial Day', 5, 3, 'sunday'), on('Greenery Day', 5, 4, 'sunday'), on("Children's Day", 5, 5, 'sunday'),
      nth('Marine Day', 3, MONDAY, 7), on('Mountain Day', 8, 11, 'sunday'), nth('Respect for the Aged Day', 3, MONDAY, 9),
      dates("Citizens' Holiday", '2026-09-22'), computed('Autumnal Equinox Day', equinox(9, 23.2488), 'sunday'),
      nth('Sports Day', 2, MONDAY, 10), on('Culture Day', 11, 3, 'sunday'), on('Labour Thanksgiving Day', 11, 23, 'sunday'),
      on('Market Holiday', 12, 31),
    ],
  },
  {
    mic: 'XSES', exchange: 'Singapore Exchange', acronym: 'SGX', url: 'https://www.sgx.com', city: 'Singapore', country: 'Singapore',
    countryCode: 'SG', currencyCode: 'SGD', region: 'Asia', zone: 'Asia/Singapore', zoneNames: ['SGT', 'SGT'], week: MONDAY_TO_FRIDAY,
    open: '09:00', close: '17:00', earlyClose: '12:00',
    holidays: [
      on("New Year's Day", 1, 1, 'sunday'),
      dates('Chinese New Year', '2024-02-12', '2025-01-29', '2025-01-30', '2026-02-17', '2026-02-18', '2027-02-08', '2028-01-26', '2028-01-27'),
      dates('Hari Raya Puasa', '2024-04-10', '2025-03-31', '2026-03-21', '2027-03-10', '2028-02-28'), easter('Good Friday', -2),
      on('Labour Day', 5, 1, 'sunday'), dates('Vesak Day', '2024-05-22', '2025-05-12', '2026-06-01', '2027-05-20', '2028-05-09'),
      dates('Hari Raya Haji', '2024-06-17', '2025-06-07', '2026-05-27', '2027-05-17', '2028-05-05'), on('National Day', 8, 9, 'sunday'),
      dates('Deepavali', '2024-10-31', '2025-10-20', '2026-11-09', '2027-10-28', '2028-10-17'), on('Christmas Day', 12, 25, 'sunday'),
      early(dates("Chinese New Year's Eve", '2024-02-09', '2025-01-28', '2026-02-16', '2027-02-05', '2028-01-25')),
      early(on('Christmas Eve', 12, 24)), early(on("New Year's Eve", 12, 31)),
    ],
  },
  { mic: 'XBOM', exchange: 'BSE Limited', acronym: 'BSE', url: 'https://www.bseindia.com', ...INDIAN_MARKET },
  { mic: 'XNSE', exchange: 'National Stock Exchange of India', acronym: 'NSE', url: 'https://www.nseindia.com', ...INDIAN_MARKET },
];
