import { calendarOf } from '../api/calendars';
import { cyclesOf, ownSettlementDay, settlementDays } from '../core/calendar/settlement';
import { type ExchangeYear, isSpecialSession, yearOf } from '../core/calendar/trading-days';
import type { Call } from '../core/call';
import { CellError, notAvailable } from '../core/errors';
import { type Context, define } from './define';
import { date } from './parameters/dates';
import { wholeNumber, required } from './parameters/values';
import { lookUpEach } from './tables/look-up-each';
import { tradingDayAfter, dateCell, exchangeYear, isHoliday, yearOrThrow } from './tables/trading-years';
import { exchange } from './parameters/names';
import { type MaybePromise, whenReady } from '../core/basics';

export const MAX_SETTLEMENT_DAYS = 30;

export const settle = define({
  id: 'SETTLE',
  parameters: {
    trade_date: required(date(), 'a date such as "2026-11-20"'),
    mic: exchange(),
    days: wholeNumber(0, MAX_SETTLEMENT_DAYS),
  },
  result: 'scalar',
  sources: ['GET /stocks/markets/hours', 'GET /stocks/markets', 'GET /stocks/markets/holidays'],
  requests: 'year',
  handle({ trade_date, mic, days }, context, call) {
    return whenReady(nextTradingDay(mic, trade_date - 1, context, call), (tradeDay) =>
      whenReady(days ?? cycleAt(mic, tradeDay, context, call), (cycle) =>
        whenReady(settlementDayAfter({ mic, day: tradeDay, left: cycle }, context, call), (day) =>
          dateCell(day, context.dateSystem, DECIDED_BY),
        ),
      ),
    );
  },
});

const DECIDED_BY = 'trade_date';

const nextTradingDay = (mic: string, day: number, context: Context, call: Call): MaybePromise<number> =>
  tradingDayAfter({ start: day, days: 1, mics: [mic], decidedBy: DECIDED_BY }, context, call);

interface Settling {
  readonly mic: string;
  readonly day: number;
  /** The settlement days that are still to come. */
  readonly left: number;
}

/** A market settles on its trading days except special sessions, and on its extra days in settlement.ts. */
function settlementDayAfter({ mic, day, left }: Settling, context: Context, call: Call): MaybePromise<number> {
  if (left === 0) return day;
  const ownDay = ownSettlementDay(mic, day);
  return whenReady(ownDay === undefined || isHoliday(mic, ownDay, context, call), (isNoOwnDay) => {
    if (!isNoOwnDay) return settlementDayAfter({ mic, day: ownDay!, left: left - 1 }, context, call);
    return whenReady(nextTradingDay(mic, day, context, call), (next) =>
      whenReady(tradesSpecially(mic, next, context, call), (isSpecial) =>
        settlementDayAfter({ mic, day: next, left: isSpecial ? left : left - 1 }, context, call),
      ),
    );
  });
}

/** Whether an exchange trades on a day although it does not usually trade on that weekday. */
function tradesSpecially(mic: string, day: number, context: Context, call: Call): MaybePromise<boolean> {
  const isSpecialIn = (calendars: readonly ExchangeYear[]): boolean =>
    isSpecialSession(day, { has: (other) => calendars.some(({ sessionsOf }) => sessionsOf.has(other)) });
  return whenReady(exchangeYear(mic, yearOf(day), context, call), (calendar) => {
    if (!isSpecialIn([calendar])) return false;
    // Around New Year, the other year's weeks distinguish a special session from a change of the trading week.
    const otherYears = [yearOf(day - FORTNIGHT), yearOf(day + FORTNIGHT)].filter((year) => year !== calendar.year);
    return lookUpEach(
      otherYears,
      (year) => exchangeYear(mic, year, context, call),
      (answers) => isSpecialIn([calendar, ...answers.map(yearOrThrow)]),
    );
  });
}

const FORTNIGHT = 14;

/** Trading days from trade to settlement, by the exchange's country according to the service. */
function cycleAt(mic: string, tradeDay: number, context: Context, call: Call): MaybePromise<number> {
  return lookUpEach(
    [mic],
    (name) => calendarOf(context.client, 'GET /stocks/markets').read({ mic: name }, call),
    ([markets]) => {
      if (markets instanceof CellError) throw markets;
      const { country, country_code: code } = markets?.[0] ?? {};
      const cycles = typeof code === 'string' ? cyclesOf(code.toUpperCase()) : undefined;
      const where = typeof country === 'string' ? `${mic} (${country})` : mic;
      const cycle = cycles && settlementDays(cycles, tradeDay);
      if (cycle === undefined)
        throw notAvailable(
          cycles
            ? `The settlement cycle of ${where} before ${cycles[0]!.from} is not known: give days`
            : `The settlement cycle of ${where} is not known: give days`,
        );
      return cycle;
    },
  );
}
