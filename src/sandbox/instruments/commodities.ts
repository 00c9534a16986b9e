import type { Instrument } from './instrument';
import written from './tables.json';
import { WEEKDAYS } from './trading-times';

export const COMMODITY_TYPES = ['agricultural', 'energy', 'metal'] as const;

/** How much of its movements a commodity shares with its type. */
const SHARED = { agricultural: 0.3, energy: 0.7, metal: 0.5 };

const ROWS = written.commodities as unknown as readonly (readonly [
  type: (typeof COMMODITY_TYPES)[number],
  symbol: string,
  name: string,
  level: number,
])[];

export const COMMODITIES: readonly Instrument[] = ROWS.map(([type, symbol, name, level]) => ({
  symbol,
  name,
  type,
  spread: 0.0004,
  over: { key: `commodity ${symbol}`, level, swing: 0.35, hours: WEEKDAYS, shared: [[type, SHARED[type]]] },
}));
