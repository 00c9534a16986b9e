import { TICK } from '../api/interface/records';
import { MAX_TICKS } from '../api/ticks/bars';
import type { BarEnds } from '../api/ticks/ends';
import { PriceError } from '../api/price-error';
import { bodyError } from '../api/service-error';
import type { Ticks } from '../api/ticks/reader';
import { createTicksLookup } from '../api/ticks/ticks';
import { BAR, barsOfLength, barsOfSessions, type BarRule, type Span } from '../core/calendar/bars';
import type { Call, RequestTime } from '../core/call';
import { type Column, columnsNamed, errorRow, type Row, type View } from '../core/columns';
import { CellError, notAvailable, wrongArgument } from '../core/errors';
import { collapse, tableOf } from '../core/table';
import { type Context, define, type Parameter } from './define';
import { fields, oneField } from './parameters/fields';
import { word, readNumber, required, flag, wholeNumber } from './parameters/values';
import { lookUpEach } from './tables/look-up-each';
import { isFound, type Slot } from './parameters/symbols';
import { DATE_FORMAT, EXACT_TIME_FORMAT, TIME_FORMAT, MS_PER_DAY, MS_PER_MINUTE } from '../core/calendar/dates';
import { BLANK, type Cell, type Matrix } from '../core/cell';
import { priceFormat } from '../core/prices';
import { indexSymbols } from './parameters/names';
import { dateTime, type DateTime } from './parameters/dates';
import { exchangeOfIndex } from '../core/names/index-exchanges';
import { type ExchangeYear, yearOf } from '../core/calendar/trading-days';
import { exchangeYear, exchangeYearIfAny, yearOrThrow } from './tables/trading-years';
import { type MaybePromise, whenReady } from '../core/basics';

const MINUTES_OF = {
  minute: 1,
  '5 minutes': 5,
  '15 minutes': 15,
  '30 minutes': 30,
  hour: 60,
  day: 24 * 60,
  week: 7 * 24 * 60,
} as const;
const INTERVALS = ['tick', ...(Object.keys(MINUTES_OF) as (keyof typeof MINUTES_OF)[]), 'session'] as const;
export type Interval = (typeof INTERVALS)[number];

const DEFAULT_LIMIT = 1_000;
const DEFAULT_INTERVAL: Interval = 'tick';

const [TICK_FIELDS, BAR_FIELDS] = [TICK, BAR].map((record) => record.map(({ name }) => name)) as [string[], string[]];

const DATE_TIME = 'a date and time such as "2026-11-19 14:30"';

const GAPS = ['empty', 'previous'] as const;
type Gaps = (typeof GAPS)[number];

const LIMIT = `a whole number from 1 to ${MAX_TICKS}, or below 0 for the newest`;
const limitFromEitherEnd: Parameter<number | undefined> = {
  ...wholeNumber(-MAX_TICKS, MAX_TICKS, DEFAULT_LIMIT),
  read: (argument, name) =>
    readNumber(
      argument,
      name,
      LIMIT,
      (number) => Number.isInteger(number) && number !== 0 && Math.abs(number) <= MAX_TICKS,
    ),
};

export const ticks = define({
  id: 'TICKS',
  parameters: {
    symbol: indexSymbols(),
    start: required(dateTime(), DATE_TIME),
    end: required(dateTime(), DATE_TIME),
    limit: limitFromEitherEnd,
    fields: fields([...TICK, ...BAR]),
    headers: flag(true),
    interval: word(INTERVALS, {
      default: DEFAULT_INTERVAL,
      role: 'bar-length',
      dropDown: { id: 'TICK_INTERVAL', words: INTERVALS },
    }),
    fill: { ...word(GAPS, { default: 'empty' }), excelType: 'any' },
  },
  result: 'matrix',
  sources: ['GET /indices/{symbol}/ticks'],
  requests: 'alone',
  handle({ symbol: indices, ...args }, context, call) {
    const [only] = indices;
    const request = requestOf(args);
    if (indices.length > 1 && request.interval === 'tick')
      throw new CellError(
        '#VALUE!',
        'interval: ticks of several indices have no times in common; give bars, such as "minute" or "session"',
      );
    return typeof only === 'string' && indices.length === 1
      ? whenReady(readTicks(only, request, true, context, call), (answer) =>
          tableOfOne(only, answer, request, context, call),
        )
      : lookUpEach(
          indices,
          (one) => readTicks(one, request, false, context, call),
          (answers) => sideBySide(indices, answers, request, context, call),
        );
  },
});

interface TicksArguments {
  readonly start: DateTime;
  readonly end: DateTime;
  readonly limit: number | undefined;
  readonly fields: readonly string[] | undefined;
  readonly headers: boolean | undefined;
  readonly interval: Interval | undefined;
  readonly fill: Gaps | undefined;
}

interface TicksRequest {
  readonly startMs: number;
  readonly endMs: number;
  readonly limit: number;
  /** Whether the limit is the default. A result that the default cuts must not look complete. */
  readonly isUsualLimit: boolean;
  readonly interval: Interval;
  readonly fields: readonly string[] | undefined;
  readonly headers: boolean | undefined;
  readonly fill: Gaps;
  /** Of the ticks that were asked for so far. */
  oldest?: RequestTime | undefined;
}

interface TicksAnswer extends Ticks {
  /** The trading days of sessions, by the times at which they begin; in milliseconds since 1970, both. */
  readonly dayOf: ReadonlyMap<number, number>;
}

function requestOf({
  start,
  end,
  limit,
  interval = DEFAULT_INTERVAL,
  fields,
  headers,
  fill,
}: TicksArguments): TicksRequest {
  const [startMs, endMs] = [utcMsOf(start), utcMsOf(end)];
  if (endMs <= startMs)
    throw new CellError(
      '#VALUE!',
      `end: ${timeText(endMs)} is not after the start, ${timeText(startMs)}; give a later time`,
    );
  return {
    startMs,
    endMs,
    limit: limit ?? DEFAULT_LIMIT,
    isUsualLimit: limit === undefined,
    interval,
    fields: fields && namesIn(fields, interval),
    headers,
    fill: fill ?? 'empty',
  };
}

function readTicks(
  symbol: string,
  request: TicksRequest,
  isAlone: boolean,
  context: Context,
  call: Call,
): MaybePromise<TicksAnswer> {
  const { startMs, endMs, limit } = request;
  const leadMs = LONG_BARS.includes(request.interval) ? leadOf(symbol) : 0;
  const fromMs = startMs % MS_PER_DAY === 0 ? startMs - leadMs : startMs;
  const window = { startMs: fromMs, endMs: fromMs < startMs && endMs % MS_PER_DAY === 0 ? endMs - leadMs : endMs };
  const question = { symbol, ...window, limit, isSample: call.isSample ?? false };
  const lookup = context.client.lookup('ticks', createTicksLookup);
  const ends = endsOf(request, isAlone);
  return whenReady(divisionOf(symbol, { ...request, ...window }, ends, context, call), ({ rule, dayOf, sessions }) => {
    const { trace = {} } = call;
    // The values are as old as their ticks, however old the calendar is that divides the window.
    trace.oldest = request.oldest;
    const read = lookup.read({ ...question, bars: rule, ends: ends && { ends, sessions } }, call);
    request.oldest = trace.oldest;
    const isOfEveryTick = ends === undefined && LONG_BARS.includes(request.interval);
    return whenReady(isOfEveryTick && read instanceof Promise ? read.catch(sayCloses) : read, (answer) => {
      if (answer.rows.length > 0)
        return {
          ...answer,
          times: request.interval === 'session' ? answer.times : answer.times.map((time) => time + leadMs),
          dayOf,
        };
      throw answer.isValid
        ? notAvailable(
            `${symbol} has no ticks from ${timeText(startMs)} to ${timeText(endMs)}: check the times, which are in UTC`,
          )
        : bodyError('ticks that cannot be read');
    });
  });
}

function sayCloses(error: unknown): never {
  throw error instanceof PriceError ? new PriceError(error.allowance, true) : error;
}

/** If these prices are enough, the ticks between them are not read. Shorter bars often have less than a page. */
function endsOf({ interval, fields, fill }: TicksRequest, isAlone: boolean): BarEnds | undefined {
  const names = new Set(fields ?? (isAlone ? BAR_FIELDS : ['close']));
  if (!LONG_BARS.includes(interval) || ['high', 'low', 'count'].some((name) => names.has(name))) return undefined;
  const hasClose = names.has('close') || (!isAlone && fill === 'previous');
  return names.has('open') ? (hasClose ? 'both' : 'open') : 'close';
}

const LONG_BARS: readonly Interval[] = ['day', 'week', 'session'];

/** Where sessions begin before midnight in UTC, a day has its session whole if it begins at noon of the day before. */
const leadOf = (symbol: string): number => (/XASX|XNZE/.test(exchangeOfIndex(symbol) ?? '') ? MS_PER_DAY / 2 : 0);

function tableOfOne(
  symbol: string,
  { rows, times, hasMore }: TicksAnswer,
  { startMs, isUsualLimit, interval, fields, headers }: TicksRequest,
  context: Context,
  call: Call,
): Matrix | CellError {
  const record = interval === 'tick' ? TICK : BAR;
  const columns = fields ? columnsNamed(record, fields) : record;
  if (isUsualLimit && hasMore && !call.isSample) noteCut(symbol, rows.length, startMs, context);
  const hasHeaders = headers ?? true;
  const hasAll = !call.isSample || !hasMore || interval === 'tick';
  const view = viewOf(interval, times, context);
  const table = knownIn(tableOf(rows, columns, hasHeaders, view, times), columns, hasAll);
  return collapse(formatPrices(table, columns, hasHeaders ? 1 : 0), fields?.length === 1, headers);
}

/** A sample lacks ticks that belong to its last bar: all that is known of that one is when it begins, and its open. */
const knownIn = (table: Matrix, columns: readonly Column[], hasAll: boolean): Matrix =>
  table.map((row, index) =>
    hasAll || index < table.length - 1
      ? row
      : row.map((cell, at) => (/time|open/.test(columns[at]!.name) ? cell : BLANK)),
  );

/** Bars of several indices beside one column with all of their times. A failed index has its error in each row. */
function sideBySide(
  indices: readonly (string | CellError)[],
  answers: readonly Slot<TicksAnswer>[],
  { startMs, limit, isUsualLimit, interval, fields, headers, fill }: TicksRequest,
  context: Context,
  call: Call,
): Matrix | CellError {
  const found = answers.filter(isFound);
  if (found.length === 0) return answers.find((answer) => answer instanceof CellError)!;
  const allTimes = [...new Set(found.flatMap(rowTimes))].sort((one, other) => one - other);
  const times = limit > 0 ? allTimes.slice(0, limit) : allTimes.slice(limit);
  const isCut = times.length < allTimes.length || found.some(({ hasMore }) => hasMore);
  if (isUsualLimit && isCut && !call.isSample) noteCut(indices.join(', '), times.length, startMs, context);
  const names = fields?.filter((name) => name !== 'time') ?? ['close'];
  const columns = columnsNamed(BAR, names);
  const view = viewOf(interval === 'session' ? 'day' : interval, times, context);
  const blocks = answers.map((answer): Matrix => {
    if (!isFound(answer)) return times.map(() => errorRow(answer!, columns));
    const rows = barsAt(times, answer, fill);
    const shown = rows.filter((row) => row !== undefined);
    const cells = knownIn(tableOf(shown, columns, false, view), columns, !call.isSample || !answer.hasMore).values();
    const blanks = columns.map(() => BLANK);
    return formatPrices(
      rows.map((row) => (row === undefined ? blanks : cells.next().value!)),
      columns,
      0,
    );
  });
  const timeCells = tableOf(
    times.map(() => ({})),
    columnsNamed(BAR, ['time']),
    false,
    view,
    times,
  );
  const table = timeCells.map((time, row) => [...time, ...blocks.flatMap((block) => block[row]!)]);
  if (headers === false) return table;
  const headings = indices.flatMap((index) =>
    names.map((name) => (names.length === 1 ? headingOf(index) : name && `${headingOf(index)} ${name}`)),
  );
  return [['time', ...headings], ...table];
}

const headingOf = (index: string | CellError): string => (index instanceof CellError ? index.code : index);

/** When the rows begin. Sessions of the same day begin at different times, so their rows are those of the day. */
const rowTimes = ({ times, dayOf }: TicksAnswer): number[] => times.map((time) => dayOf.get(time) ?? time);

/** The bars at these times. A gap is undefined, or a bar at the previous close. */
function barsAt(times: readonly number[], answer: TicksAnswer, fill: Gaps): (Row | undefined)[] {
  const ownTimes = rowTimes(answer);
  const barOf = new Map(answer.rows.map((row, index) => [ownTimes[index], row]));
  // The first of the newest rows may follow a bar that was not read.
  let previous = flatBar(answer.rows[ownTimes.findLastIndex((time) => time < times[0]!)]);
  return times.map((time) => {
    const bar = barOf.get(time);
    if (bar) previous = flatBar(bar);
    return bar ?? (fill === 'previous' ? previous : undefined);
  });
}

/** The value for the gap after a bar: its close. */
const flatBar = (bar: Row | undefined): Row | undefined =>
  bar && { open: bar.close, high: bar.close, low: bar.close, close: bar.close, count: 0 };

function noteCut(what: string, rowCount: number, startMs: number, context: Context): void {
  context.note(`${what}: the first ${rowCount} rows from ${timeText(startMs)} are shown; give a limit for more`);
}

const viewOf = (interval: Interval, times: readonly number[], { dateSystem }: Context): View => ({
  zone: 'utc',
  dateSystem,
  timeFormat: tickTimeFormat(interval, times),
});

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
    throw wrongArgument('fields', wrong, `a field of the interval "${interval}", ${oneField(wrong, own)}`);
  return fields;
}

/** In larger tables, price formats would be most of the data that Excel receives. */
const MAX_FORMATTED_ROWS = 5_000;

/**
 * The time format of ticks or bars: without the time of day if none has one, with milliseconds if two could otherwise
 * look alike.
 */
function tickTimeFormat(interval: Interval, times: readonly number[]): string {
  if (WHOLE_DAYS.includes(interval)) return DATE_FORMAT;
  return times.some((ms) => Number.isFinite(ms) && ms % 1000 !== 0) ? EXACT_TIME_FORMAT : TIME_FORMAT;
}

const WHOLE_DAYS: readonly Interval[] = ['day', 'week'];

/** Formats prices with as many decimals as the longest one has. */
function formatPrices(table: Matrix, columns: readonly Column[], headerRows: number): Matrix {
  if (table.length > MAX_FORMATTED_ROWS) return table;
  const isPrice = columns.map(({ kind }) => kind === 'number');
  const prices = table.slice(headerRows).flatMap((row) => row.filter((_, column) => isPrice[column]));
  const format = priceFormat(prices);
  if (format === undefined) return table;
  const formatted = (cell: Cell): Cell => (typeof cell === 'number' ? { value: cell, format } : cell);
  return table.map((row, index) =>
    index < headerRows ? row : row.map((cell, column) => (isPrice[column] ? formatted(cell) : cell)),
  );
}

/** The first Monday since 1970, as weeks begin on Mondays. */
const A_MONDAY_MS = 4 * MS_PER_DAY;

/** The division of an index's window. */
interface Division {
  /** Into these bars; undefined for ticks. */
  readonly rule: BarRule | undefined;
  /** The trading days of its sessions. */
  readonly dayOf: TicksAnswer['dayOf'];
  /** The sessions, if they are the bars or help to find them. */
  readonly sessions: readonly TradingDay[];
}

/** The sessions are those of the index's exchange, from the service. */
function divisionOf(
  symbol: string,
  { interval, startMs, endMs }: TicksRequest,
  ends: BarEnds | undefined,
  context: Context,
  call: Call,
): MaybePromise<Division> {
  if (interval !== 'session') {
    const leadMs = leadOf(symbol);
    const rule =
      interval === 'tick' ? undefined : barsOfLength(MINUTES_OF[interval] * MS_PER_MINUTE, A_MONDAY_MS - leadMs);
    const division = { rule, dayOf: NO_DAYS, sessions: [] };
    const needsDays = leadMs > 0 && interval === 'day';
    const needsHours = (needsDays || (ends === 'close' && WHOLE_DAYS.includes(interval))) && !call.isSample;
    const mic = needsHours ? exchangeOfIndex(symbol) : undefined;
    if (mic === undefined) return division;
    return lookUpEach(
      [mic],
      () => sessionsOf(mic, { fromMs: startMs, toMs: endMs }, context, call),
      ([sessions]) => {
        if (!isFound(sessions)) return division;
        const days = sessions.map(({ day }) => ({
          fromMs: day * MS_PER_DAY - leadMs,
          toMs: (day + 1) * MS_PER_DAY - leadMs,
        }));
        return { ...division, sessions, rule: needsDays ? barsOfSessions(`day ${mic}`, days) : rule };
      },
    );
  }
  const mic = exchangeOfIndex(symbol);
  if (mic === undefined)
    throw new CellError(
      '#VALUE!',
      `interval: the exchange of ${symbol} is not known, so it has no "session"; give "day", or "hour"`,
    );
  return whenReady(sessionsOf(mic, { fromMs: startMs, toMs: endMs }, context, call), (sessions) => ({
    rule: barsOfSessions(`session ${mic}`, sessions),
    dayOf: new Map(sessions.map(({ fromMs, day }) => [fromMs, day * MS_PER_DAY])),
    sessions,
  }));
}

const NO_DAYS: TicksAnswer['dayOf'] = new Map();

interface TradingDay extends Span {
  /** Days since 1970. */
  readonly day: number;
}

/**
 * One span for each trading day that touches the window, from the first opening to the last close. In UTC a session may
 * belong to the day before or after. So the neighbouring year counts too, if the calendar has it.
 */
function sessionsOf(
  mic: string,
  { fromMs, toMs }: Span,
  context: Context,
  call: Call,
): MaybePromise<readonly TradingDay[]> {
  const [first, last] = [yearAt(fromMs), yearAt(toMs - 1)];
  const [nearFirst, nearLast] = [yearAt(fromMs - MS_PER_DAY), yearAt(toMs + MS_PER_DAY)];
  const years = Array.from({ length: nearLast - nearFirst + 1 }, (_, index) => nearFirst + index);
  const spansOf = (calendars: readonly (ExchangeYear | undefined)[]): TradingDay[] =>
    calendars
      .flatMap((year) => year?.days.map((day) => ({ day, sessions: year.sessionsOf.get(day) ?? [] })) ?? [])
      .map(({ day, sessions }) => ({
        day,
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
