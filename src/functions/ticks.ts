import { TICK } from '../api/interface/records';
import { MAX_TICKS } from '../api/ticks/bars';
import { createTicksLookup, type TicksQuestion } from '../api/ticks/ticks';
import { BAR, barsOfLength, barsOfSessions, type BarRule, type Span } from '../core/calendar/bars';
import type { Call } from '../core/call';
import { columnsNamed, type Column } from '../core/columns';
import { CellError, notAvailable, wrongArgument } from '../core/errors';
import { oneOf } from '../core/nearest';
import { tableOf } from '../core/table';
import { type Context, define } from './define';
import { words, word, required, flag, wholeNumber } from './parameters/values';
import { whenReady, lookUpEach } from './tables/look-up-each';
import { collapse } from './tables/record-tables';
import { DATE_FORMAT, EXACT_TIME_FORMAT, TIME_FORMAT, MS_PER_DAY, MS_PER_MINUTE } from '../core/calendar/dates';
import type { Cell, Matrix } from '../core/cell';
import { priceFormat } from '../core/prices';
import { indexSymbol } from './parameters/names';
import { dateTime, type DateTime } from './parameters/dates';
import { exchangeOfIndex } from '../core/calendar/index-exchanges';
import { type ExchangeYear, yearOf } from '../core/calendar/trading-days';
import { exchangeYear, exchangeYearIfAny, yearOrThrow } from './tables/trading-years';
import type { MaybePromise } from '../core/basics';
import { DAYS_PER_WEEK } from '../core/calendar/iso-dates';

const INTERVALS = [
  'tick',
  'minute',
  '5 minutes',
  '15 minutes',
  '30 minutes',
  'hour',
  'day',
  'week',
  'session',
] as const;
export type Interval = (typeof INTERVALS)[number];

const DEFAULT_LIMIT = 1_000;
const DEFAULT_INTERVAL: Interval = 'tick';

const [TICK_FIELDS, BAR_FIELDS] = [TICK, BAR].map((record) => record.map(({ name }) => name)) as [string[], string[]];

const DATE_TIME = 'a date and time such as "2026-11-19 14:30"';

export const ticks = define({
  id: 'TICKS',
  parameters: {
    symbol: indexSymbol(),
    start: required(dateTime(), DATE_TIME),
    end: required(dateTime(), DATE_TIME),
    limit: wholeNumber(-MAX_TICKS, MAX_TICKS, DEFAULT_LIMIT),
    fields: words([...new Set([...TICK_FIELDS, ...BAR_FIELDS])]),
    headers: flag(true),
    interval: word(INTERVALS, {
      default: DEFAULT_INTERVAL,
      role: 'bar-length',
      dropDown: { id: 'TICK_INTERVAL', words: INTERVALS },
    }),
  },
  result: 'matrix',
  sources: ['GET /indices/{symbol}/ticks'],
  requests: 'alone',
  handle(args, context, call) {
    const { limit, interval = DEFAULT_INTERVAL } = args;
    const question = questionOf(args, call);
    const { symbol, startMs, endMs } = question;
    const record = interval === 'tick' ? TICK : BAR;
    const columns = args.fields ? columnsNamed(record, namesIn(args.fields, interval)) : record;
    return whenReady(readTicks(question, barsOf(args, context, call), context, call), ({ rows, times, hasMore }) => {
      if (rows.length === 0)
        return notAvailable(
          `${symbol} has no ticks from ${timeText(startMs)} to ${timeText(endMs)}: check the times, which are in UTC`,
        );
      // A result cut off by the default limit must not look complete.
      if (limit === undefined && hasMore && !call.isSample)
        context.note(
          `${symbol}: the first ${rows.length} rows from ${timeText(startMs)} are shown; give a limit for more`,
        );
      const hasHeaders = args.headers ?? true;
      return collapse(
        formatPrices(
          tableOf(
            rows,
            columns,
            hasHeaders,
            { zone: 'utc', dateSystem: context.dateSystem, timeFormat: tickTimeFormat(interval, times) },
            times,
          ),
          columns,
          hasHeaders ? 1 : 0,
        ),
        args.fields?.length === 1,
        args.headers,
      );
    });
  },
});

interface TicksArguments {
  /** Upper case. */
  readonly symbol: string;
  readonly start: DateTime;
  readonly end: DateTime;
  readonly limit: number | undefined;
  readonly interval: Interval | undefined;
}

function questionOf({ symbol, limit = DEFAULT_LIMIT, ...window }: TicksArguments, call: Call): TicksQuestion {
  const [startMs, endMs] = [utcMsOf(window.start), utcMsOf(window.end)];
  if (endMs <= startMs)
    throw new CellError(
      '#VALUE!',
      `end: ${timeText(endMs)} is not after the start, ${timeText(startMs)}; give a later time`,
    );
  if (limit === 0)
    throw wrongArgument('limit', limit, `a whole number from 1 to ${MAX_TICKS}, or below 0 for the newest`);
  return { symbol, startMs, endMs, limit, isSample: call.isSample ?? false };
}

async function readTicks(question: TicksQuestion, bars: ReturnType<typeof barsOf>, context: Context, call: Call) {
  return context.client.lookup('ticks', createTicksLookup).read({ ...question, bars: await bars }, call);
}

function barsOf({ symbol, interval = DEFAULT_INTERVAL, start, end }: TicksArguments, context: Context, call: Call) {
  return barRule(interval, symbol, { fromMs: utcMsOf(start), toMs: utcMsOf(end) }, context, call);
}

const utcMsOf = ({ wallMs, offsetMs = 0 }: DateTime): number => wallMs - offsetMs;

/** "2024-11-18 14:30:00", with milliseconds if there are any. */
const timeText = (utcMs: number): string =>
  new Date(utcMs)
    .toISOString()
    .replace('T', ' ')
    .replace(/(\.000)?Z$/, '');

/** The requested fields, which must belong to the interval; "all" stands for all of the interval's fields. */
function namesIn(names: readonly string[], interval: Interval): readonly string[] {
  const [own, other] = interval === 'tick' ? [TICK_FIELDS, BAR_FIELDS] : [BAR_FIELDS, TICK_FIELDS];
  const isAll = [...own, ...other].every((name) => names.includes(name));
  const fields = isAll ? names.filter((name) => name === '' || own.includes(name)) : names;
  const wrong = fields.find((name) => name !== '' && !own.includes(name));
  if (wrong !== undefined)
    throw wrongArgument('fields', wrong, `a field of the interval "${interval}", ${oneOf(wrong, own)}`);
  return fields;
}

/** In larger tables, price formats would be most of the data that Excel receives. */
const MAX_FORMATTED_ROWS = 5_000;

/**
 * The time format of ticks or bars: without the time of day if none has one, with milliseconds if two could otherwise
 * look alike.
 */
function tickTimeFormat(interval: string, times: readonly number[] = []): string {
  if (WHOLE_DAYS.includes(interval)) return DATE_FORMAT;
  return times.some((ms) => Number.isFinite(ms) && ms % 1000 !== 0) ? EXACT_TIME_FORMAT : TIME_FORMAT;
}

const WHOLE_DAYS = ['day', 'week'];

/** Formats prices with as many decimals as the longest one has. */
function formatPrices(table: Matrix, columns: readonly Column[], headerRows: number): Matrix {
  if (table.length > MAX_FORMATTED_ROWS) return table;
  const isPrice = columns.map(({ kind }) => kind === 'number');
  const prices = table.slice(headerRows).flatMap((row) => row.filter((_, column) => isPrice[column]));
  const format = priceFormat(prices);
  if (format === undefined) return table;
  const dressed = (cell: Cell): Cell => (typeof cell === 'number' ? { value: cell, format } : cell);
  return table.map((row, index) =>
    index < headerRows ? row : row.map((cell, column) => (isPrice[column] ? dressed(cell) : cell)),
  );
}

/** The first Monday since 1970, as weeks begin on Mondays. */
const A_MONDAY_MS = 4 * MS_PER_DAY;

const RULES: Readonly<Record<Exclude<Interval, 'tick' | 'session'>, BarRule>> = {
  minute: barsOfLength(MS_PER_MINUTE),
  '5 minutes': barsOfLength(5 * MS_PER_MINUTE),
  '15 minutes': barsOfLength(15 * MS_PER_MINUTE),
  '30 minutes': barsOfLength(30 * MS_PER_MINUTE),
  hour: barsOfLength(60 * MS_PER_MINUTE),
  day: barsOfLength(MS_PER_DAY),
  week: barsOfLength(DAYS_PER_WEEK * MS_PER_DAY, A_MONDAY_MS),
};

/**
 * How an index's window is divided into bars; undefined for ticks. The sessions are those of the index's exchange, from
 * the service.
 */
function barRule(
  interval: Interval,
  symbol: string,
  window: Span,
  context: Context,
  call: Call,
): BarRule | undefined | Promise<BarRule> {
  if (interval === 'tick') return undefined;
  if (interval !== 'session') return RULES[interval];
  const mic = exchangeOfIndex(symbol);
  if (mic === undefined)
    throw new CellError(
      '#VALUE!',
      `interval: the exchange of ${symbol} is not known, so it has no "session"; give "day", or "hour"`,
    );
  return whenReady(sessionsOf(mic, window, context, call), (sessions) => barsOfSessions(`session ${mic}`, sessions));
}

/**
 * One span for each trading day that touches the window, from the first opening to the last close. In UTC a session may
 * belong to the day before or after, so the neighbouring year counts too, but only if the calendar has it.
 */
function sessionsOf(mic: string, { fromMs, toMs }: Span, context: Context, call: Call): MaybePromise<readonly Span[]> {
  const [first, last] = [yearAt(fromMs), yearAt(toMs - 1)];
  const [nearFirst, nearLast] = [yearAt(fromMs - MS_PER_DAY), yearAt(toMs + MS_PER_DAY)];
  const years = Array.from({ length: nearLast - nearFirst + 1 }, (_, index) => nearFirst + index);
  const spansOf = (calendars: readonly (ExchangeYear | undefined)[]): Span[] =>
    calendars
      .flatMap((year) => year?.days.map((day) => year.sessionsOf.get(day) ?? []) ?? [])
      .map((sessions) => ({
        fromMs: Math.min(...sessions.map(({ opens }) => opens.utcMs)),
        toMs: Math.max(...sessions.map(({ closes }) => closes.utcMs)),
      }))
      .filter((span) => span.fromMs < toMs && span.toMs > fromMs);
  return lookUpEach(
    years,
    (year) => (year < first || year > last ? exchangeYearIfAny : exchangeYear)(mic, year, context, call),
    (answers) => spansOf(answers.map((answer) => answer && yearOrThrow(answer))),
  );
}

const yearAt = (timeMs: number): number => yearOf(Math.floor(timeMs / MS_PER_DAY));
