import { MOST_TICKS } from '../api/ticks-question';
import { define } from './define';
import type { Choices } from './define';
import { BAR_FIELDS, DEFAULT_LIMIT, INTERVALS, TICK_FIELDS, handle } from './handlers/ticks';
import { dateTime } from './parameters/date-times';
import { fields } from './parameters/fields';
import { indexSymbol } from './parameters/index-symbol';
import { headers, wholeNumber } from './parameters/numbers';
import { required } from './parameters/required';
import { word } from './parameters/words';

const INTERVAL_CHOICES: Choices = {
  id: 'TICK_INTERVAL',
  values: [
    { value: 'tick', help: 'Every tick: time, ask, bid, mid' },
    { value: 'minute', help: 'Open, high, low, close of mid by the minute' },
    { value: 'hour', help: 'Open, high, low, close of mid by the hour' },
    { value: 'day', help: 'Open, high, low, close of mid by the day, in UTC' },
  ],
};

const DATE_TIME = 'a date and time such as "2026-11-19 14:30"';

export const ticks = define({
  id: 'TICKS',
  summary: 'Historical ticks of an index, or bars of them. Example: =MD.TICKS("SPX","2024-11-18 14:30","2024-11-18 15:00") gives half an hour, tick by tick.',
  returns: 'A table of one row per tick, oldest first: time (UTC), ask, bid, mid. By minute, hour or day, one row per bar that has ticks: time (its beginning), open, high, low, close of the mid price, count of ticks.',
  parameters: {
    symbol: indexSymbol('Symbol of the index, such as SPX'),
    start: required(dateTime('Begin of the window, in UTC: an Excel date and time, or a text such as "2026-11-19 14:30"'), DATE_TIME),
    end: required(dateTime('End of the window, in UTC; it is itself not in the window'), DATE_TIME),
    limit: wholeNumber(`Most rows, counted from the start; negative for the newest instead; ${DEFAULT_LIMIT.toLocaleString('en')} when left out`, -MOST_TICKS, MOST_TICKS),
    fields: fields([...new Set([...TICK_FIELDS, ...BAR_FIELDS])], 'all of them'),
    headers: headers(true),
    interval: word('tick, minute, hour or day; tick when left out', INTERVALS, INTERVAL_CHOICES),
  },
  result: 'matrix',
  sources: ['GET /indices/{symbol}/ticks'],
  examples: [
    { formula: '=MD.TICKS("SPX","2024-11-18 14:30","2024-11-18 15:00")', gives: 'half an hour of trading, tick by tick' },
    { formula: '=MD.TICKS("SPX","2024-11-18","2024-11-19",-1,"mid")', gives: 'the last mid price of a day' },
    { formula: '=MD.TICKS("DAX","2024-11-18 08:00","2024-11-18 09:00",,,,"minute")', gives: 'open, high, low and close of an hour, minute by minute' },
  ],
  handle,
});
