import { define } from './define';
import { handle } from './handlers/is-open';
import { zone } from './parameters/choices';
import { dateTime } from './parameters/date-times';
import { exchange } from './parameters/exchanges';
import { required } from './parameters/required';

export const isOpen = define({
  id: 'ISOPEN',
  summary: 'Whether an exchange trades at a date and time, holidays and half days included. Example: =MD.ISOPEN("XNYS",NOW()) says whether New York is open now.',
  returns: 'TRUE from the opening up to the closing, FALSE otherwise; at the closing time itself the exchange is closed. A date without a time is its midnight.',
  parameters: {
    mic: exchange('MIC code of the exchange, such as XNYS'),
    at: required(dateTime('Date and time, such as NOW(), or a text such as "2026-11-20 09:30"'), 'a date and time such as NOW()'),
    zone: { ...zone(), help: 'Whose wall clock "at" was read from: exchange, utc, local, or a name such as "Europe/Paris"; local when left out. A text with an offset needs none' },
  },
  result: 'scalar',
  sources: ['GET /stocks/markets/hours'],
  examples: [
    { formula: '=MD.ISOPEN("XNYS",NOW())', gives: 'TRUE while New York trades, on any computer\'s clock' },
    { formula: '=MD.ISOPEN("XNYS","2026-11-27 13:30","exchange")', gives: 'FALSE: New York closes at 13:00 on the day after Thanksgiving' },
    { formula: '=MD.ISOPEN("XTKS","2026-11-20T01:00:00Z")', gives: 'TRUE: it is ten in the morning in Tokyo' },
  ],
  handle,
});
