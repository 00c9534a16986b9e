import { bodyError } from '../api/service-error';
import { columns } from '../core/columns';
import { notAvailable } from '../core/errors';
import { isRecord } from '../core/records';
import { flatten } from '../core/shapes';
import { tableOf } from '../core/table';
import { define } from './define';
import type { Choices } from './define';
import { after } from './each';
import { headers, wholeNumber } from './parameters/numbers';
import { word } from './parameters/words';

const PERIOD = columns({ period: 'unix', requests: 'integer', 'data.request': 'integer', 'data.response': 'integer' });
const MOST_PERIODS = 168;

const INTERVALS = ['1h', '1d'] as const;
const INTERVAL_CHOICES: Choices = { id: 'USAGE_INTERVAL', values: [{ value: '1h', help: 'By the hour' }, { value: '1d', help: 'By the day, in UTC' }] };

export const usage = define({
  id: 'USAGE',
  summary: 'How much of the service your key has used, period by period. Example: =MD.USAGE("1d",7) gives the last seven days.',
  returns: 'A table of one row per period, oldest first as a time series runs, the period now running last: period (its beginning, in UTC), requests, data.request, data.response (as the service counts them).',
  parameters: {
    interval: word('Length of a period: 1h or 1d; 1h when left out', INTERVALS, INTERVAL_CHOICES),
    limit: wholeNumber(`Number of periods, 1 to ${MOST_PERIODS}; 24 when left out`, 1, MOST_PERIODS),
    headers: headers(true),
  },
  result: 'matrix',
  sources: ['GET /account/usage'],
  examples: [
    { formula: '=MD.USAGE()', gives: 'the requests of the last 24 hours, by the hour' },
    { formula: '=MD.USAGE("1d",7)', gives: 'the requests of the last seven days' },
  ],
  handle({ interval = '1h', limit = 24, ...given }, context, call) {
    return after(context.client.read('GET /account/usage', { values: { interval, limit } }, call), ({ body }) => {
      const periods = isRecord(body) ? Object.entries(body).filter(([period]) => UNIX_TIME.test(period)) : [];
      if (!isRecord(body) || (periods.length === 0 && Object.keys(body).length > 0)) throw bodyError('something other than usage by period');
      // Keys that are whole numbers come in ascending order, however they were sent.
      const rows = periods.map(([period, counts]) => ({ ...(isRecord(counts) ? flatten(counts) : {}), period: Number(period) }));
      if (rows.length === 0) return notAvailable('The service has counted nothing yet: recalculate later');
      return tableOf(rows, PERIOD, given.headers ?? true, { zone: 'utc', dateSystem: context.dateSystem });
    });
  },
});

/** Other fields beside the periods are let through, as everywhere. */
const UNIX_TIME = /^\d+$/;
