import type { AnswerHandler, AnswerHandlers } from '../answer';
import { INSTRUMENTS } from '../instruments/instruments';
import { invalid } from '../refusal';

const EARLIEST = Date.UTC(2015, 0, 1) / 1000;
const SYMBOLS_PER_AREA = 10;

/** The payload is not documented: any JSON is accepted, and the answer is empty. */
const upload: AnswerHandler = async (_, { request }) => {
  const text = await request.text();
  if (text === '') throw invalid({ loc: ['body'], msg: 'Field required', type: 'missing' });
  try {
    JSON.parse(text);
  } catch {
    throw invalid({ loc: ['body', 0], msg: 'JSON decode error', type: 'json_invalid' });
  }
  return null;
};

export const ALGO: AnswerHandlers = {
  'GET /algo/symbols': (_, { nowMs }) => {
    const latest = Math.floor(nowMs / 60_000) * 60;
    const symbols = [INSTRUMENTS.currencies, INSTRUMENTS.crypto].flatMap((list) => list.slice(0, SYMBOLS_PER_AREA));
    return { items: symbols.map(({ symbol }) => ({ symbol, earliest: EARLIEST, latest })) };
  },
  'POST /algo/upload/backtesting': upload,
  'POST /algo/upload/backtrader': upload,
};
