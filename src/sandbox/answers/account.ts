import type { Answers } from '../answer';
import type { UsageInterval } from '../usage';

export const ACCOUNT: Answers = {
  'GET /account/usage': (query, { usage, apiKey, nowMs }) =>
    usage.report(apiKey, nowMs, (query.text('interval') ?? '1h') as UsageInterval, query.number('limit') ?? 24),
};
