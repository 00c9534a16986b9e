import type { Call } from '../../core/call';
import { CellError } from '../../core/errors';
import { exchangeDayAt, isOpenAt, yearsAt } from '../../core/opening';
import type { Moment } from '../../core/opening';
import { checkCovered, yearOf } from '../../core/trading-days';
import type { ExchangeYear } from '../../core/trading-days';
import type { Zone } from '../../core/zones';
import { utcMsOf } from '../../core/zones';
import type { Context, Result } from '../define';
import { lookUpEach } from '../each';
import type { DateTime } from '../parameters/date-times';
import type { Place } from '../parameters/symbols';
import { exchangeYear } from './trading-years';

interface Given {
  readonly mic: string;
  readonly at: DateTime;
  readonly zone: Zone | undefined;
}

export function handle(given: Given, context: Context, call: Call): Result | Promise<Result> {
  const moment = momentOf(given.at, given.zone ?? 'local');
  const years = yearsAt(moment);
  return lookUpEach(years, (year) => exchangeYear(given.mic, year, context, call), (answers) =>
    answers.some((answer) => isKnown(answer) && isOpenAt(answer, moment)) || checkClosed(years, answers, moment));
}

function momentOf({ wallMs, offsetMs }: DateTime, zone: Zone): Moment {
  if (offsetMs !== undefined) return { clock: 'utc', ms: wallMs - offsetMs };
  if (zone === 'exchange') return { clock: 'exchange', ms: wallMs };
  return { clock: 'utc', ms: zone === 'utc' ? wallMs : utcMsOf(zone, wallMs) };
}

const isKnown = (answer: Place<ExchangeYear>): answer is ExchangeYear => answer !== undefined && !(answer instanceof CellError);

/**
 * False, unless the calendar does not tell. Around New Year two years are asked for; the exchange's own date says which of them
 * must be there.
 */
function checkClosed(years: readonly number[], answers: readonly Place<ExchangeYear>[], moment: Moment): false {
  const nearest = answers.find(isKnown);
  const day = nearest && exchangeDayAt(nearest, moment);
  const answer = answers[day === undefined ? 0 : years.indexOf(yearOf(day))];
  if (answer instanceof CellError) throw answer;
  if (answer !== undefined && day !== undefined) checkCovered(answer, day, day);
  return false;
}
