import { AREAS } from '../api/operation';
import { define } from './define';
import { handle, stream } from './handlers/live';
import { area } from './parameters/choices';
import { wholeNumber } from './parameters/numbers';
import { symbol } from './parameters/symbols';
import { word } from './parameters/words';

const FIELDS = ['mid', 'bid', 'ask', 'timestamp'] as const;
const MOST_SECONDS = 3_600;

export const live = define({
  id: 'LIVE',
  summary: 'The last quote of one symbol, kept up to date while the workbook is open. Example: =MD.LIVE("EURUSD") shows the mid price, asked for every 10 seconds.',
  returns: 'A number that changes by itself; timestamp is a date and time in UTC. All live cells share their requests: the shortest seconds given for a symbol hold for every cell with it. An error is replaced by the next quote; a symbol that the service refuses is asked for again after a minute.',
  parameters: {
    symbol: symbol('One symbol; it may carry its area: "stocks:AAPL"'),
    field: { ...word(`What to show: ${FIELDS.join(', ')}; mid when left out`, FIELDS), excelType: 'any' },
    area: area(),
    seconds: wholeNumber(`Seconds from one request to the next, 1 to ${MOST_SECONDS}; 10 when left out`, 1, MOST_SECONDS),
  },
  result: 'scalar',
  sources: AREAS.map((one) => `GET /${one}/quotes`),
  examples: [
    { formula: '=MD.LIVE("EURUSD")', gives: 'the mid price of one euro in US dollars, every 10 seconds' },
    { formula: '=MD.LIVE("BTCUSD","ask","crypto",2)', gives: 'what a bitcoin costs, every two seconds' },
    { formula: '=MD.LIVE("stocks:AAPL","timestamp",,60)', gives: 'the time of the last quote of a stock, every minute' },
  ],
  handle,
  stream,
});
