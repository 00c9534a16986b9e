import type { Instrument } from './instrument';
import { WEEKDAYS } from './trading-times';

export const COMMODITY_TYPES = ['agricultural', 'energy', 'metal'] as const;

/** How much of its movements a commodity shares with its type. */
const SHARED = { agricultural: 0.3, energy: 0.7, metal: 0.5 };

const row = (type: (typeof COMMODITY_TYPES)[number], symbol: string, name: string, level: number): Instrument => ({
  symbol,
  name,
  type,
  spread: 0.0004,
  over: { key: `commodity ${symbol}`, level, swing: 0.35, hours: WEEKDAYS, shared: [[type, SHARED[type]]] },
});

export const COMMODITIES: readonly Instrument[] = [
  row('metal', 'XAUUSD', 'Gold', 2_350),
  row('metal', 'XAGUSD', 'Silver', 29),
  row('metal', 'XPTUSD', 'Platinum', 990),
  row('metal', 'XPDUSD', 'Palladium', 950),
  row('metal', 'COPPER', 'Copper', 4.4),
  row('metal', 'ALUMINIUM', 'Aluminium', 2_480),
  row('energy', 'WTI', 'Crude Oil WTI', 79),
  row('energy', 'BRENT', 'Crude Oil Brent', 83),
  row('energy', 'NATGAS', 'Natural Gas', 2.6),
  row('energy', 'GASOLINE', 'RBOB Gasoline', 2.45),
  row('energy', 'HEATINGOIL', 'Heating Oil', 2.5),
  row('agricultural', 'CORN', 'Corn', 430),
  row('agricultural', 'WHEAT', 'Wheat', 590),
  row('agricultural', 'SOYBEAN', 'Soybeans', 1_140),
  row('agricultural', 'COFFEE', 'Coffee', 230),
  row('agricultural', 'SUGAR', 'Sugar', 19.5),
  row('agricultural', 'COCOA', 'Cocoa', 8_300),
  row('agricultural', 'COTTON', 'Cotton', 72),
];
