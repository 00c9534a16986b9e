import { STATUS } from '../api/interface/records';
import { instantFromIso } from '../core/calendar/iso-dates';
import type { Row } from '../core/columns';
import { marketTable } from './tables/calendar-table';
import { define } from './define';
import { fields, flag } from './parameters/values';
import { mics } from './parameters/names';
import { zone } from './parameters/dates';
import { isLunchBreak } from '../core/calendar/opening';

export const status = define({
  id: 'STATUS',
  parameters: {
    mics: mics(),
    fields: fields(STATUS),
    headers: flag(true),
    zone: zone(),
  },
  result: 'matrix',
  sources: ['GET /stocks/markets/status'],
  requests: 'merged',
  handle: (args, context, call) =>
    marketTable(args, context, call, {
      operation: 'GET /stocks/markets/status',
      record: STATUS,
      adapt: closedForLunch,
      noneAtAll: 'The service has no market status: recalculate, or tell your provider',
    }),
});

/** If the service calls an exchange open during its lunch break, it is shown as closed. */
function closedForLunch(row: Row): Row {
  if (row.status !== 'Open') return row;
  const [now, opens, closes] = [row.local_time, row.open_time, row.close_time].map((time) =>
    typeof time === 'string' ? instantFromIso(time) : undefined,
  );
  return now && opens && closes && isLunchBreak(String(row.mic), { opens, closes }, now.utcMs + now.offsetMs)
    ? { ...row, status: 'Closed' }
    : row;
}
