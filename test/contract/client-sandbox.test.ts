import type { Client } from '../../src/api/client';
import { createTestClient } from '../support/evaluate';
import { type OperationId, OPERATIONS, operationOf } from '../../src/api/operations';
import { CellError } from '../../src/core/errors';
import { tableOf } from '../../src/core/table';
import { smallestValues } from '../support/smallest-values';
import { createSandbox } from '../../src/sandbox/app';
import type { ParameterValues } from '../../src/api/transport/wire';

/** The middle of a session in New York, so that the hours before have ticks. */
const NOW_MS = Date.UTC(2026, 10, 20, 17);

function createClient(): Client {
  const sandbox = createSandbox({ now: () => NOW_MS });
  return createTestClient({ fetch: (input) => sandbox.fetch(input as Request) });
}

const send = (id: string, values: ParameterValues) =>
  createClient().send(id as OperationId, values as never, new AbortController().signal);

const requiredOf = (id: string): ParameterValues => smallestValues(operationOf(id), NOW_MS);

const READS = OPERATIONS.filter(({ method }) => method === 'GET');

describe('the sandbox answers what the client asks, and the client understands', () => {
  test.each(READS.map((operation) => [operation.id, operation] as const))('%s', async (_, operation) => {
    const { rows, body } = await send(operation.id, requiredOf(operation.id));
    expect(body).toBeTruthy();
    if (operation.record.length === 0) return;
    expect(rows.length).toBeGreaterThan(0);
    const table = tableOf(
      rows.slice(0, 50),
      operation.record.filter(({ name }) => !name.includes('.')),
      false,
      { zone: 'exchange', dateSystem: '1900' },
    );
    expect(
      table.flat().filter((cell) => cell instanceof CellError && cell.message.startsWith('The service sent')),
    ).toEqual([]);
  });

  test.each(
    READS.flatMap((operation) =>
      operation.parameters
        .filter(({ isRequired, in: place }) => isRequired && place === 'query')
        .map(({ name, argument = name }) => [operation.id, name, argument] as const),
    ),
  )('%s without %s is refused by both', async (id, name, argument) => {
    await expect(send(id, { ...requiredOf(id), [name]: undefined })).rejects.toMatchObject({
      code: '#VALUE!',
      message: `${argument}: a value is required`,
    });
  });
});

test.each(OPERATIONS.filter(({ method }) => method === 'POST'))(
  'an upload, whose format is not published, is accepted by $path with any body',
  async ({ path }) => {
    const { signal } = new AbortController();
    expect(await createClient().transport.pass({ path, body: '{"name":"mean reversion"}' }, signal)).toMatchObject({
      status: 200,
      body: 'null',
    });
  },
);
