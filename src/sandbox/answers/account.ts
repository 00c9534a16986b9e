import type { AnswerHandlers } from '../answer';
import type { UsageInterval } from '../usage';

export const ACCOUNT: AnswerHandlers = {
  'GET /account/usage': (query, { usage, apiKey, nowMs }) =>
    usage.report(apiKey, nowMs, (query.text('interval') ?? '1h') as UsageInterval, query.number('limit') ?? 24),
};
