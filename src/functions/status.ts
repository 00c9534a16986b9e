import { STATUS } from '../api/interface/records';
import { type Instant, instantFromIso, isoFromInstant } from '../core/calendar/iso-dates';
import { checkCovered, firstDayOf, lastDayOf, sessionTime, yearOf } from '../core/calendar/trading-days';
import { MS_PER_DAY } from '../core/calendar/dates';
import { type MaybePromise, whenReady } from '../core/basics';
import type { Call } from '../core/call';
import { columns, type Row } from '../core/columns';
import { marketTable } from './tables/calendar-table';
import { lookUpEach } from './tables/look-up-each';
import { exchangeYear } from './tables/trading-years';
import { type Context, define } from './define';
import { fields } from './parameters/fields';
import { flag } from './parameters/values';
import { mics } from './parameters/names';
import { zone } from './parameters/dates';
import { isLunchBreak, nextTime } from '../core/calendar/opening';

/** These fields come from the exchanges' calendars, which are requested only if a formula names them. */
const NEXT = columns({ next_open: 'instant', next_close: 'instant' });
const WITH_NEXT = [...STATUS, ...NEXT];
const EDGES = { next_open: 'opens', next_close: 'closes' } as const;

export const status = define({
  id: 'STATUS',
  parameters: {
    mics: mics(),
    fields: fields(WITH_NEXT),
    headers: flag(true),
    zone: zone(),
  },
  result: 'matrix',
  sources: ['GET /stocks/markets/status', 'GET /stocks/markets/hours', 'GET /stocks/markets/holidays'],
  requests: 'merged',
  handle(args, context, call) {
    const edges = Object.entries(EDGES).filter(([name]) => args.fields?.includes(name));
    return marketTable(args, context, call, {
      operation: 'GET /stocks/markets/status',
      record: args.fields ? WITH_NEXT : STATUS,
      adapt: closedForLunch,
      complete: (rows) =>
        lookUpEach(
          rows.flatMap((row) => edges.map(([, edge]) => ({ row, edge }))),
          ({ row, edge }) => {
            const now = sessionTime(row.local_time) ?? { utcMs: context.now(), offsetMs: 0 };
            return nextTimeOf(edge, String(row.mic), now, context, call);
          },
          (times) =>
            rows.map((row, index) => ({
              ...row,
              ...Object.fromEntries(
                edges.map(([name], place) => {
                  const time = times[index * edges.length + place];
                  return [name, time && 'utcMs' in time ? isoFromInstant(time) : time];
                }),
              ),
            })),
        ),
      noneAtAll: 'The service has no market status: recalculate, or tell your provider',
    });
  },
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

/** The next opening, or the next close, of an exchange after a moment. Throws #N/A if its calendar ends before. */
function nextTimeOf(
  edge: 'opens' | 'closes',
  mic: string,
  { utcMs, offsetMs }: Instant,
  context: Context,
  call: Call,
): MaybePromise<Instant> {
  const today = Math.floor((utcMs + offsetMs) / MS_PER_DAY);
  const inYear = (year: number): MaybePromise<Instant> =>
    whenReady(exchangeYear(mic, year, context, call), (calendar) => {
      const next = nextTime(edge, calendar, utcMs);
      const last = next?.day ?? lastDayOf(year);
      checkCovered(calendar, Math.min(Math.max(today, firstDayOf(year)), last), last);
      return next?.time ?? inYear(year + 1);
    });
  return inYear(yearOf(today));
}
