import { SESSION } from '../api/interface/records';
import { calendarTable } from './tables/calendar-table';
import { define } from './define';
import { date, zone } from './parameters/dates';
import { fields } from './parameters/fields';
import { flag } from './parameters/values';
import { mics } from './parameters/names';

const DEFAULT_DAYS = 6;

export const hours = define({
  id: 'HOURS',
  parameters: {
    mics: mics(),
    start: date(),
    end: date(),
    fields: fields(SESSION),
    headers: flag(true),
    zone: zone(),
  },
  result: 'matrix',
  sources: ['GET /stocks/markets/hours', 'GET /stocks/markets'],
  requests: 'merged',
  handle: (args, context, call) =>
    calendarTable(args, context, call, {
      operation: 'GET /stocks/markets/hours',
      record: SESSION,
      defaultEnd: (start) => start + DEFAULT_DAYS,
      what: 'trading sessions',
    }),
});
