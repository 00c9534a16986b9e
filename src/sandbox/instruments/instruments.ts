import type { Area } from '../../api/interface/operation';
import { COMMODITIES } from './commodities';
import { CRYPTO_PAIRS } from './crypto';
import { CURRENCY_PAIRS } from './currencies';
import { INDICES } from './indices';
import type { Instrument } from './instrument';
import { STOCKS } from './stocks';

/** All instruments with quotes, by area. */
export const INSTRUMENTS: Readonly<Record<Area, readonly Instrument[]>> = {
  currencies: CURRENCY_PAIRS,
  crypto: CRYPTO_PAIRS,
  indices: INDICES,
  stocks: STOCKS,
  commodities: COMMODITIES,
};

const bySymbol = new Map(
  Object.entries(INSTRUMENTS).flatMap(([area, list]) =>
    list.map((instrument) => [`${area} ${instrument.symbol}`, instrument]),
  ),
);

/** An instrument by its symbol; case does not matter. */
export const instrumentOf = (area: Area, symbol: string): Instrument | undefined =>
  bySymbol.get(`${area} ${symbol.toUpperCase()}`);
