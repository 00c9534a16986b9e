import { parameterOf } from '../api/operations';
import { readsOf } from '../api/reads';
import { bodyError } from '../api/service-error';
import { usagePeriodsIn } from '../api/interface/records';
import { DATE_FORMAT, TIME_FORMAT } from '../core/calendar/dates';
import { columns } from '../core/columns';
import { notAvailable } from '../core/errors';
import { flatten } from '../core/json-table';
import { tableOf } from '../core/table';
import { define } from './define';
import { flag, wholeNumber, word } from './parameters/values';
import { whenReady } from '../core/basics';

const PERIOD = columns({ period: 'unix', requests: 'integer', 'data.request': 'integer', 'data.response': 'integer' });

export const MAX_PERIODS = parameterOf('GET /account/usage', 'limit').max!;

const INTERVALS = ['1h', '1d'] as const;
const DEFAULT_INTERVAL = '1h';
const DEFAULT_PERIODS = 24;

export const usage = define({
  id: 'USAGE',
  parameters: {
    interval: word(INTERVALS, { default: DEFAULT_INTERVAL, dropDown: { id: 'USAGE_INTERVAL', words: INTERVALS } }),
    limit: wholeNumber(1, MAX_PERIODS, DEFAULT_PERIODS),
    headers: flag(true),
  },
  result: 'matrix',
  sources: ['GET /account/usage'],
  requests: 'alone',
  handle({ interval = DEFAULT_INTERVAL, limit = DEFAULT_PERIODS, ...args }, context, call) {
    return whenReady(
      readsOf(context.client, 'GET /account/usage').read({ values: { interval, limit } }, call),
      ({ body }) => {
        const periods = usagePeriodsIn(body);
        if (!periods || (periods.length === 0 && Object.keys(body as object).length > 0))
          throw bodyError('something other than usage by period');
        // A service with another name for the limit sends more rows.
        const rows = periods.slice(-limit).map(({ start, counts }) => ({ ...flatten(counts), period: start }));
        if (rows.length === 0) return notAvailable('The service has counted nothing yet: recalculate later');
        return tableOf(rows, PERIOD, args.headers ?? true, {
          zone: 'utc',
          dateSystem: context.dateSystem,
          timeFormat: interval === '1d' ? DATE_FORMAT : TIME_FORMAT,
        });
      },
    );
  },
});
