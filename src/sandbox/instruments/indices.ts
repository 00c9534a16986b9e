import { type Instrument, type Leg, sharedOn } from './instrument';
import written from './tables.json';

/** An index and the exchange in whose hours it ticks. */
export interface Index extends Instrument {
  readonly mic: string;
}

const ROWS = written.indices as unknown as readonly (readonly [
  symbol: string,
  name: string,
  country: string,
  mic: string,
  level: number,
])[];

/** An index of volatility rises when prices fall, and moves by more. */
const OF_FEAR: Partial<Leg> = { swing: 0.9, shared: sharedOn('XNYS', -0.4, -0.35) };

export const INDICES: readonly Index[] = ROWS.map(([symbol, name, country, mic, level]) => ({
  symbol,
  name,
  country,
  mic,
  type: 'index',
  spread: 0.0001,
  over: {
    key: `index ${symbol}`,
    level,
    swing: 0.3,
    hours: mic,
    shared: sharedOn(mic, 0.5, 0.4),
    ...(symbol === 'VIX' && OF_FEAR),
  },
}));
