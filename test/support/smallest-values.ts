import { isBrace } from '../../src/api/operations';
import type { Operation, OperationParameter } from '../../src/api/interface/operation';

/** A symbol that every service should have, by area. */
const SYMBOLS: Readonly<Record<string, string>> = {
  currencies: 'EURUSD',
  crypto: 'BTCUSD',
  indices: 'SPX',
  stocks: 'AAPL',
  commodities: 'XAUUSD',
};

/** An operation's smallest form: its required parameters only. */
export function smallestValues(operation: Operation, nowMs: number): Record<string, string | number> {
  const nowSeconds = Math.floor(nowMs / 1000);
  const samples: Record<string, string | number> = {
    symbol: SYMBOLS[operation.area ?? ''] ?? 'EURUSD',
    symbols: SYMBOLS[operation.area ?? ''] ?? 'EURUSD',
    ticker: 'AAPL',
    from: operation.area === 'crypto' ? 'BTC' : 'EUR',
    to: 'USD',
    start: nowSeconds - 7_200,
    end: nowSeconds - 3_600,
  };
  const isWanted = ({ isRequired, name }: OperationParameter): boolean =>
    isRequired === true || operation.path.split('/').some((part) => isBrace(part) && part.slice(1, -1) === name);
  return Object.fromEntries(
    operation.parameters.filter(isWanted).map(({ name }) => [name, samples[name] ?? 'A'] as const),
  );
}
