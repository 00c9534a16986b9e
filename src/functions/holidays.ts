import { HOLIDAY } from '../api/interface/records';
import type { Row } from '../core/columns';
import { sameDayNextYear } from '../core/calendar/dates';
import { calendarTable } from './tables/calendar-table';
import { define } from './define';
import { date, zone } from './parameters/dates';
import { fields, word, flag } from './parameters/values';
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

/** Without a flag, a record's times decide: half days have times. */
const isHalf = ({ is_early_close: isEarly, open_time: opens }: Row): boolean =>
  typeof isEarly === 'boolean' ? isEarly : typeof opens === 'string';

/** A special day with normal trading is neither closed nor a half day. */
const isClosed = (row: Row): boolean =>
  !isHalf(row) && (typeof row.open_time !== 'string' || row.is_business_day === false);

const ONLY = { all: () => true, closed: isClosed, half: isHalf } as const;
