import type { Result } from '../../core/cell';
import { calendarOf, type CalendarOperation } from '../../api/calendars';
import type { Call } from '../../core/call';
import { type Column, columnsNamed, type Row } from '../../core/columns';
import type { Grid } from '../../core/arguments';
import { LAST_DAY, isoFromDay } from '../../core/calendar/dates';
import { CellError, notAvailable } from '../../core/errors';
import { collapse } from '../../core/table';
import { dayFromIso } from '../../core/calendar/iso-dates';
import { dayIn, isKnownZone, type Zone } from '../../core/calendar/zones';
import type { Context } from '../define';
import { lookUpEach } from './look-up-each';
import type { Slot } from '../parameters/symbols';
import { stackTables } from './record-tables';
import { isListed, unknownExchange } from './trading-years';
import { type MaybePromise, groupBy, whenReady } from '../../core/basics';

/** The key of the one answer about all markets. In lower case it cannot be a MIC code. */
const EVERY_MARKET = 'all';

interface MarketArguments {
  readonly mics: Grid<Slot<string>> | undefined;
  readonly fields: readonly string[] | undefined;
  readonly headers: boolean | undefined;
  readonly zone?: Zone | undefined;
}

/** The first and the last day, as yyyy-mm-dd. */
interface Dates {
  readonly start: string;
  readonly end: string;
}

interface MarketKind {
  readonly operation: CalendarOperation;
  readonly record: readonly Column[];
  /** Selects the records to show. @default all */
  readonly only?: (row: Row) => boolean;
  /** Changes a record before it is shown. @default unchanged */
  readonly adapt?: (row: Row) => Row;
  /** Adds data from other answers of the service. @default nothing */
  readonly complete?: (rows: readonly Row[]) => MaybePromise<readonly Row[]>;
  readonly dates?: Dates;
  readonly noneAtAll: string;
  /** Says why a market has no records. @default that the service does not know it */
  readonly noneOf?: (mic: string) => string;
}

/** A table of market records: in the order of the requested markets, then by date if they have one. */
export function marketTable(
  args: MarketArguments,
  context: Context,
  call: Call,
  kind: MarketKind,
): MaybePromise<Result> {
  const names: readonly Slot<string>[] = args.mics?.items ?? [EVERY_MARKET];
  return lookUpEach(
    names,
    (mic) =>
      whenReady(
        calendarOf(context.client, kind.operation).read({ mic: args.mics && mic, ...kind.dates }, call),
        (rows) =>
          rows.length === 0 && kind.dates && args.mics ? explainMissing(mic, context, call) : readRows(rows, kind),
      ),
    (answers) =>
      collapse(
        stackTables({
          names,
          answers,
          columns: args.fields ? columnsNamed(kind.record, args.fields) : kind.record,
          nameColumn: 'mic',
          hasHeaders: args.headers ?? true,
          view: { zone: args.zone ?? 'exchange', dateSystem: context.dateSystem },
          explainEmpty: (mic) => (mic === EVERY_MARKET ? kind.noneAtAll : (kind.noneOf ?? unknownExchange)(mic)),
          mayBeEmpty: kind.dates !== undefined,
          hasRowEach: kind.dates === undefined || kind.dates.start === kind.dates.end,
        }),
        args.fields?.length === 1,
        args.headers,
      ),
  );
}

interface CalendarArguments extends MarketArguments {
  readonly start: number | undefined;
  readonly end: number | undefined;
}

interface CalendarKind extends Omit<MarketKind, 'dates' | 'noneAtAll' | 'noneOf'> {
  /** The last day for a first day, if the formula has none. */
  readonly defaultEnd: (start: number) => number;
  /** The records' name in sentences: "trading sessions". */
  readonly what: string;
}

export function calendarTable(
  args: CalendarArguments,
  context: Context,
  call: Call,
  kind: CalendarKind,
): MaybePromise<Result> {
  return whenReady(args.start ?? today(args.mics, context, call), (first) => {
    const last = args.end ?? Math.min(kind.defaultEnd(first), LAST_DAY);
    const [start, end] = [isoFromDay(first), isoFromDay(last)];
    if (last < first) throw new CellError('#VALUE!', `end: ${end} is before the start, ${start}; give a later date`);
    return marketTable(args, context, call, {
      ...kind,
      dates: { start, end },
      noneAtAll: `No market has ${kind.what} from ${start} to ${end}: check the dates`,
      noneOf: (mic) => `There are no ${kind.what} of ${mic} from ${start} to ${end}: give other dates`,
    });
  });
}

function readRows(rows: readonly Row[], { only, adapt, complete, dates }: MarketKind): MaybePromise<readonly Row[]> {
  const asked = dates ? rowsWithin(rows, dates) : rows;
  const shown = only ? asked.filter(only) : asked;
  const sorted = sortByMarketAndTime(adapt ? shown.map(adapt) : shown);
  return complete ? complete(sorted) : sorted;
}

/**
 * The records of the requested days, and those without a readable date. Throws if all are of other days: a service that
 * knows the dates by other names ignores them, and that must not look like days without records.
 */
function rowsWithin(rows: readonly Row[], { start, end }: Dates): readonly Row[] {
  const other = (row: Row): string | undefined => {
    const date = textOf(row.date).slice(0, start.length);
    return dayFromIso(date) !== undefined && (date < start || date > end) ? date : undefined;
  };
  const within = rows.filter((row) => other(row) === undefined);
  if (within.length > 0 || rows.length === 0) return within;
  throw notAvailable(
    `The service sent records of ${other(rows[0]!)!} instead of ${start} to ${end}: check the names of parameters in the MD pane`,
  );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * Explains a missing market: an exchange that the service knows has no records in these days, any other is an error.
 */
function explainMissing(mic: string, context: Context, call: Call): MaybePromise<readonly Row[]> {
  return whenReady(isListed(mic, context, call), (isKnown) => {
    if (!isKnown) throw notAvailable(unknownExchange(mic));
    return [];
  });
}

/**
 * The exchange's date for one market, the computer's date for several. Also the computer's if the exchange's zone is
 * not available.
 */
function today(mics: Grid<Slot<string>> | undefined, context: Context, call: Call): MaybePromise<number> {
  const named = mics?.items.filter((mic) => typeof mic === 'string') ?? [];
  const [mic] = named;
  const now = context.now();
  if (mic === undefined || new Set(named).size > 1) return dayIn('local', now);
  return lookUpEach(
    [mic],
    (name) => calendarOf(context.client, 'GET /stocks/markets').read({ mic: name }, call),
    ([rows]) => {
      const zone = rows instanceof CellError ? undefined : rows?.[0]?.timezone;
      return dayIn(typeof zone === 'string' && isKnownZone(zone) ? zone : 'local', now);
    },
  );
}

/** A day with a lunch break may have two sessions. */
function sortByMarketAndTime(rows: readonly Row[]): readonly Row[] {
  const timeOf = ({ date, open_time: opens }: Row): string => `${textOf(date)} ${textOf(opens)}`;
  return groupBy(rows, ({ mic }) => String(mic)).flatMap((market) =>
    [...market].sort((a, b) => timeOf(a).localeCompare(timeOf(b))),
  );
}
