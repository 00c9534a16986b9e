import { Client } from '../../src/api/client';
import { createTicksLookup } from '../../src/api/ticks/ticks';
import type { Row } from '../../src/core/columns';
import { startSandbox } from '../../src/sandbox/server';
import { type Figure, figureOfRuns, roundsOf } from './figure';
import { Cancellation } from '../../src/core/cancellation';

const LATENCY_MS = 50;
const TICKS = 10_000;
const SYMBOLS = ['SPX', 'DAX', 'NKY'];
const ROUNDS = roundsOf(5);
const START_MS = Date.UTC(2026, 10, 16, 6);

/**
 * Time to 10,000 ticks of uneven density (nights, trading hours, bursts), 100 a page at 50 ms over real HTTP: one chain
 * of cursors against windows side by side, in turn. Every reading starts without knowing the largest page.
 */
export async function ticksParallel(): Promise<Figure[]> {
  const sandbox = await startSandbox({ port: 0, latencyMs: LATENCY_MS });
  const address = sandbox.url.replace(/\/$/, '');
  const times = { chain: [] as number[], eight: [] as number[], six: [] as number[] };
  try {
    await readChain(clientFor(address, 1), 'SPX', START_MS + 3_600_000);
    for (let round = 0; round < ROUNDS; round++) {
      const symbol = SYMBOLS[round % SYMBOLS.length]!;
      const [chain, chainMs] = await timed(() => readChain(clientFor(address, 1), symbol));
      times.chain.push(chainMs);
      const endMs = Math.floor(Date.parse(String(chain.at(-1)?.time)) / 1000) * 1000 + 1000;
      for (const [requestsAtOnce, all] of [
        [8, times.eight],
        [6, times.six],
      ] as const) {
        const [rows, ms] = await timed(() => readWindows(clientFor(address, requestsAtOnce), symbol, endMs));
        all.push(ms);
        if (JSON.stringify(rows) !== JSON.stringify(chain)) throw new Error(`${symbol}: the windows are not the chain`);
      }
    }
  } finally {
    await sandbox.close();
  }
  const against = 'one chain of 100 pages';
  return [
    // A fifth of the time is five times as fast.
    figureOfRuns(
      { name: 'ticks.parallel', unit: 'ms', against: `${against}; 8 requests at once`, goal: 0.2 },
      times.eight,
      times.chain,
    ),
    figureOfRuns(
      { name: 'ticks.parallel six', unit: 'ms', against: `${against}; 6 at once, for information`, goal: 1 },
      times.six,
      times.chain,
    ),
  ];
}

async function timed<T>(work: () => Promise<T>): Promise<readonly [result: T, ms: number]> {
  const start = performance.now();
  const result = await work();
  return [result, performance.now() - start];
}

async function readWindows(client: Client, symbol: string, endMs: number): Promise<readonly Row[]> {
  const question = { symbol, startMs: START_MS, endMs, limit: TICKS };
  return (await client.lookup('ticks', createTicksLookup).read(question, createCall())).rows;
}

async function readChain(client: Client, symbol: string, endMs = START_MS + 7 * 86_400_000): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.send(
      'GET /indices/{symbol}/ticks',
      { symbol, start: START_MS / 1000, end: endMs / 1000, cursor, limit: 100 },
      new AbortController().signal,
    );
    rows.push(...page.rows);
    cursor = page.cursors?.next ?? undefined;
  } while (cursor !== undefined && rows.length < TICKS);
  return rows.slice(0, TICKS);
}

const createCall = () => ({ isPreview: false, cancellation: new Cancellation() });

const clientFor = (address: string, requestsAtOnce: number): Client =>
  new Client({
    address,
    apiKey: 'demo',
    observer: { counts: { lookups: 0, hits: 0, questions: 0 }, onRequest: () => undefined },
    fetch: (input) => fetch(input),
    now: () => Date.now(),
    requestsAtOnce,
  });
