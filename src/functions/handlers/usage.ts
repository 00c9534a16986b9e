import { readsOf } from '../../api/reads';
import { bodyError } from '../../api/service-error';
import type { Call } from '../../core/call';
import { columns } from '../../core/columns';
import { notAvailable } from '../../core/errors';
import { isRecord } from '../../core/records';
import { flatten } from '../../core/shapes';
import { tableOf } from '../../core/table';
import type { Context, Result } from '../define';
import { after } from '../each';

const PERIOD = columns({ period: 'unix', requests: 'integer', 'data.request': 'integer', 'data.response': 'integer' });

interface Given {
  readonly interval: string | undefined;
  readonly limit: number | undefined;
  readonly headers: boolean | undefined;
}

export function handle({ interval = '1h', limit = 24, ...given }: Given, context: Context, call: Call): Result | Promise<Result> {
  return after(context.client.lookup(readsOf('GET /account/usage')).read({ values: { interval, limit } }, call), ({ body }) => {
    const periods = isRecord(body) ? Object.entries(body).filter(([period]) => UNIX_TIME.test(period)) : [];
    if (!isRecord(body) || (periods.length === 0 && Object.keys(body).length > 0)) throw bodyError('something other than usage by period');
    // Keys that are whole numbers come in ascending order, however they were sent.
    const rows = periods.map(([period, counts]) => ({ ...(isRecord(counts) ? flatten(counts) : {}), period: Number(period) }));
    if (rows.length === 0) return notAvailable('The service has counted nothing yet: recalculate later');
    return tableOf(rows, PERIOD, given.headers ?? true, { zone: 'utc', dateSystem: context.dateSystem });
  });
}

/** Other fields beside the periods are let through, as everywhere. */
const UNIX_TIME = /^\d+$/;
