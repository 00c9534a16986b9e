import { MARKET } from '../api/records';
import { marketTable } from './calendar-table';
import { define } from './define';
import { fields } from './parameters/fields';
import { headers } from './parameters/numbers';
import { mics } from './parameters/symbols';

export const markets = define({
  id: 'MARKETS',
  summary: 'Details of stock exchanges: name, place, currency, time zone, opening hours. Example: =MD.MARKETS("XNYS,XLON") describes two of them.',
  returns: 'A table of one row per exchange, in the order asked: mic, exchange, acronym, lei, url, city, country and so on to open_time, close_time, early_close_time, which are times of day on the clock of the exchange.',
  parameters: {
    mics: mics('MIC codes of the exchanges: one, several separated by commas, or a range; every market when left out or "all"'),
    fields: {
      ...fields(MARKET.map(({ name }) => name), 'all of them'),
      help: 'Fields to show, in this order, such as "mic,exchange,timezone", or "all"; all of them when left out. They are the names in the header',
    },
    headers: headers(true),
  },
  result: 'matrix',
  sources: ['GET /stocks/markets'],
  examples: [
    { formula: '=MD.MARKETS("XNYS,XLON")', gives: 'everything known of two exchanges' },
    { formula: '=MD.MARKETS("XTKS","timezone")', gives: 'the time zone of Tokyo, in one cell' },
    { formula: '=MD.MARKETS(,"mic,exchange,country,currency_code")', gives: 'every exchange with its country and currency' },
  ],
  handle: (given, context, call) => marketTable(given, context, call, {
    operation: 'GET /stocks/markets',
    record: MARKET,
    explainEmpty: (mic) => (mic === undefined
      ? 'The service lists no markets: recalculate, or tell your provider'
      : `The service knows no market ${mic}: check the MIC code`),
  }),
});
