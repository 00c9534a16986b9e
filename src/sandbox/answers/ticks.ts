import type { AnswerHandlers } from '../answer';
import { instrumentOf } from '../instruments/instruments';
import type { Index } from '../instruments/indices';
import { pageOf } from '../page';
import { invalid, notFound } from '../refusal';
import { ticksBetween } from '../ticks';

/** The service documents no maximum. The sandbox has one, so that no code relies on large pages. */
const MAX_PAGE_SIZE = 100;

export const TICKS: AnswerHandlers = {
  'GET /indices/{symbol}/ticks': (query, { seed, nowMs }) => {
    const index = instrumentOf('indices', query.text('symbol') ?? '') as Index | undefined;
    if (!index) throw notFound(`Symbol ${query.text('symbol') ?? ''}`);
    const limit = query.number('limit') ?? MAX_PAGE_SIZE;
    if (limit > MAX_PAGE_SIZE) {
      throw invalid({
        loc: ['query', 'limit'],
        msg: `Input should be less than or equal to ${MAX_PAGE_SIZE}`,
        type: 'less_than_equal',
      });
    }
    const [startMs, endMs] = [(query.number('start') ?? 0) * 1000, (query.number('end') ?? 0) * 1000];
    return pageOf(ticksBetween(index, seed, startMs, Math.min(endMs, nowMs)), query.text('cursor'), limit);
  },
};
