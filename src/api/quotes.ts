import type { Row } from '../core/columns';
import { notAvailable } from '../core/errors';
import { askInBatches } from './batch';
import { askByGroup } from './group';
import { Lookup } from './lookup';
import type { Surroundings } from './lookup';
import type { Area } from './operation';
import { operationOf } from './operations';
import { ServiceError } from './service-error';
import type { Transport } from './transport';

export interface QuoteQuestion {
  /** Upper case, at most 50 characters. */
  readonly symbol: string;
  readonly area: Area;
  /** Decimals; undefined leaves it to the service. */
  readonly precision: number | undefined;
}

/** Last quotes, packed by area and precision: fields as in the record QUOTE. Source: GET /{area}/quotes. */
export function createQuoteLookup(transport: Transport, surroundings: Surroundings): Lookup<QuoteQuestion, Row> {
  return new Lookup<QuoteQuestion, Row>({
    keyOf: ({ symbol, area, precision }) => `${area} ${precision ?? ''} ${symbol}`,
    freshSeconds: operationOf('GET /currencies/quotes').freshSeconds,
    weigh: () => 5,
    ask: (asked) => askByGroup(asked, ({ area, precision }) => `${area} ${precision ?? ''}`, (group, { area, precision }) => {
      const operation = operationOf(`GET /${area}/quotes`);
      const rows = askInBatches(group, {
        nameOf: ({ symbol }) => symbol,
        maxLength: operation.parameters.find(({ name }) => name === 'symbols')?.maxLength ?? Infinity,
        send: async (symbols, signal) => (await transport.send(operation, { symbols, precision }, signal)).rows,
        ownerOf: ({ symbol }) => (typeof symbol === 'string' ? symbol.toUpperCase() : ''),
      });
      return group.map(({ question }, index) => firstOf(rows[index]!, question));
    }),
  }, surroundings);
}

async function firstOf(rows: Promise<readonly Row[]>, { symbol, area }: QuoteQuestion): Promise<Row> {
  const unknown = `"${symbol}" has no quote in ${area}: check the spelling and the area`;
  try {
    const [row] = await rows;
    if (row) return row;
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) throw notAvailable(unknown, error);
    throw error;
  }
  throw notAvailable(unknown);
}
