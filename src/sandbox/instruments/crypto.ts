import { currencyLeg, currencyOf } from './currencies';
import type { Instrument, Leg } from './instrument';
import { ALWAYS } from './trading-times';
import written from './tables.json';

const COINS = written.coins as unknown as readonly (readonly [code: string, name: string, usd: number])[];

const MONIES = ['USD', 'EUR', 'GBP'].flatMap((code) => {
  const currency = currencyOf(code);
  return currency ? [{ code, name: currency.name, leg: currencyLeg(currency) }] : [];
});

const isStable = (code: string): boolean => code.startsWith('USD');

const coinLeg = (code: string, usd: number): Leg => ({
  key: `coin ${code}`,
  level: usd,
  hours: ALWAYS,
  ...(isStable(code) ? { swing: 0.002 } : { swing: 0.7, shared: [['coins', 0.6]] }),
});

const coins = new Map(COINS.map(([code, , usd]) => [code, coinLeg(code, usd)]));

export const cryptoLeg = (code: string): Leg | undefined => coins.get(code);

const bitcoin = { code: 'BTC', name: 'Bitcoin', leg: coinLeg('BTC', 64_000) };

/** Each coin against the dollar, the euro, the pound and bitcoin. */
export const CRYPTO_PAIRS: readonly Instrument[] = COINS.flatMap(([code, name, usd]) =>
  [...MONIES, bitcoin]
    .filter((money) => money.code !== code)
    .map((money) => ({
      symbol: `${code}${money.code}`,
      name: `${name} / ${money.name}`,
      over: coinLeg(code, usd),
      under: money.leg,
      spread: 0.0006,
    })),
);

/** id, name, year of foundation, country, website. */
export const CRYPTO_EXCHANGES = written.cryptoExchanges as unknown as readonly (readonly [
  string,
  string,
  number | null,
  string | null,
  string,
])[];
