import type { CalendarOperation } from '../api/calendars';
import { groupBy } from '../api/group';
import type { Call } from '../core/call';
import type { Column, Row } from '../core/columns';
import { columnsNamed } from '../core/columns';
import type { Grid } from '../core/arguments';
import { LAST_DAY, isoFromDay } from '../core/dates';
import { CellError } from '../core/errors';
import type { Zone } from '../core/zones';
import { dayIn, isKnownZone } from '../core/zones';
import type { Context, Result } from './define';
import { after, lookUpEach } from './each';
import type { Place } from './parameters/symbols';
import { collapse, stackTables } from './stack';

/** Stands for the one answer about all markets; in lower case it is no MIC code. */
const EVERY_MARKET = 'all';

export interface MarketArguments {
  readonly mics: Grid<Place<string>> | undefined;
  readonly fields: readonly string[] | undefined;
  readonly headers: boolean | undefined;
  readonly zone?: Zone | undefined;
}

export interface MarketKind {
  readonly operation: CalendarOperation;
  readonly record: readonly Column[];
  readonly dates?: { readonly start: string; readonly end: string };
  /** Why there are no records of a market, or of any where it is undefined, as a sentence. */
  readonly explainEmpty: (mic: string | undefined) => string;
}

/** A table of market records: by market as asked, then by date where they have one. */
export function marketTable(given: MarketArguments, context: Context, call: Call, kind: MarketKind): Result | Promise<Result> {
  const names: readonly Place<string>[] = given.mics?.items ?? [EVERY_MARKET];
  return lookUpEach(names, (mic) =>
    after(context.client.calendar(kind.operation, { mic: given.mics && mic, ...kind.dates }, call), sortByMarketAndDate), (answers) => collapse(stackTables({
    names, answers,
    columns: given.fields ? columnsNamed(kind.record, given.fields) : kind.record,
    nameColumn: 'mic',
    hasHeaders: given.headers ?? true,
    view: { zone: given.zone ?? 'exchange', dateSystem: context.dateSystem },
    explainEmpty: (mic) => kind.explainEmpty(mic === EVERY_MARKET ? undefined : mic),
  }), given.fields?.length === 1, given.headers));
}

export interface CalendarArguments extends MarketArguments {
  readonly start: number | undefined;
  readonly end: number | undefined;
}

export interface CalendarKind extends Omit<MarketKind, 'dates' | 'explainEmpty'> {
  /** First day → last day when the formula gives none. */
  readonly defaultEnd: (start: number) => number;
  /** What a record is, for sentences: "trading sessions". */
  readonly what: string;
}

/** A table of dated market records between two days. */
export function calendarTable(given: CalendarArguments, context: Context, call: Call, kind: CalendarKind): Result | Promise<Result> {
  return after(given.start ?? today(given.mics, context, call), (first) => {
    const last = given.end ?? Math.min(kind.defaultEnd(first), LAST_DAY);
    const [start, end] = [isoFromDay(first), isoFromDay(last)];
    if (last < first) throw new CellError('#VALUE!', `end: ${end} is before the start, ${start}; give a later date`);
    return marketTable(given, context, call, {
      ...kind,
      dates: { start, end },
      explainEmpty: (mic) => (mic === undefined
        ? `No market has ${kind.what} from ${start} to ${end}: check the dates`
        : `${mic} has no ${kind.what} from ${start} to ${end}: check the MIC code and the dates`),
    });
  });
}

/** The exchange's date for one market, the computer's for several; also the computer's when the exchange's zone is not to be had. */
function today(mics: Grid<Place<string>> | undefined, context: Context, call: Call): number | Promise<number> {
  const named = mics?.items.filter((mic) => typeof mic === 'string') ?? [];
  const [mic] = named;
  const now = context.now();
  if (mic === undefined || new Set(named).size > 1) return dayIn('local', now);
  return lookUpEach([mic], (name) => context.client.calendar('GET /stocks/markets', { mic: name }, call), ([rows]) => {
    const zone = rows instanceof CellError ? undefined : rows?.[0]?.timezone;
    return dayIn(typeof zone === 'string' && isKnownZone(zone) ? zone : 'local', now);
  });
}

function sortByMarketAndDate(rows: readonly Row[]): readonly Row[] {
  const dateOf = ({ date }: Row): string => (typeof date === 'string' ? date : '');
  return groupBy(rows, ({ mic }) => String(mic))
    .flatMap((market) => [...market].sort((a, b) => dateOf(a).localeCompare(dateOf(b))));
}
