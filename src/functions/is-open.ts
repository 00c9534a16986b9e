import { CellError } from '../core/errors';
import { exchangeDayAt, isOpenAt, yearsAt } from '../core/opening';
import type { Moment } from '../core/opening';
import { checkCovered, yearOf } from '../core/trading-days';
import type { ExchangeYear } from '../core/trading-days';
import type { Zone } from '../core/zones';
import { utcMsOf } from '../core/zones';
import { define } from './define';
import { lookUpEach } from './each';
import { zone } from './parameters/choices';
import type { DateTime } from './parameters/date-times';
import { dateTime } from './parameters/date-times';
import { exchange } from './parameters/exchanges';
import { required } from './parameters/required';
import type { Place } from './parameters/symbols';
import { exchangeYear } from './trading-years';

export const isOpen = define({
  id: 'ISOPEN',
  summary: 'Whether an exchange trades at a date and time, holidays and half days included. Example: =MD.ISOPEN("XNYS",NOW()) says whether New York is open now.',
  returns: 'TRUE from the opening up to the closing, FALSE otherwise; at the closing time itself the exchange is closed. A date without a time is its midnight.',
  parameters: {
    mic: exchange('MIC code of the exchange, such as XNYS'),
    at: required(dateTime('Date and time, such as NOW(), or a text such as "2026-11-20 09:30"'), 'a date and time such as NOW()'),
    zone: { ...zone(), help: 'Whose wall clock "at" was read from: exchange, utc, local, or a name such as "Europe/Paris"; local when left out. A text with an offset needs none' },
  },
  result: 'scalar',
  sources: ['GET /stocks/markets/hours'],
  examples: [
    { formula: '=MD.ISOPEN("XNYS",NOW())', gives: 'TRUE while New York trades, on any computer\'s clock' },
    { formula: '=MD.ISOPEN("XNYS","2026-11-27 13:30","exchange")', gives: 'FALSE: New York closes at 13:00 on the day after Thanksgiving' },
    { formula: '=MD.ISOPEN("XTKS","2026-11-20T01:00:00Z")', gives: 'TRUE: it is ten in the morning in Tokyo' },
  ],
  handle(given, context, call) {
    const moment = momentOf(given.at, given.zone ?? 'local');
    const years = yearsAt(moment);
    return lookUpEach(years, (year) => exchangeYear(given.mic, year, context, call), (answers) =>
      answers.some((answer) => isKnown(answer) && isOpenAt(answer, moment)) || checkClosed(years, answers, moment));
  },
});

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
