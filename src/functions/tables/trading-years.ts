import { calendarOf, type CalendarOperation, type CalendarQuestion } from '../../api/calendars';
import type { Call } from '../../core/call';
import type { Row } from '../../core/columns';
import { CellError, notAvailable } from '../../core/errors';
import {
  commonDays,
  type ExchangeYear,
  isWhole,
  readExchangeYear,
  type TradingYear,
  firstDayOf,
  lastDayOf,
  walkTradingDays,
  yearOf,
} from '../../core/calendar/trading-days';
import { closedDaysIn } from '../../core/calendar/holidays';
import type { Context } from '../define';
import { lookUpEach } from './look-up-each';
import { isFound, type Slot } from '../parameters/symbols';
import { ServiceError } from '../../api/service-error';
import { isoFromDay, DATE_FORMAT, type DateSystem, isSerial, serialFromDays } from '../../core/calendar/dates';
import type { FormattedNumber } from '../../core/cell';
import { type MaybePromise, whenReady } from '../../core/basics';

/** The longest span for functions of trading days, because every year costs a request. */
export const MAX_YEARS = 50;

/**
 * The trading days of an exchange in a calendar year. Whole years are requested, whatever days a formula is about. So
 * all formulas of a workbook share one answer, and one request per exchange and year.
 */
export const exchangeYear = (mic: string, year: number, context: Context, call: Call): MaybePromise<ExchangeYear> =>
  whenReady(
    exchangeYearIfAny(mic, year, context, call),
    (calendar) => calendar ?? explainMissing(mic, year, context, call),
  );

/** Undefined if the service does not know the exchange, or its calendar lacks the year. */
export function exchangeYearIfAny(
  mic: string,
  year: number,
  context: Context,
  call: Call,
): MaybePromise<ExchangeYear | undefined> {
  return whenReady(recordsOf('GET /stocks/markets/hours', ofYear(mic, year), context, call), (rows) => {
    const calendar = readOnce(rows, mic, year, NONE);
    if (calendar === undefined || isWhole(calendar)) return calendar;
    return lookUpEach(
      [year],
      () => holidaysOf(mic, year, context, call),
      ([holidays]) => (isFound(holidays) ? readOnce(rows, mic, year, holidays) : calendar),
    );
  });
}

/** The service's records of the days of a year on which an exchange is closed or closes early. */
const holidaysOf = (mic: string, year: number, context: Context, call: Call): MaybePromise<readonly Row[]> =>
  recordsOf('GET /stocks/markets/holidays', ofYear(mic, year), context, call);

/** Whether the service says that an exchange is closed on a day. */
export const isHoliday = (mic: string, day: number, context: Context, call: Call): MaybePromise<boolean> =>
  whenReady(holidaysOf(mic, yearOf(day), context, call), (rows) => closedDaysIn(rows).includes(day));

/** Empty if the service refuses the question. */
const recordsOf = (
  operation: CalendarOperation,
  asked: CalendarQuestion,
  { client }: Context,
  call: Call,
): MaybePromise<readonly Row[]> =>
  lookUpEach(
    [asked],
    (question) => calendarOf(client, operation).read(question, call),
    ([rows]) => {
      if (rows instanceof ServiceError && rows.isRefusal) return NONE;
      if (rows instanceof CellError) throw rows;
      return rows ?? NONE;
    },
  );

function ofYear(mic: string, year: number): CalendarQuestion {
  const name = String(year).padStart(4, '0');
  return { mic, start: `${name}-01-01`, end: `${name}-12-31` };
}

/** For each year, in the given order, the days on which all the exchanges trade. */
export function commonYears(
  mics: readonly string[],
  years: readonly number[],
  context: Context,
  call: Call,
): MaybePromise<readonly TradingYear[]> {
  const questions = years.flatMap((year) => mics.map((mic) => ({ mic, year })));
  return lookUpEach(
    questions,
    ({ mic, year }) => exchangeYear(mic, year, context, call),
    (answers) => {
      const calendars = answers.map(yearOrThrow);
      return years.map((_, index) =>
        calendars
          .slice(index * mics.length, (index + 1) * mics.length)
          .reduce<TradingYear>(commonDays, calendars[index * mics.length]!),
      );
    },
  );
}

export function yearOrThrow(answer: Slot<ExchangeYear>): ExchangeYear {
  if (isFound(answer)) return answer;
  throw answer ?? notAvailable('There is nothing to look up');
}

const NONE: readonly Row[] = [];

/** Keyed by the answers themselves, which the client keeps while they are fresh. */
const yearsByRows = new WeakMap<readonly Row[], WeakMap<readonly Row[], ExchangeYear | undefined>>();

function readOnce(rows: readonly Row[], mic: string, year: number, holidays: readonly Row[]): ExchangeYear | undefined {
  const byHolidays = yearsByRows.get(rows) ?? new WeakMap<readonly Row[], ExchangeYear | undefined>();
  yearsByRows.set(rows, byHolidays);
  if (!byHolidays.has(holidays)) byHolidays.set(holidays, readExchangeYear(rows, mic, year, closedDaysIn(holidays)));
  return byHolidays.get(holidays);
}

/**
 * Without hours, either the service does not know the exchange, or its calendar lacks the year. Its list of exchanges
 * decides.
 */
function explainMissing(mic: string, year: number, context: Context, call: Call): MaybePromise<never> {
  return whenReady(isListed(mic, context, call), (isKnown): never => {
    throw notAvailable(
      isKnown
        ? `The service has no trading hours of ${mic} in ${year}: choose dates that it covers`
        : unknownExchange(mic),
    );
  });
}

/**
 * Whether the service lists an exchange, which tells an unknown one from one without hours. Fails if the service does.
 */
export const isListed = (mic: string, context: Context, call: Call): MaybePromise<boolean> =>
  whenReady(recordsOf('GET /stocks/markets', { mic }, context, call), (markets) => markets.length > 0);

/** Exchanges of Germany, of which many services know the largest alone. */
const BESIDE_XETRA = /^X(?:FRA|BER|DUS|HAM|HAN|MUN|STU)$/;

export const unknownExchange = (mic: string): string =>
  BESIDE_XETRA.test(mic)
    ? `The service does not know the exchange "${mic}": try XETR, Xetra in Frankfurt`
    : `The service does not know the exchange "${mic}": check the MIC code`;

/** A step of trading days from a day on (back if negative), counting days on which all the exchanges trade. */
interface TradingStep {
  readonly start: number;
  readonly days: number;
  readonly mics: readonly string[];
  /** The arguments that decide the length of the step, for the error's sentence: "start or days". */
  readonly decidedBy: string;
}

const [FIRST_YEAR, LAST_YEAR] = [1900, 9999];

/**
 * The day at which the step ends; the start itself for a step of 0 days. Throws a CellError if the calendars do not
 * reach that far.
 */
export const tradingDayAfter = (step: TradingStep, context: Context, call: Call): MaybePromise<number> =>
  step.days === 0 ? step.start : walk({ from: step.start, left: step.days }, step, context, call);

interface WalkState {
  readonly from: number;
  readonly left: number;
}

/**
 * Requests at once all the years that the step certainly covers: each trading day takes at least a day. Continues from
 * there. Other years are requested only if needed: each costs a request and may lie beyond the service's calendar.
 */
function walk({ from, left }: WalkState, whole: TradingStep, context: Context, call: Call): MaybePromise<number> {
  const step = Math.sign(left);
  const years = yearsFrom(yearOf(from + step), yearOf(from + left));
  if (years.at(-1)! > LAST_YEAR || years.at(-1)! < FIRST_YEAR) throw beyondDates(context.dateSystem, whole.decidedBy);
  if (Math.abs(years.at(-1)! - yearOf(whole.start)) > MAX_YEARS) throw tooFar(whole);
  return whenReady(commonYears(whole.mics, years, context, call), (calendars) => {
    const reached = walkTradingDays(calendars, from, left);
    if ('day' in reached) return reached.day;
    const edge = step > 0 ? lastDayOf(years.at(-1)!) : firstDayOf(years.at(-1)!);
    return walk({ from: edge, left: reached.left }, whole, context, call);
  });
}

function yearsFrom(first: number, last: number): readonly number[] {
  const step = last < first ? -1 : 1;
  return Array.from({ length: Math.abs(last - first) + 1 }, (_, index) => first + index * step);
}

const tooFar = ({ start, days }: TradingStep): CellError =>
  new CellError(
    '#VALUE!',
    `days: ${days} trading days lead more than ${MAX_YEARS} years away from ${isoFromDay(start)}; give fewer`,
  );

/**
 * A day as a date of the sheet. Throws #N/A if Excel has no such date.
 * @param decidedBy the arguments that decide which day it is: "start or days"
 */
export function dateCell(day: number, system: DateSystem, decidedBy: string): FormattedNumber {
  const value = serialFromDays(day, system);
  if (!isSerial(value, system)) throw beyondDates(system, decidedBy);
  return { value, format: DATE_FORMAT };
}

const beyondDates = (system: DateSystem, decidedBy: string): CellError =>
  notAvailable(`The day lies before ${system} or after 9999, where Excel has no dates: change ${decidedBy}`);
