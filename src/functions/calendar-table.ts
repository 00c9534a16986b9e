import type { CalendarOperation } from '../api/calendars';
import { groupBy } from '../api/group';
import type { Call } from '../core/call';
import type { Column, Row } from '../core/columns';
import { columnsNamed } from '../core/columns';
import type { Grid } from '../core/arguments';
import { isoFromDay } from '../core/dates';
import { CellError } from '../core/errors';
import type { Zone } from '../core/zones';
import { dayIn, isKnownZone } from '../core/zones';
import type { Context, Result } from './define';
import { after, lookUpEach } from './each';
import type { Place } from './parameters/symbols';
import { collapse, stackTables } from './stack';

/** Stands for the one answer about all markets; in lower case it is no MIC code. */
const EVERY_MARKET = 'all';

export interface CalendarArguments {
  readonly mics: Grid<Place<string>> | undefined;
  readonly start: number | undefined;
  readonly end: number | undefined;
  readonly fields: readonly string[] | undefined;
  readonly headers: boolean | undefined;
  readonly zone: Zone | undefined;
}

export interface CalendarKind {
  readonly operation: CalendarOperation;
  readonly record: readonly Column[];
  /** First day → last day when the formula gives none. */
  readonly defaultEnd: (start: number) => number;
  /** What a record is, for sentences: "trading sessions". */
  readonly what: string;
}

/** A table of dated market records: by market as asked, then by date. */
export function calendarTable(given: CalendarArguments, context: Context, call: Call, kind: CalendarKind): Result | Promise<Result> {
  const columns = given.fields ? columnsNamed(kind.record, given.fields) : kind.record;
  const names: readonly Place<string>[] = given.mics?.items ?? [EVERY_MARKET];
  return after(given.start ?? today(given.mics, context, call), (start) => {
    const end = given.end ?? kind.defaultEnd(start);
    if (end < start) {
      throw new CellError('#VALUE!', `end: ${isoFromDay(end)} is before the start, ${isoFromDay(start)}; give a later date`);
    }
    const dates = { start: isoFromDay(start), end: isoFromDay(end) };
    return lookUpEach(names, (mic) =>
      after(context.client.calendar(kind.operation, { mic: given.mics && mic, ...dates }, call), sortByMarketAndDate), (answers) => collapse(stackTables({
      names, answers, columns,
      nameColumn: 'mic',
      hasHeaders: given.headers ?? true,
      view: { zone: given.zone ?? 'exchange', dateSystem: context.dateSystem },
      explainEmpty: (mic) => (mic === EVERY_MARKET
        ? `No market has ${kind.what} from ${dates.start} to ${dates.end}: check the dates`
        : `${mic} has no ${kind.what} from ${dates.start} to ${dates.end}: check the MIC code and the dates`),
    }), given.fields?.length === 1, given.headers));
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
