import type { Figure } from '../figure';
import { seededRandom } from '../pairs';
import { ask, isWhole } from './ask';
import { type Demand, fewestLists, symbolsOf, workbooksOf } from './demand';
import { passing, startNodes } from './nodes';

/** A firm whose time runs ten times as fast. */
const [ANALYSTS, SYMBOLS, EVERY_MS, FRESH_MS, LATENCY_MS] = [200, 500, 1_500, 1_500, 10];
const [WARM_UP_MS, MEASURED_MS] = [6_000, 24_000];

/** Requests that reach the service, against the fewest that can cover what was really asked for. */
export async function requests(): Promise<Figure[]> {
  const scenes: [name: string, nodes: number, options: string[], goal: number][] = [
    ['gateway.requests 1 node', 1, [], 1.2],
    ['gateway.requests 3 nodes', 3, [], 1.2],
    ['gateway.requests ahead', 1, ['--ahead'], 1.5],
  ];
  const figures: Figure[] = [];
  for (const [name, nodes, options, goal] of scenes) figures.push({ name, goal, ...(await measure(nodes, options)) });
  return figures;
}

async function measure(count: number, options: readonly string[]): Promise<Omit<Figure, 'name' | 'goal'>> {
  const running = await startNodes(count, {
    latencyMs: LATENCY_MS,
    options: ['--quotes-fresh', String(FRESH_MS / 1000), ...options],
  });
  const demands: Demand[] = [];
  const failures: string[] = [];
  const random = seededRandom(7);
  const startAt = performance.now();
  const [from, until] = [startAt + WARM_UP_MS, startAt + WARM_UP_MS + MEASURED_MS];
  const analyst = async (symbols: readonly string[], index: number, phaseMs: number): Promise<void> => {
    const { url } = running.nodes[index % count]!;
    const address = `${url}/api/currencies/quotes?symbols=${symbols.join()}`;
    const asked: Promise<void>[] = [];
    for (let at = startAt + phaseMs; at < until; at += EVERY_MS) {
      await passing(at - performance.now());
      demands.push({ at: performance.now(), symbols });
      // Whoever waits does not keep the next round from beginning.
      asked.push(
        ask(address).then(
          (answer) => {
            if (!isWhole(answer, symbols.length)) failures.push(String(answer.status));
          },
          (error: unknown) => {
            failures.push(String(error));
          },
        ),
      );
    }
    await Promise.all(asked);
  };
  try {
    const workbooks = workbooksOf(ANALYSTS, symbolsOf(SYMBOLS));
    await Promise.all(workbooks.map((symbols, index) => analyst(symbols, index, random() * EVERY_MS)));
  } finally {
    await running.close();
  }
  if (failures.length > 0) throw new Error(`${failures.length} lookups failed, such as ${failures[0]!}`);
  return {
    ours: running.service.countBetween(from, until),
    baseline: fewestLists(demands, FRESH_MS, from),
    unit: 'requests',
    against: `${ANALYSTS} analysts, ${demands.length.toLocaleString('en')} questions; the fewest full lists that cover them`,
  };
}
