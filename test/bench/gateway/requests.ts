import { type Figure, figureOfRuns } from '../figure';
import { seededRandom } from '../pairs';
import { ask, isWhole } from './ask';
import { type Demand, fewestLists, symbolsOf, workbooksOf } from './demand';
import { machineLoad, type Nodes, passing, startNodes } from './nodes';

/** A firm whose time runs ten times as fast. */
const [ANALYSTS, SYMBOLS, EVERY_MS, FRESH_MS, LATENCY_MS] = [200, 500, 1_500, 1_500, 10];
/** After two periods the gateway no longer fills lists with what the firm before wanted. */
const [WARM_UP_MS, MEASURED_MS] = [3 * FRESH_MS, 8 * FRESH_MS];
const FIRMS = [1, 2, 3, 4, 5];

/** Requests that reach the service, against the fewest that can cover what was really asked for. */
export async function requests(): Promise<Figure[]> {
  const scenes: [name: string, nodes: number, options: string[], goal: number][] = [
    ['gateway.requests 1 node', 1, [], 1.2],
    ['gateway.requests 3 nodes', 3, [], 1.2],
    ['gateway.requests ahead', 1, ['--ahead'], 1.5],
  ];
  const figures: Figure[] = [];
  for (const [name, nodes, options, goal] of scenes) {
    const { sent, fewest } = await measure(nodes, options);
    const against = `${FIRMS.length} times ${ANALYSTS} analysts; the fewest full lists that cover what they asked; ${machineLoad()}`;
    figures.push(figureOfRuns({ name, goal, unit: 'requests', against }, sent, fewest));
  }
  return figures;
}

/** Several firms with other workbooks, one after the other. */
async function measure(count: number, options: readonly string[]): Promise<{ sent: number[]; fewest: number[] }> {
  const running = await startNodes(count, {
    latencyMs: LATENCY_MS,
    options: ['--quotes-fresh', String(FRESH_MS / 1000), ...options],
  });
  const [sent, fewest]: [number[], number[]] = [[], []];
  try {
    for (const firm of FIRMS) {
      const { demands, from, until } = await work(running, firm);
      sent.push(running.service.countBetween(from, until));
      fewest.push(fewestLists(demands, FRESH_MS, from));
    }
  } finally {
    await running.close();
  }
  return { sent, fewest };
}

interface Worked {
  readonly demands: readonly Demand[];
  /** The measured span of time. */
  readonly from: number;
  readonly until: number;
}

/** Asks as one firm does. Throws if a lookup fails. */
async function work({ nodes, headers }: Nodes, firm: number): Promise<Worked> {
  const demands: Demand[] = [];
  const failures: string[] = [];
  const random = seededRandom(firm);
  const startAt = performance.now();
  const [from, until] = [startAt + WARM_UP_MS, startAt + WARM_UP_MS + MEASURED_MS];
  const analyst = async (symbols: readonly string[], index: number, phaseMs: number): Promise<void> => {
    const { url } = nodes[index % nodes.length]!;
    const address = `${url}/api/currencies/quotes?symbols=${symbols.join()}`;
    const asked: Promise<void>[] = [];
    for (let at = startAt + phaseMs; at < until; at += EVERY_MS) {
      await passing(at - performance.now());
      demands.push({ at: performance.now(), symbols });
      // Whoever waits does not keep the next round from beginning.
      asked.push(
        ask(address, headers).then(
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
  const workbooks = workbooksOf(ANALYSTS, symbolsOf(SYMBOLS), firm);
  await Promise.all(workbooks.map((symbols, index) => analyst(symbols, index, random() * EVERY_MS)));
  if (failures.length > 0) throw new Error(`${failures.length} lookups failed, such as ${failures[0]!}`);
  return { demands, from, until };
}
