import { currencyLeg, currencyOf } from './currencies';
import type { Instrument, Leg } from './instrument';
import { ALWAYS } from './trading-times';

const COINS: readonly (readonly [code: string, name: string, usd: number])[] = [
  ['BTC', 'Bitcoin', 64_000],
  ['ETH', 'Ethereum', 3_200],
  ['SOL', 'Solana', 150],
  ['BNB', 'BNB', 580],
  ['XRP', 'XRP', 0.6],
  ['ADA', 'Cardano', 0.45],
  ['DOGE', 'Dogecoin', 0.14],
  ['AVAX', 'Avalanche', 31],
  ['DOT', 'Polkadot', 6.4],
  ['LINK', 'Chainlink', 14.5],
  ['LTC', 'Litecoin', 78],
  ['BCH', 'Bitcoin Cash', 390],
  ['UNI', 'Uniswap', 8.6],
  ['ATOM', 'Cosmos', 7.2],
  ['XLM', 'Stellar', 0.11],
  ['TRX', 'TRON', 0.13],
  ['ETC', 'Ethereum Classic', 25],
  ['FIL', 'Filecoin', 5.1],
  ['APT', 'Aptos', 8.3],
  ['ARB', 'Arbitrum', 0.9],
  ['OP', 'Optimism', 1.9],
  ['NEAR', 'NEAR Protocol', 5.6],
  ['ALGO', 'Algorand', 0.16],
  ['AAVE', 'Aave', 105],
  ['XMR', 'Monero', 165],
  ['SHIB', 'Shiba Inu', 0.0000185],
  ['XTZ', 'Tezos', 0.82],
  ['USDT', 'Tether', 1],
  ['USDC', 'USD Coin', 1],
];

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
export const CRYPTO_EXCHANGES: readonly (readonly [string, string, number | null, string | null, string])[] = [
  ['binance', 'Binance', 2017, null, 'https://www.binance.com'],
  ['bitfinex', 'Bitfinex', 2014, 'British Virgin Islands', 'https://www.bitfinex.com'],
  ['bitstamp', 'Bitstamp', 2011, 'Luxembourg', 'https://www.bitstamp.net'],
  ['coinbase', 'Coinbase Exchange', 2012, 'United States', 'https://www.coinbase.com'],
  ['gemini', 'Gemini', 2014, 'United States', 'https://www.gemini.com'],
  ['kraken', 'Kraken', 2011, 'United States', 'https://www.kraken.com'],
  ['okx', 'OKX', 2013, 'Seychelles', 'https://www.okx.com'],
  ['uniswap', 'Uniswap', null, null, 'https://app.uniswap.org'],
];
