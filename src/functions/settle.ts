import { calendarOf } from '../api/calendars';
import { cyclesOf, settlementDays } from '../core/calendar/settlement';
import type { Call } from '../core/call';
import { CellError, notAvailable } from '../core/errors';
import { type Context, define } from './define';
import { date } from './parameters/dates';
import { wholeNumber, required } from './parameters/values';
import { lookUpEach, whenReady } from './tables/look-up-each';
import { tradingDayAfter, dateCell } from './tables/trading-years';
import { exchange } from './parameters/names';
import type { MaybePromise } from '../core/basics';

export const MAX_SETTLEMENT_DAYS = 30;

export const settle = define({
  id: 'SETTLE',
  parameters: {
    trade_date: required(date(), 'a date such as "2026-11-20"'),
    mic: exchange(),
    days: wholeNumber(0, MAX_SETTLEMENT_DAYS),
  },
  result: 'scalar',
  sources: ['GET /stocks/markets/hours', 'GET /stocks/markets'],
  requests: 'year',
  handle({ trade_date, mic, days }, context, call) {
    const market = { mics: [mic], decidedBy: 'trade_date' };
    return whenReady(tradingDayAfter({ start: trade_date - 1, days: 1, ...market }, context, call), (tradeDay) =>
      whenReady(days ?? cycleAt(mic, tradeDay, context, call), (cycle) =>
        whenReady(tradingDayAfter({ start: tradeDay, days: cycle, ...market }, context, call), (day) =>
          dateCell(day, context.dateSystem, market.decidedBy),
        ),
      ),
    );
  },
});

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
