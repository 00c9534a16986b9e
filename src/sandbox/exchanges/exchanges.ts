import type { Exchange } from '../calendar/exchange';
import { AMERICAS } from './americas';
import { ASIA } from './asia';
import { CHINA_AND_KOREA } from './china-and-korea';
import { EUROPE } from './europe';
import { MIDDLE_EAST } from './middle-east';
import { SOUTH } from './south';
import { TAIWAN } from './taiwan';

/** All exchanges of the sandbox, by MIC. */
export const EXCHANGES: readonly Exchange[] = [
  ...AMERICAS,
  ...EUROPE,
  ...CHINA_AND_KOREA,
  ...ASIA,
  ...SOUTH,
  ...MIDDLE_EAST,
  ...TAIWAN,
].sort((a, b) => (a.mic < b.mic ? -1 : 1));

const byMic = new Map(EXCHANGES.map((exchange) => [exchange.mic, exchange]));

export const exchangeOf = (mic: string): Exchange | undefined => byMic.get(mic);
