import { MARKET } from '../api/interface/records';
import { marketTable } from './tables/calendar-table';
import { define } from './define';
import { fields } from './parameters/fields';
import { flag } from './parameters/values';
import { mics } from './parameters/names';

export const markets = define({
  id: 'MARKETS',
  parameters: {
    mics: mics(),
    fields: fields(MARKET),
    headers: flag(true),
  },
  result: 'matrix',
  sources: ['GET /stocks/markets'],
  requests: 'merged',
  handle: (args, context, call) =>
    marketTable(args, context, call, {
      operation: 'GET /stocks/markets',
      record: MARKET,
      noneAtAll: 'The service lists no markets: recalculate, or tell your provider',
    }),
});
