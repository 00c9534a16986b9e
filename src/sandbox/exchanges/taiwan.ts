import { type Exchange, MONDAY_TO_FRIDAY } from '../calendar/exchange';
import { dates, on } from '../calendar/rules';

/**
 * Holidays of the lunar calendar are listed as dates, 2024 to 2028. Those that the exchange has not decided yet are
 * estimates.
 */
export const TAIWAN: readonly Exchange[] = [
  {
    mic: 'XTAI',
    exchange: 'Taiwan Stock Exchange',
    acronym: 'TWSE',
    url: 'https://www.twse.com.tw',
    city: 'Taipei',
    country: 'Taiwan',
    countryCode: 'TW',
    currencyCode: 'TWD',
    region: 'Asia',
    zone: 'Asia/Taipei',
    zoneNames: ['CST', 'CST'],
    week: MONDAY_TO_FRIDAY,
    open: '09:00',
    close: '13:30',
    earlyClose: null,
    holidays: [
      on("New Year's Day", 1, 1),
      dates(
        'Lunar New Year',
        ...['2024-02-06', '2024-02-07', '2024-02-08', '2024-02-09', '2024-02-12', '2024-02-13', '2024-02-14'],
        ...['2025-01-23', '2025-01-24', '2025-01-27', '2025-01-28', '2025-01-29', '2025-01-30', '2025-01-31'],
        ...['2026-02-12', '2026-02-13', '2026-02-16', '2026-02-17', '2026-02-18', '2026-02-19', '2026-02-20'],
        ...['2027-02-03', '2027-02-04', '2027-02-05', '2027-02-08', '2027-02-09', '2027-02-10'],
        ...['2028-01-21', '2028-01-24', '2028-01-25', '2028-01-26', '2028-01-27', '2028-01-28'],
      ),
      dates('Peace Memorial Day', '2024-02-28', '2025-02-28', '2026-02-27', '2027-03-01', '2028-02-28'),
      dates(
        "Children's Day and Tomb-Sweeping Day",
        ...['2024-04-04', '2024-04-05', '2025-04-03', '2025-04-04', '2026-04-03', '2026-04-06'],
        ...['2027-04-05', '2027-04-06', '2028-04-03', '2028-04-04'],
      ),
      on('Labour Day', 5, 1, 'nearest'),
      dates('Dragon Boat Festival', '2024-06-10', '2025-05-30', '2026-06-19', '2027-06-09', '2028-05-29'),
      dates('Mid-Autumn Festival', '2024-09-17', '2025-10-06', '2026-09-25', '2027-09-15', '2028-10-03'),
      dates("Teachers' Day", '2025-09-29', '2026-09-28', '2027-09-28', '2028-09-28'),
      on('National Day', 10, 10, 'nearest'),
      dates('Retrocession Day', '2025-10-24', '2026-10-26', '2027-10-25', '2028-10-25'),
      dates('Constitution Day', '2025-12-25', '2026-12-25', '2027-12-24', '2028-12-25'),
    ],
  },
];
