import { Client, type ClientOptions } from '../../src/api/client';
import { type Environment, Session } from '../../src/app/session';
import type { Call } from '../../src/core/call';
import { Cancellation } from '../../src/core/cancellation';
import { type Cell, isFormatted } from '../../src/core/cell';
import { CellError } from '../../src/core/errors';
import { CATALOG } from '../../src/functions/catalog';
import { invoke, type Outcome } from '../../src/functions/evaluate/invoke';
import { createSandbox } from '../../src/sandbox/app';
import { createMemoryHost, type MemoryHostOptions } from './memory-host';
import { createStubService, type StubService } from './stub-service';

export interface TestSessionOptions extends MemoryHostOptions, Partial<Omit<Environment, 'fetch'>> {
  /** Knows no path when left out. */
  readonly service?: Pick<StubService, 'fetch'>;
}

/** A session on a memory host that waits for next to nothing. */
export function createTestSession(options: TestSessionOptions = {}): Session {
  const { service = createStubService(), ...environment } = options;
  return new Session(createMemoryHost(options), {
    pace: { quietMs: 0, maxMs: 5 },
    retryMs: 1,
    ...environment,
    fetch: service.fetch,
  });
}

/**
 * The same with the simulated service, which has the session's clock.
 * @param time a moment at which it stands still, or the clock
 */
export function createSandboxSession(
  time: number | (() => number),
  onRequest: (request: Request) => void = () => undefined,
  options: TestSessionOptions = {},
): Session {
  const now = typeof time === 'number' ? () => time : time;
  const sandbox = createSandbox({ now });
  const fetch = (input: unknown): Promise<Response> => {
    onRequest(input as Request);
    return sandbox.fetch(input as Request);
  };
  return createTestSession({ apiKey: 'demo', now, service: { fetch }, ...options });
}

/** A client of that service, without a session, that waits for next to nothing. */
export const createTestClient = (service: Pick<StubService, 'fetch'>, options: Partial<ClientOptions> = {}): Client =>
  new Client({
    address: 'https://service.test',
    apiKey: 'test-key',
    fetch: service.fetch,
    now: () => Date.now(),
    pace: { quietMs: 0, maxMs: 5 },
    retryMs: 1,
    observer: { counts: { lookups: 0, hits: 0, questions: 0 }, onRequest: () => undefined },
    ...options,
  });

/** From now on the user agrees to whatever a formula needs, until it is called back. */
export const acceptAnyCost = (session: Session): (() => void) => session.cells.watch({ accepts: () => true });

export const createCall = (details: Partial<Call> = {}): Call => ({
  isPreview: false,
  cancellation: new Cancellation(),
  trace: {},
  ...details,
});

/** What `=MD.<id>(…rawArguments)` gives. */
export const evaluate = (session: Session, id: string, ...rawArguments: readonly unknown[]): Promise<Outcome> =>
  evaluateUnder(createCall(), session, id, ...rawArguments);

/** The same under a call of the test's own: a preview, or one that the test cancels. */
export async function evaluateUnder(
  call: Call,
  session: Session,
  id: string,
  ...rawArguments: readonly unknown[]
): Promise<Outcome> {
  const declaration = CATALOG.find((one) => one.id === id);
  if (!declaration) throw new RangeError(`The catalog has no ${id}`);
  return invoke(declaration, session, rawArguments, call);
}

export type Plain = string | number | boolean;

/** What the cells show: numbers without their formats, errors as "#N/A: message". */
export const plain = (outcome: Outcome): Plain | Plain[][] =>
  outcome instanceof CellError ? plainCell(outcome) : outcome.map((row) => row.map(plainCell));

export function plainCell(cell: Cell): Plain {
  if (cell instanceof CellError) return `${cell.code}: ${cell.message}`;
  return isFormatted(cell) ? cell.value : cell;
}

/** The number formats of the cells, "" for none. */
export const formatsOf = (outcome: Outcome): string[][] =>
  (outcome instanceof CellError ? [] : outcome).map((row) => row.map((cell) => (isFormatted(cell) ? cell.format : '')));

/** `plain` of `evaluate`, the two words that most tests need. */
export const show = async (
  session: Session,
  id: string,
  ...rawArguments: readonly unknown[]
): Promise<Plain | Plain[][]> => plain(await evaluate(session, id, ...rawArguments));
