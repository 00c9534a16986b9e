import type { Call } from '../core/call';
import { notAvailable } from '../core/errors';
import { Lookup } from './lookup';
import type { AnyLookup, Surroundings } from './lookup';
import { operationOf, parameterOf } from './operations';
import { ServiceError } from './service-error';
import { readBars } from './tick-bars';
import { TickPages } from './tick-pages';
import type { TickSource, Ticks } from './tick-reader';
import { readTicks } from './tick-reader';
import type { TicksQuestion } from './ticks-question';
import type { Transport } from './transport';
import { readWatched } from './watched-reading';

/** Answers are kept by their number, so the few that are large are kept apart from the others. */
const MOST_ROWS_OF_MANY = 2_000;
const OPEN_WINDOW_FRESH_MS = 60_000;

export interface TicksLookup extends AnyLookup {
  read(question: TicksQuestion, call: Call): Ticks | Promise<Ticks>;
}

/** Ticks of an index with the fields of the record TICK, or bars of them. Source: GET /indices/{symbol}/ticks. */
export function createTicksLookup(transport: Transport, surroundings: Surroundings): TicksLookup {
  const operation = operationOf('GET /indices/{symbol}/ticks');
  const pages = new TickPages(Number(parameterOf(operation.id, 'limit').default));
  const sourceOf = (symbol: string, onRows: (count: number) => void): TickSource => ({
    pages,
    pagesAtOnce: transport.requestsAtOnce,
    async send(request, signal) {
      const page = await transport.send(operation, { symbol, ...request }, signal);
      onRows(page.rows.length);
      return page;
    },
  });
  const ask = (question: TicksQuestion, signal: AbortSignal): Promise<Ticks> => {
    const { symbol, limit, barMs } = question;
    // How many ticks lie behind the bars is known at the end.
    const reading = { what: symbol, mostRows: barMs === undefined ? Math.abs(limit) : undefined };
    return readWatched(reading, surroundings.traffic, signal, (onRows, own) => answer(question, sourceOf(symbol, onRows), own));
  };
  const create = (mostAnswers: number): Lookup<TicksQuestion, Ticks> => new Lookup<TicksQuestion, Ticks>({
    keyOf: ({ symbol, startMs, endMs, limit, barMs = 0 }) => `${symbol} ${startMs} ${endMs} ${limit} ${barMs} ${ageOf(endMs, surroundings.now())}`,
    freshSeconds: operation.freshSeconds,
    mostAnswers,
    // An answer without records may be one whose records were lost.
    isSound: ({ rows, isSound }) => isSound && rows.length > 0,
    ask: (asked) => asked.map(({ question, signal }) => ask(question, signal)),
  }, surroundings);
  const [many, large] = [create(500), create(5)];
  return {
    read: (question, call) => (Math.abs(question.limit) <= MOST_ROWS_OF_MANY ? many : large).read(question, call),
    forget() {
      many.forget();
      large.forget();
    },
    close() {
      many.close();
      large.close();
    },
    get pendingCount() {
      return many.pendingCount + large.pendingCount;
    },
  };
}

async function answer({ symbol, startMs, endMs, limit, barMs }: TicksQuestion, source: TickSource, signal: AbortSignal): Promise<Ticks> {
  const demand = { startMs, endMs, wanted: Math.abs(limit), isNewest: limit < 0 };
  try {
    if (barMs === undefined) return await readTicks(demand, source, signal);
    return await readBars(demand, barMs, (part) => readTicks(part, source, signal));
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status !== 404) throw error;
    throw notAvailable(`"${symbol}" has no ticks: check the symbol of the index`, error);
  }
}

/** What is past stays as it is. A window that is still open gets new ticks, so its answers serve for a minute only. */
const ageOf = (endMs: number, nowMs: number): number => (endMs <= nowMs ? 0 : Math.floor(nowMs / OPEN_WINDOW_FRESH_MS));
