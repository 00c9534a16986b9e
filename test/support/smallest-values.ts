import { INSTRUMENTS } from '../../src/sandbox/instruments/instruments';
import { isBrace, type Operation, type OperationParameter } from '../../src/api/interface/operation';

/** An operation's smallest form: its required parameters only. */
export function smallestValues(operation: Operation, nowMs: number): Record<string, string | number> {
  const [instrument] = INSTRUMENTS[operation.area ?? 'currencies'];
  const nowSeconds = Math.floor(nowMs / 1000);
  const samples: Record<string, string | number> = {
    symbol: instrument!.symbol,
    symbols: instrument!.symbol,
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
