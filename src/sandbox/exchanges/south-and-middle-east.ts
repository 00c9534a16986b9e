import { MONDAY } from '../calendar/days';
import type { Exchange } from '../calendar/exchange';
import { MONDAY_TO_FRIDAY, SUNDAY_TO_THURSDAY } from '../calendar/exchange';
import { dates, early, easter, nth, on } from '../calendar/rules';

export const SOUTH_AND_MIDDLE_EAST: readonly Exchange[] = [
  {
    mic: 'XASX', exchange: 'Australian Securities Exchange', acronym: 'ASX', url: 'https://www.asx.com.au', city: 'Sydney',
    country: 'Australia', countryCode: 'AU', currencyCode: 'AUD', region: 'Oceania',
    zone: 'Australia/Sydney', zoneNames: ['AEST', 'AEDT'], week: MONDAY_TO_FRIDAY, open: '10:00', close: '16:00', earlyClose: '14:10',
    holidays: [
      on("New Year's Day", 1, 1, 'forward'), on('Australia Day', 1, 26, 'forward'), easter('Good Friday', -2), easter('Easter Monday', 1),
      on('ANZAC Day', 4, 25), nth("King's Birthday", 2, MONDAY, 6), on('Christmas Day', 12, 25, 'forward'), on('Boxing Day', 12, 26, 'forward'),
      early(on('Last Business Day Before Christmas', 12, 24, 'before')), early(on('Last Business Day of the Year', 12, 31, 'before')),
    ],
  },
  {
    mic: 'XNZE', exchange: 'New Zealand Exchange', acronym: 'NZX', url: 'https://www.nzx.com', city: 'Wellington',
    country: 'New Zealand', countryCode: 'NZ', currencyCode: 'NZD', region: 'Oceania',
    zone: 'Pacific/Auckland', zoneNames: ['NZST', 'NZDT'], week: MONDAY_TO_FRIDAY, open: '10:00', close: '16:45', earlyClose: '12:45',
    holidays: [
      on("New Year's Day", 1, 1, 'forward'), on("Day After New Year's Day", 1, 2, 'forward'), on('Waitangi Day', 2, 6, 'forward'),
      easter('Good Friday', -2), easter('Easter Monday', 1), on('ANZAC Day', 4, 25, 'forward'), nth("King's Birthday", 1, MONDAY, 6),
      dates('Matariki', '2024-06-28', '2025-06-20', '2026-07-10', '2027-06-25', '2028-07-14'), nth('Labour Day', 4, MONDAY, 10),
      on('Christmas Day', 12, 25, 'forward'), on('Boxing Day', 12, 26, 'forward'),
      early(on('Christmas Eve', 12, 24, 'before')), early(on("New Year's Eve", 12, 31, 'before')),
    ],
  },
  {
    mic: 'XJSE', exchange: 'Johannesburg Stock Exchange', acronym: 'JSE', url: 'https://www.jse.co.za', city: 'Johannesburg',
    country: 'South Africa', countryCode: 'ZA', currencyCode: 'ZAR', region: 'Africa',
    zone: 'Africa/Johannesburg', zoneNames: ['SAST', 'SAST'], week: MONDAY_TO_FRIDAY, open: '09:00', close: '17:00', earlyClose: '12:00',
    holidays: [
      on("New Year's Day", 1, 1, 'sunday'), on('Human Rights Day', 3, 21, 'sunday'), easter('Good Friday', -2), easter('Family Day', 1),
      on('Freedom Day', 4, 27, 'sunday'), on("Workers' Day", 5, 1, 'sunday'), dates('Election Day', '2024-05-29'),
      on('Youth Day', 6, 16, 'sunday'), on("National Women's Day", 8, 9, 'sunday'), on('Heritage Day', 9, 24, 'sunday'),
      on('Day of Reconciliation', 12, 16, 'sunday'), on('Christmas Day', 12, 25, 'sunday'), on('Day of Goodwill', 12, 26, 'sunday'),
      early(on('Christmas Eve', 12, 24)), early(on("New Year's Eve", 12, 31)),
    ],
  },
  {
    mic: 'XTAE', exchange: 'Tel Aviv Stock Exchange', acronym: 'TASE', url: 'https://www.tase.co.il', city: 'Tel Aviv',
    country: 'Israel', countryCode: 'IL', currencyCode: 'ILS', region: 'Middle East',
    zone: 'Asia/Jerusalem', zoneNames: ['IST', 'IDT'], week: SUNDAY_TO_THURSDAY, open: '09:59', close: '17:25', earlyClose: null,
    holidays: [
      dates('Purim', '2024-03-24', '2026-03-03', '2027-03-23', '2028-03-12'),
      dates('Passover', '2024-04-22', '2024-04-23', '2024-04-28', '2024-04-29', '2025-04-13', '2026-04-01', '2026-04-02', '2026-04-07',
        '2026-04-08', '2027-04-21', '2027-04-22', '2027-04-27', '2027-04-28', '2028-04-10', '2028-04-11', '2028-04-16', '2028-04-17'),
      dates('Memorial Day', '2024-05-13', '2025-04-30', '2026-04-21', '2027-05-11', '2028-05-01'),
      dates('Independence Day', '2024-05-14', '2025-05-01', '2026-04-22', '2027-05-12', '2028-05-02'),
      dates('Shavuot', '2024-06-11', '2024-06-12', '2025-06-01', '2025-06-02', '2026-05-21', '2027-06-10', '2028-05-30', '2028-05-31'),
      dates("Tisha B'Av", '2024-08-13', '2025-08-03', '2026-07-23', '2027-08-12', '2028-08-01'),
      dates('Rosh Hashanah', '2024-10-02', '2024-10-03', '2025-09-22', '2025-09-23', '2025-09-24', '2026-09-13', '2027-10-03', '2028-09-20',
        '2028-09-21'),
      dates('Yom Kippur', '2025-10-01', '2025-10-02', '2026-09-20', '2026-09-21', '2027-10-10', '2027-10-11'),
      dates('Sukkot', '2024-10-16', '2024-10-17', '2025-10-06', '2025-10-07', '2028-10-04', '2028-10-05'),
      dates('Simchat Torah', '2024-10-23', '2024-10-24', '2025-10-13', '2025-10-14', '2028-10-11', '2028-10-12'),
    ],
  },
  {
    mic: 'XSAU', exchange: 'Saudi Exchange', acronym: 'Tadawul', url: 'https://www.saudiexchange.sa', city: 'Riyadh',
    country: 'Saudi Arabia', countryCode: 'SA', currencyCode: 'SAR', region: 'Middle East',
    zone: 'Asia/Riyadh', zoneNames: ['AST', 'AST'], week: SUNDAY_TO_THURSDAY, open: '10:00', close: '15:00', earlyClose: null,
    holidays: [
      on('Founding Day', 2, 22),
      dates('Eid al-Fitr', '2024-04-08', '2024-04-09', '2024-04-10', '2024-04-11', '2025-03-30', '2025-03-31', '2025-04-01', '2025-04-02',
        '2026-03-19', '2026-03-22', '2026-03-23', '2026-03-24', '2027-03-09', '2027-03-10', '2027-03-11', '2027-03-14', '2028-02-27',
        '2028-02-28', '2028-02-29', '2028-03-01'),
      dates('Eid al-Adha', '2024-06-16', '2024-06-17', '2024-06-18', '2024-06-19', '2024-06-20', '2025-06-05', '2025-06-08', '2025-06-09',
        '2025-06-10', '2026-05-26', '2026-05-27', '2026-05-28', '2026-05-31', '2027-05-16', '2027-05-17', '2027-05-18', '2027-05-19',
        '2028-05-04', '2028-05-07', '2028-05-08', '2028-05-09'),
      on('Saudi National Day', 9, 23),
    ],
  },
];
