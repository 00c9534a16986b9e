import { Client } from '../../src/api/client';
import { createTicksLookup } from '../../src/api/ticks/ticks';
import type { Row } from '../../src/core/columns';
import { Cancellation } from '../../src/core/cancellation';
import { startSandbox } from '../../src/sandbox/server';
import { type Figure, figureOfRuns, median } from './figure';

const LATENCY_MS = 50;
const TICKS = 10_000;
const SYMBOLS = ['SPX', 'DAX', 'NKY'];
const START_MS = Date.UTC(2026, 10, 16, 6);

/**
 * Time to 10,000 ticks of uneven density (nights, trading hours, bursts), 100 a page at 50 ms over real HTTP: one chain of cursors
 * against windows side by side. Every reading starts without knowing the largest page.
 */
export async function ticksParallel(): Promise<Figure[]> {
  const sandbox = await startSandbox({ port: 0, latencyMs: LATENCY_MS });
  const times = { chain: [] as number[], eight: [] as number[], six: [] as number[] };
  try {
    const address = sandbox.url.replace(/\/$/, '');
    await readChain(clientFor(address, 1), 'SPX', START_MS + 3_600_000);
    for (const symbol of SYMBOLS) {
      const start = performance.now();
      const chain = await readChain(clientFor(address, 1), symbol);
      times.chain.push(performance.now() - start);
      const endMs = Math.floor(Date.parse(String(chain.at(-1)?.time)) / 1000) * 1000 + 1000;
      for (const [requestsAtOnce, all] of [
        [8, times.eight],
        [6, times.six],
      ] as const) {
        for (let round = 0; round < 3; round++) {
          const begin = performance.now();
          const { rows } = await clientFor(address, requestsAtOnce)
            .lookup('ticks', createTicksLookup)
            .read({ symbol, startMs: START_MS, endMs, limit: TICKS }, createCall());
          all.push(performance.now() - begin);
          if (JSON.stringify(rows) !== JSON.stringify(chain))
            throw new Error(`${symbol}: the windows are not the chain`);
        }
      }
    }
  } finally {
    await sandbox.close();
  }
  // Written as our time over a fifth of the chain's, so that 1 meets the goal of five times as fast.
  const baseline = median(times.chain) / 5;
  const baselines = (times: readonly number[]): number[] => times.map(() => baseline);
  return [
    figureOfRuns(
      { name: 'ticks.parallel', unit: 'ms', against: 'a fifth of the chain of 100 pages; 8 requests at once', goal: 1 },
      times.eight,
      baselines(times.eight),
    ),
    figureOfRuns(
      { name: 'ticks.parallel six', unit: 'ms', against: 'the same with 6 requests at once; for information', goal: 5 },
      times.six,
      baselines(times.six),
    ),
  ];
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
    observer: { lookups: 0, hits: 0, questions: 0, onRequest: () => undefined },
    fetch: (input) => fetch(input),
    now: () => Date.now(),
    requestsAtOnce,
  });
