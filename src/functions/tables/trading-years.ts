import { calendarOf } from '../../api/calendars';
import type { Call } from '../../core/call';
import type { Row } from '../../core/columns';
import { CellError, notAvailable } from '../../core/errors';
import { commonDays, type ExchangeYear, readExchangeYear, type TradingYear } from '../../core/calendar/trading-days';
import type { MaybePromise } from '../../core/maybe-promise';
import type { Context } from '../define';
import { isListed, isRefused, unknownExchange } from './listed-exchange';
import { whenReady, lookUpEach } from './look-up-each';
import type { Slot } from '../parameters/symbols';

/** Limits the span of functions of trading days, because every year that they pass costs a request. */
export const MAX_YEARS = 50;

/**
 * The trading days of an exchange in a calendar year. Always requests whole years, whatever days a formula is about, so
 * that all formulas of a workbook share one answer and one request per exchange and year.
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
  const name = String(year).padStart(4, '0');
  const question = { mic, start: `${name}-01-01`, end: `${name}-12-31` };
  const answer = lookUpEach(
    [question],
    (one) => calendarOf(context.client, 'GET /stocks/markets/hours').read(one, call),
    ([rows]) => rows,
  );
  return whenReady(answer, (rows) => {
    if (rows instanceof CellError && !isRefused(rows)) throw rows;
    return rows === undefined || rows instanceof CellError ? undefined : readOnce(rows, mic, year);
  });
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
  if (answer === undefined || answer instanceof CellError) throw answer ?? notAvailable('There is nothing to look up');
  return answer;
}

/** Keyed by the answer itself, which the client keeps while it is fresh. */
const yearsByRows = new WeakMap<readonly Row[], ExchangeYear | undefined>();

function readOnce(rows: readonly Row[], mic: string, year: number): ExchangeYear | undefined {
  if (!yearsByRows.has(rows)) yearsByRows.set(rows, readExchangeYear(rows, mic, year));
  return yearsByRows.get(rows);
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
