import { TICK } from '../api/records';
import { MOST_TICKS } from '../api/tick-bars';
import { BAR } from '../core/bars';
import { columnsNamed } from '../core/columns';
import { CellError, notAvailable, wrongArgument } from '../core/errors';
import { oneOf } from '../core/nearest';
import { tableOf } from '../core/table';
import { define } from './define';
import type { Choices } from './define';
import { after } from './each';
import { dateTime } from './parameters/date-times';
import type { DateTime } from './parameters/date-times';
import { fields } from './parameters/fields';
import { headers, wholeNumber } from './parameters/numbers';
import { required } from './parameters/required';
import { text, word } from './parameters/words';
import { collapse } from './stack';

const DEFAULT_LIMIT = 1_000;
const BAR_MS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;
const INTERVALS = ['tick', 'minute', 'hour', 'day'] as const;

const INTERVAL_CHOICES: Choices = {
  id: 'TICK_INTERVAL',
  values: [
    { value: 'tick', help: 'Every tick: time, ask, bid, mid' },
    { value: 'minute', help: 'Open, high, low, close of mid by the minute' },
    { value: 'hour', help: 'Open, high, low, close of mid by the hour' },
    { value: 'day', help: 'Open, high, low, close of mid by the day, in UTC' },
  ],
};

const [TICK_FIELDS, BAR_FIELDS] = [TICK, BAR].map((record) => record.map(({ name }) => name)) as [string[], string[]];
const SYMBOL = 'the symbol of an index such as "SPX"';
const DATE_TIME = 'a date and time such as "2026-11-19 14:30"';

export const ticks = define({
  id: 'TICKS',
  summary: 'Historical ticks of an index, or bars of them. Example: =MD.TICKS("SPX","2024-11-18 14:30","2024-11-18 15:00") gives half an hour, tick by tick.',
  returns: 'A table of one row per tick, oldest first: time (UTC), ask, bid, mid. By minute, hour or day, one row per bar that has ticks: time (its beginning), open, high, low, close of the mid price, count of ticks.',
  parameters: {
    symbol: required({ ...text('Symbol of the index, such as SPX', SYMBOL), excelType: 'any' }, SYMBOL),
    start: required(dateTime('Begin of the window, in UTC: an Excel date and time, or a text such as "2026-11-19 14:30"'), DATE_TIME),
    end: required(dateTime('End of the window, in UTC; it is itself not in the window'), DATE_TIME),
    limit: wholeNumber('Most rows, counted from the start; negative for the newest instead; 1,000 when left out', -MOST_TICKS, MOST_TICKS),
    fields: fields([...new Set([...TICK_FIELDS, ...BAR_FIELDS])], 'all of them'),
    headers: headers(true),
    interval: word('tick, minute, hour or day; tick when left out', INTERVALS, INTERVAL_CHOICES),
  },
  result: 'matrix',
  sources: ['GET /indices/{symbol}/ticks'],
  examples: [
    { formula: '=MD.TICKS("SPX","2024-11-18 14:30","2024-11-18 15:00")', gives: 'half an hour of trading, tick by tick' },
    { formula: '=MD.TICKS("SPX","2024-11-18","2024-11-19",-1,"mid")', gives: 'the last mid price of a day' },
    { formula: '=MD.TICKS("DAX","2024-11-18 08:00","2024-11-18 09:00",,,,"minute")', gives: 'open, high, low and close of an hour, minute by minute' },
  ],
  handle(given, context, call) {
    const { limit = DEFAULT_LIMIT, interval = 'tick' } = given;
    const symbol = given.symbol.replace(/^\s*indices\s*:/i, '').trim().toUpperCase();
    const [startMs, endMs] = [utcMsOf(given.start), utcMsOf(given.end)];
    if (endMs <= startMs) throw new CellError('#VALUE!', `end: ${written(endMs)} is not after the start, ${written(startMs)}; give a later time`);
    if (limit === 0) throw wrongArgument('limit', limit, `a whole number from 1 to ${MOST_TICKS}, or below 0 for the newest`);
    const record = interval === 'tick' ? TICK : BAR;
    const columns = given.fields ? columnsNamed(record, namesIn(given.fields, interval)) : record;
    const barMs = interval === 'tick' ? undefined : BAR_MS[interval];
    return after(context.client.ticks({ symbol, startMs, endMs, limit, barMs }, call), ({ rows, hasMore }) => {
      if (rows.length === 0) return notAvailable(`${symbol} has no ticks from ${written(startMs)} to ${written(endMs)}: check the times, which are in UTC`);
      // A default that nobody chose must not look like the whole.
      if (given.limit === undefined && hasMore) context.note(`${symbol}: the first ${rows.length} rows from ${written(startMs)} are shown; give a limit for more`);
      return collapse(tableOf(rows, columns, given.headers ?? true, { zone: 'utc', dateSystem: context.dateSystem }), given.fields?.length === 1, given.headers);
    });
  },
});

const utcMsOf = ({ wallMs, offsetMs = 0 }: DateTime): number => wallMs - offsetMs;

/** "2024-11-18 14:30:00", with milliseconds where there are any. */
const written = (utcMs: number): string => new Date(utcMs).toISOString().replace('T', ' ').replace(/(\.000)?Z$/, '');

/** The fields asked for, which must be of the interval's own; "all" names those of both. */
function namesIn(names: readonly string[], interval: (typeof INTERVALS)[number]): readonly string[] {
  const [own, other] = interval === 'tick' ? [TICK_FIELDS, BAR_FIELDS] : [BAR_FIELDS, TICK_FIELDS];
  const isAll = [...own, ...other].every((name) => names.includes(name));
  const wanted = isAll ? names.filter((name) => own.includes(name)) : names;
  const wrong = wanted.find((name) => name !== '' && !own.includes(name));
  if (wrong !== undefined) throw wrongArgument('fields', wrong, `a field of the interval "${interval}", ${oneOf(wrong, own)}`);
  return wanted;
}
