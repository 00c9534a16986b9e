import { define } from './define';
import { date } from './parameters/dates';
import { dayCount } from './parameters/day-counts';
import { exchanges } from './parameters/exchanges';
import { required } from './parameters/required';
import { dateCell } from './tables/date-cell';
import { whenReady } from './tables/look-up-each';
import { tradingDayAfter } from './tables/trading-day-after';

export const MAX_DAYS = 10_000;

export const workday = define({
  id: 'WORKDAY',
  parameters: {
    start: required(date(), 'a date such as "2026-11-20"'),
    days: required(dayCount(MAX_DAYS), 'a number of days such as 2 or -2'),
    mics: exchanges(),
  },
  result: 'scalar',
  sources: ['GET /stocks/markets/hours'],
  requests: 'year',
  handle(args, context, call) {
    const decidedBy = 'start or days';
    return whenReady(tradingDayAfter({ ...args, decidedBy }, context, call), (day) =>
      dateCell(day, context.dateSystem, decidedBy),
    );
  },
});
