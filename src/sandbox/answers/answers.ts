import type { AnswerHandlers } from '../answer';
import { ACCOUNT } from './account';
import { ALGO } from './algo';
import { CONVERT } from './convert';
import { FILINGS } from './filings';
import { MARKETS } from './markets';
import { NEWS } from './news';
import { QUOTES } from './quotes';
import { SCORES } from './scores';
import { SYMBOLS } from './symbols';
import { TICKS } from './ticks';

/** All answers of the sandbox, by operation id. */
export const ANSWERS: AnswerHandlers = {
  ...ACCOUNT,
  ...ALGO,
  ...CONVERT,
  ...FILINGS,
  ...MARKETS,
  ...NEWS,
  ...QUOTES,
  ...SCORES,
  ...SYMBOLS,
  ...TICKS,
};
