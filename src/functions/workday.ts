import { define } from './define';
import { date, dayCount } from './parameters/dates';
import { tradingDayAfter, dateCell } from './tables/trading-years';
import { required } from './parameters/values';
import { exchanges } from './parameters/names';
import { whenReady } from '../core/basics';

export const MAX_DAYS = 10_000;

export const workday = define({
  id: 'WORKDAY',
  parameters: {
    start: required(date(), 'a date such as "2026-11-20"'),
    days: required(dayCount(MAX_DAYS), 'a number of days such as 2 or -2'),
    mics: exchanges(),
  },
  result: 'scalar',
  sources: ['GET /stocks/markets/hours', 'GET /stocks/markets/holidays'],
  requests: 'year',
  handle(args, context, call) {
    const decidedBy = 'start or days';
    return whenReady(tradingDayAfter({ ...args, decidedBy }, context, call), (day) =>
      dateCell(day, context.dateSystem, decidedBy),
    );
  },
});
