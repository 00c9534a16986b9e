import { spawn } from 'node:child_process';
import { type Figure, median, roundsOf } from '../figure';
import { ask } from './ask';
import { symbolsOf } from './demand';
import { startNode } from './nodes';

/** The first rounds are those of a cold engine. */
const SETTLING = 2;
const [ROUNDS, ASKED, AT_ONCE] = [roundsOf(9, SETTLING), 4_000, 16];
const PATH = `/api/currencies/quotes?symbols=${symbolsOf(7).join()}`;

interface Server {
  readonly url: string;
  /** Processor time since it started, in microseconds. */
  readonly cpu: () => Promise<number>;
}

/** Processor time of an answer of seven fresh quotes, against the same bytes from a handler that does nothing else. */
export async function hit(): Promise<Figure[]> {
  const { node, close } = await startNode(1, ['--quotes-fresh', '3600', '--per-second', '100000']);
  const gateway: Server = {
    url: node.url,
    cpu: async () => 1e6 * (await node.count('process_cpu_seconds_total')),
  };
  const { body } = await ask(gateway.url + PATH);
  const bare = await startBare(body);
  try {
    const [ours, baseline]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      baseline.push(await cpuOfAnswer(bare));
      ours.push(await cpuOfAnswer(gateway));
    }
    return [
      {
        name: 'gateway.hit',
        ours: median(ours.slice(SETTLING)),
        baseline: median(baseline.slice(SETTLING)),
        unit: 'µs',
        against: 'processor time of an answer of 7 fresh quotes; the same bytes from a bare Hono handler',
        goal: 2,
      },
    ];
  } finally {
    bare.end();
    await close();
  }
}

async function cpuOfAnswer({ url, cpu }: Server): Promise<number> {
  const before = await cpu();
  let left = ASKED;
  const one = async (): Promise<void> => {
    while (left-- > 0) await ask(url + PATH);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return ((await cpu()) - before) / ASKED;
}

async function startBare(body: string): Promise<Server & { readonly end: () => void }> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'test/bench/gateway/bare-server.ts', body]);
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', reject);
    child.stdout.on('data', (data: Buffer) => {
      const port = /Port (\d+)/.exec(data.toString())?.[1];
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
    });
  });
  return { url, cpu: async () => Number((await ask(`${url}/cpu`)).body), end: () => child.kill() };
}
