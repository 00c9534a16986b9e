import { exchangeDayAt, isOpenAt, type Moment, yearsAt } from '../core/calendar/opening';
import { checkCovered, type ExchangeYear, yearOf } from '../core/calendar/trading-days';
import { utcMsOf, type Zone } from '../core/calendar/zones';
import { CellError } from '../core/errors';
import { define } from './define';
import { type Slot, isFound } from './parameters/symbols';
import { lookUpEach } from './tables/look-up-each';
import { exchangeYear } from './tables/trading-years';
import { required } from './parameters/values';
import { exchange } from './parameters/names';
import { dateTime, type DateTime, zone } from './parameters/dates';

export const isOpen = define({
  id: 'ISOPEN',
  parameters: {
    mic: exchange(),
    at: required(dateTime(), 'a date and time such as NOW()'),
    zone: zone('local'),
  },
  result: 'scalar',
  sources: ['GET /stocks/markets/hours', 'GET /stocks/markets/holidays'],
  requests: 'year',
  handle(args, context, call) {
    const moment = momentOf(args.at, args.zone ?? 'local');
    const years = yearsAt(moment);
    return lookUpEach(
      years,
      (year) => exchangeYear(args.mic, year, context, call),
      (answers) =>
        answers.some((answer) => isFound(answer) && isOpenAt(answer, moment)) || checkClosed(years, answers, moment),
    );
  },
});

function momentOf({ wallMs, offsetMs }: DateTime, zone: Zone): Moment {
  if (offsetMs !== undefined) return { clock: 'utc', ms: wallMs - offsetMs };
  if (zone === 'exchange') return { clock: 'exchange', ms: wallMs };
  return { clock: 'utc', ms: zone === 'utc' ? wallMs : utcMsOf(zone, wallMs) };
}

/**
 * False, or an error if the calendar does not cover the moment. Around New Year two years are requested; the exchange's
 * own date decides which of them must exist.
 */
function checkClosed(years: readonly number[], answers: readonly Slot<ExchangeYear>[], moment: Moment): false {
  const nearest = answers.find(isFound);
  const day = nearest && exchangeDayAt(nearest, moment);
  const answer = answers[day === undefined ? 0 : years.indexOf(yearOf(day))];
  if (answer instanceof CellError) throw answer;
  if (answer !== undefined && day !== undefined) checkCovered(answer, day, day);
  return false;
}
