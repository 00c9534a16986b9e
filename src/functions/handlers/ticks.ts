import { TICK } from '../../api/records';
import { MOST_TICKS } from '../../api/ticks-question';
import { createTicksLookup } from '../../api/ticks';
import { BAR } from '../../core/bars';
import type { Call } from '../../core/call';
import { columnsNamed } from '../../core/columns';
import { CellError, notAvailable, wrongArgument } from '../../core/errors';
import { oneOf } from '../../core/nearest';
import { tableOf } from '../../core/table';
import type { Context, Result } from '../define';
import { after } from '../each';
import type { DateTime } from '../parameters/date-times';
import { collapse } from '../stack';

export const DEFAULT_LIMIT = 1_000;
export const INTERVALS = ['tick', 'minute', 'hour', 'day'] as const;
type Interval = (typeof INTERVALS)[number];

export const [TICK_FIELDS, BAR_FIELDS] = [TICK, BAR].map((record) => record.map(({ name }) => name)) as [string[], string[]];
const BAR_MS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

interface Given {
  /** Upper case. */
  readonly symbol: string;
  readonly start: DateTime;
  readonly end: DateTime;
  readonly limit: number | undefined;
  readonly fields: readonly string[] | undefined;
  readonly headers: boolean | undefined;
  readonly interval: Interval | undefined;
}

export function handle(given: Given, context: Context, call: Call): Result | Promise<Result> {
  const { symbol, limit = DEFAULT_LIMIT, interval = 'tick' } = given;
  const [startMs, endMs] = [utcMsOf(given.start), utcMsOf(given.end)];
  if (endMs <= startMs) throw new CellError('#VALUE!', `end: ${written(endMs)} is not after the start, ${written(startMs)}; give a later time`);
  if (limit === 0) throw wrongArgument('limit', limit, `a whole number from 1 to ${MOST_TICKS}, or below 0 for the newest`);
  const record = interval === 'tick' ? TICK : BAR;
  const columns = given.fields ? columnsNamed(record, namesIn(given.fields, interval)) : record;
  const barMs = interval === 'tick' ? undefined : BAR_MS[interval];
  return after(context.client.lookup(createTicksLookup).read({ symbol, startMs, endMs, limit, barMs }, call), ({ rows, times, hasMore }) => {
    if (rows.length === 0) return notAvailable(`${symbol} has no ticks from ${written(startMs)} to ${written(endMs)}: check the times, which are in UTC`);
    // A default that nobody chose must not look like the whole.
    if (given.limit === undefined && hasMore) context.note(`${symbol}: the first ${rows.length} rows from ${written(startMs)} are shown; give a limit for more`);
    return collapse(tableOf(rows, columns, given.headers ?? true, { zone: 'utc', dateSystem: context.dateSystem }, times), given.fields?.length === 1, given.headers);
  });
}

const utcMsOf = ({ wallMs, offsetMs = 0 }: DateTime): number => wallMs - offsetMs;

/** "2024-11-18 14:30:00", with milliseconds where there are any. */
const written = (utcMs: number): string => new Date(utcMs).toISOString().replace('T', ' ').replace(/(\.000)?Z$/, '');

/** The fields asked for, which must be of the interval's own; "all" names those of both. */
function namesIn(names: readonly string[], interval: Interval): readonly string[] {
  const [own, other] = interval === 'tick' ? [TICK_FIELDS, BAR_FIELDS] : [BAR_FIELDS, TICK_FIELDS];
  const isAll = [...own, ...other].every((name) => names.includes(name));
  const wanted = isAll ? names.filter((name) => own.includes(name)) : names;
  const wrong = wanted.find((name) => name !== '' && !own.includes(name));
  if (wrong !== undefined) throw wrongArgument('fields', wrong, `a field of the interval "${interval}", ${oneOf(wrong, own)}`);
  return wanted;
}
