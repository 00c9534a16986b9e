import type { Answers } from '../answer';
import { ACCOUNT } from './account';
import { FILINGS } from './filings';
import { MARKETS } from './markets';
import { QUOTES } from './quotes';
import { SCORES } from './scores';

/** Every answer of the sandbox, by operation id. */
export const ANSWERS: Answers = { ...ACCOUNT, ...QUOTES, ...MARKETS, ...FILINGS, ...SCORES };
