import type { Row } from '../core/columns';
import { notAvailable } from '../core/errors';
import { askInBatches } from './batch';
import { Lookup } from './lookup';
import type { Surroundings } from './lookup';
import type { Area } from './operation';
import { operationOf, parameterOf } from './operations';
import { ServiceError } from './service-error';
import type { Transport } from './transport';

/** Last quotes of one area with one precision, by upper-case symbol of at most 50 characters. */
export type QuoteLookup = Lookup<string, Row>;

/**
 * Fields as in the record QUOTE. Areas and precisions cannot share a request, so each pair of them has its own lookup.
 * Source: GET /{area}/quotes.
 *
 * @param precision decimals; undefined leaves it to the service
 */
export function createQuoteLookup(area: Area, precision: number | undefined, transport: Transport, surroundings: Surroundings): QuoteLookup {
  const operation = operationOf(`GET /${area}/quotes`);
  const maxLength = parameterOf(operation.id, 'symbols').maxLength!;
  return new Lookup<string, Row>({
    keyOf: (symbol) => symbol,
    freshSeconds: operation.freshSeconds,
    mostAnswers: 50_000,
    ask(asked) {
      const isPatient = asked.every(({ isPoll }) => isPoll);
      const rows = askInBatches(asked, {
        parameter: operation.batchBy,
        nameOf: (symbol) => symbol,
        maxLength,
        send: async (symbols, signal) => (await transport.send(operation, { symbols, precision }, signal, isPatient)).rows,
        ownerOf: ({ symbol }) => (typeof symbol === 'string' ? symbol.toUpperCase() : ''),
      });
      return asked.map(({ question }, index) => firstOf(rows[index]!, question, area));
    },
  }, surroundings);
}

async function firstOf(rows: Promise<readonly Row[]>, symbol: string, area: Area): Promise<Row> {
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
