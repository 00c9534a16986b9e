import type { CreateLookup } from './client';
import type { Answer } from './decode';
import { Lookup } from './lookup';
import type { Surroundings } from './lookup';
import type { Operation } from './operation';
import { operationOf } from './operations';
import { PageSize } from './page-size';
import { readPages } from './pages';
import type { Values } from './request';
import { withoutRepeats } from './repeats';
import { requestPath } from './request';
import type { Transport } from './transport';

export interface ReadQuestion {
  readonly values: Values;
  /** Pages are read until there are so many rows; one page when left out. */
  readonly least?: number;
}

export type ReadLookup = Lookup<ReadQuestion, Answer>;

const creators = new Map<string, CreateLookup<ReadLookup>>();

/**
 * Any one operation of the table, for `Client.lookup`: each question by itself, fresh for as long as its row says. Values that the row
 * does not allow throw #VALUE! at once.
 */
export function readsOf(id: string): CreateLookup<ReadLookup> {
  const known = creators.get(id);
  if (known) return known;
  const operation = asItIsCalled(operationOf(id));
  const create: CreateLookup<ReadLookup> = (transport, surroundings) => createReadLookup(operation, transport, surroundings);
  creators.set(id, create);
  return create;
}

/** Whoever names an operation names its parameters as the operation does. */
const asItIsCalled = (operation: Operation): Operation =>
  ({ ...operation, parameters: operation.parameters.map((parameter) => ({ ...parameter, argument: parameter.name })) });

function createReadLookup(operation: Operation, transport: Transport, surroundings: Surroundings): ReadLookup {
  const pageSize = PageSize.of(operation, 'size');

  async function read(question: ReadQuestion, signal: AbortSignal): Promise<Answer> {
    const answer = await readAll(question, signal);
    return { ...answer, rows: withoutRepeats(answer.rows, (row) => JSON.stringify(row)) };
  }

  function readAll({ values, least }: ReadQuestion, signal: AbortSignal): Promise<Answer> {
    if (least === undefined) return transport.send(operation, values, signal);
    const send = (cursor: string | undefined, size?: number): Promise<Answer> => transport.send(operation, { ...values, size, cursor }, signal);
    if (!pageSize) return readPages(send, least);
    return readPages((cursor) => pageSize.get(pageSize.toTry(least) ?? Math.min(pageSize.known, least), (size) => send(cursor, size)), least);
  }

  return new Lookup<ReadQuestion, Answer>({
    keyOf: ({ values, least = '' }) => `${least} ${requestPath(operation, values)}`,
    freshSeconds: operation.freshSeconds,
    mostAnswers: operation.shape === 'page' ? 300 : 10_000,
    isSound: ({ rows, body }) => rows.length > 0 ? rows.some(holdsAnything) : holdsAnything(body),
    ask: (asked) => asked.map(({ question, signal }) => read(question, signal)),
  }, surroundings);
}

const holdsAnything = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.values(value).some((field) => field !== null);
