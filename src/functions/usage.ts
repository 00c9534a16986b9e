import { parameterOf } from '../api/operations';
import { define } from './define';
import type { Choices } from './define';
import { handle } from './handlers/usage';
import { headers, wholeNumber } from './parameters/numbers';
import { word } from './parameters/words';

const MOST_PERIODS = parameterOf('GET /account/usage', 'limit').max!;

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
  handle,
});
