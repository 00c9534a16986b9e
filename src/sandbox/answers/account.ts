import type { Answers } from '../answer';
import type { Interval } from '../usage';

export const ACCOUNT: Answers = {
  'GET /account/usage': (query, { usage, apiKey, nowMs }) =>
    usage.report(apiKey, nowMs, (query.text('interval') ?? '1h') as Interval, query.number('limit') ?? 24),
};
