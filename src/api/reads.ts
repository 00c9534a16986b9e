import type { DecodedAnswer } from './transport/decode';
import type { Client } from './client';
import { Lookup } from './lookup/lookup';
import type { LookupContext } from './lookup/lookup-kind';
import type { Operation } from './interface/operation';
import { operationOf } from './operations';
import { PageSize } from './lookup/page-size';
import { readPages } from './lookup/pages';
import { requestPath, type ParameterValues } from './transport/request';
import { withoutRepeats } from './lookup/repeats';
import type { Transport } from './transport/transport';

interface ReadQuestion {
  readonly values: ParameterValues;
  /** Pages are read until there are at least this many rows. @default one page */
  readonly minRows?: number;
}

type ReadLookup = Lookup<ReadQuestion, DecodedAnswer>;

/**
 * Lookup for any operation of the table: each question is its own request, fresh for as long as the row says. Values
 * that the row does not allow throw #VALUE! at once.
 */
export const readsOf = (client: Client, id: string): ReadLookup =>
  // The calendars have a lookup of their own under the name of the operation.
  client.lookup(`read ${id}`, (transport, context) => createReadLookup(id, transport, context));

/** A user who names an operation also uses the operation's names of parameters. */
const withWireNames = (operation: Operation): Operation => ({
  ...operation,
  parameters: operation.parameters.map((parameter) => ({ ...parameter, argument: parameter.name })),
});

/** @internal */
export function createReadLookup(id: string, transport: Transport, context: LookupContext): ReadLookup {
  const operation = withWireNames(operationOf(id));
  const pageSize = PageSize.of(operation, 'size');

  async function read(question: ReadQuestion, signal: AbortSignal): Promise<DecodedAnswer> {
    const answer = await readAll(question, signal);
    return { ...answer, rows: withoutRepeats(answer.rows, (row) => JSON.stringify(row)) };
  }

  function readAll({ values, minRows }: ReadQuestion, signal: AbortSignal): Promise<DecodedAnswer> {
    if (minRows === undefined) return transport.send(operation, values, signal);
    const send = (cursor: string | undefined, size?: number): Promise<DecodedAnswer> =>
      transport.send(operation, { ...values, size, cursor }, signal);
    if (!pageSize) return readPages(send, minRows);
    return readPages(
      (cursor) =>
        pageSize.get(pageSize.beginTrial(minRows) ?? Math.min(pageSize.current, minRows), (size) => send(cursor, size)),
      minRows,
    );
  }

  return new Lookup<ReadQuestion, DecodedAnswer>(
    {
      keyOf: ({ values, minRows = '' }) => `${minRows} ${requestPath(operation, values)}`,
      freshSeconds: operation.freshSeconds,
      maxAnswers: operation.shape === 'page' ? 300 : 10_000,
      isComplete: ({ rows, body }) => (rows.length > 0 ? rows.some(holdsAnything) : holdsAnything(body)),
      ask: (questions) => questions.map(({ question, signal }) => read(question, signal)),
    },
    context,
  );
}

const holdsAnything = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.values(value).some((field) => field !== null);
