import type { AnswerHandlers } from '../answer';
import type { UsageInterval } from '../usage';

export const ACCOUNT: AnswerHandlers = {
  'GET /account/usage': (query, { usage, apiKey, nowMs }) =>
    usage.periodsOf(apiKey, nowMs, (query.textOf('interval') ?? '1h') as UsageInterval, query.numberOf('limit') ?? 24),
};
