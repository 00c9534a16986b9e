import { HOLIDAY } from '../api/interface/records';
import { isClosedDay, isHalfDay, sameDayNextYear } from '../core/calendar/holidays';
import { calendarTable } from './tables/calendar-table';
import { define } from './define';
import { date, zone } from './parameters/dates';
import { fields } from './parameters/fields';
import { word, flag } from './parameters/values';
import { mics } from './parameters/names';

const DEFAULT_TYPE = 'all';

export const holidays = define({
  id: 'HOLIDAYS',
  parameters: {
    mics: mics(),
    start: date(),
    end: date(),
    fields: fields(HOLIDAY),
    headers: flag(true),
    zone: zone(),
    type: word(['all', 'closed', 'half'], { default: DEFAULT_TYPE }),
  },
  result: 'matrix',
  sources: ['GET /stocks/markets/holidays', 'GET /stocks/markets'],
  requests: 'merged',
  handle: (args, context, call) =>
    calendarTable(args, context, call, {
      operation: 'GET /stocks/markets/holidays',
      record: HOLIDAY,
      defaultEnd: sameDayNextYear,
      what: args.type === 'half' ? 'half days' : 'holidays',
      only: ONLY[args.type ?? DEFAULT_TYPE],
    }),
});

const ONLY = { all: () => true, closed: isClosedDay, half: isHalfDay } as const;
