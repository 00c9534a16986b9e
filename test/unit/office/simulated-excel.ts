import { type MemoryHost, createMemoryHost } from '../../support/memory-host';
import { keepLearned } from '../../../src/app/learned';
import { Session } from '../../../src/app/session';
import type { AnyDeclaration } from '../../../src/functions/define';
import { cellFunction, type CellFunction } from '../../../src/office/cell-function';
import { Delivery } from '../../../src/office/delivery';
import { Features } from '../../../src/office/features';
import { createSandbox } from '../../../src/sandbox/app';
import { installCustomFunctions } from './custom-functions';
import { OfficeClient } from './office-client';

const NOW = Date.UTC(2026, 10, 20, 15);
export const LATENCY_MS = 50;

/** Every timer and clock is jest's, but for what lets promises settle. */
export function useSimulatedExcel(): void {
  beforeAll(installCustomFunctions);
  beforeEach(() => {
    jest.useFakeTimers({ now: NOW, doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });
}

/** A link of a chain: its function, and its arguments, given the chain and what the link before it shows. */
export type Link = readonly [AnyDeclaration, (chain: number, before: unknown) => readonly unknown[]];

/** The sandbox, whose answers take their time on the clock of the test alone: those that it has given before. */
export function createService() {
  const sandbox = createSandbox({ now: () => NOW });
  const bodies = new Map<string, string>();
  return async (input: unknown): Promise<Response> => {
    const { url } = input as Request;
    if (!bodies.has(url)) bodies.set(url, await (await sandbox.fetch(input as Request)).text());
    await new Promise((resolve) => setTimeout(resolve, LATENCY_MS));
    const text = () => Promise.resolve(bodies.get(url)!);
    return { status: 200, ok: true, type: 'default', headers: new Headers(), text } as unknown as Response;
  };
}

export async function openExcel(
  intervalMs: number,
  fetch: (input: unknown) => Promise<Response>,
  host: MemoryHost = createMemoryHost({ apiKey: 'demo', serviceAddress: 'https://service.test' }),
) {
  const session = new Session(host, { fetch, now: () => Date.now() });
  await session.ready;
  keepLearned(session);
  const features = new Features(() => false);
  const delivery = new Delivery({ expectedMs: () => session.client?.expectedMs ?? 0 });
  const cells = new Map<AnyDeclaration, CellFunction>();
  const office = new OfficeClient(intervalMs);
  const see = async (declaration: AnyDeclaration, args: readonly unknown[]): Promise<unknown> => {
    const cell = cells.get(declaration) ?? cellFunction(declaration, session, features, delivery);
    cells.set(declaration, cell);
    const result = Promise.resolve(cell(...args, {}));
    await office.take(result);
    return [await result].flat(2)[0];
  };
  return Object.assign(see, { office });
}

type See = (declaration: AnyDeclaration, args: readonly unknown[]) => Promise<unknown>;

/** Milliseconds until the host sees the last cell: it calculates a link once it sees the one before. */
export async function lastSeen(links: readonly Link[], count: number, see: See) {
  const start = Date.now();
  let values: unknown[] = Array.from({ length: count });
  for (const [declaration, argumentsOf] of links) {
    const seen = Promise.all(values.map((before, chain) => see(declaration, argumentsOf(chain, before))));
    const state = { isOver: false };
    void seen.finally(() => (state.isOver = true));
    while (!state.isOver) {
      await jest.advanceTimersByTimeAsync(1);
      await new Promise(setImmediate);
    }
    values = await seen;
  }
  return Date.now() - start;
}
