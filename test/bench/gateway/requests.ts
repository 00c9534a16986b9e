import { type Figure, figureOfRuns, roundsOf } from '../figure';
import { seededRandom } from '../pairs';
import { ask, isWhole } from './ask';
import { type Demand, fewestLists, symbolsOf, workbooksOf } from './demand';
import { machineLoad, type Nodes, passing, startNodes } from './nodes';

const [ANALYSTS, SYMBOLS, LATENCY_MS] = [200, 500, 10];
/** How long a quote is fresh, and how often each workbook asks: a firm whose time runs ten times as fast, or slower. */
const FRESH_MS = [1_500, 3_000, 6_000, 12_000];
/** After two periods the gateway no longer fills lists with what the firm before wanted. */
const [WARM_UP_PERIODS, MEASURED_PERIODS] = [3, 8];
const FIRMS = [1, 2, 3, 4, 5].slice(0, Number(process.env.BENCH_FIRMS ?? roundsOf(3)));
/** With several nodes, each has an area of its own, with its part of the symbols: the balancer hashes paths. */
const AREAS = ['currencies', 'stocks', 'crypto'];
/** Longer than the gateway takes to say that it is too slow. */
const PATIENCE_MS = 60_000;

/** Requests that reach the service, against the fewest that can cover what was really asked for. */
const requestsOf =
  (scene: string, nodes: number, options: readonly string[], goal: number) => async (): Promise<Figure[]> => {
    const { sent, fewest, waitMs, freshMs } = await measure(nodes, options);
    const against =
      `${FIRMS.length} times ${ANALYSTS} analysts, each every ${freshMs / 1_000} s; the fewest full lists that cover ` +
      `what they asked; longest wait ${(waitMs / 1_000).toFixed(1)} s, ${machineLoad()}`;
    return [figureOfRuns({ name: `gateway.requests ${scene}`, goal, unit: 'requests', against }, sent, fewest)];
  };

/** Each takes about a minute; all of them `--only gateway.requests`. */
export const REQUESTS = {
  'gateway.requests.one': requestsOf('1 node', 1, [], 1.2),
  'gateway.requests.hashed': requestsOf('hashed', 3, [], 1.25),
  'gateway.requests.ahead': requestsOf('ahead', 1, ['--ahead'], 1.5),
};

interface Measured {
  readonly sent: number[];
  readonly fewest: number[];
  /** The longest wait of anybody. */
  waitMs: number;
  readonly freshMs: number;
}

/**
 * Measures with time as fast as this machine can follow. If somebody waits longer than a quote is fresh, the processes
 * lack the machine: quotes are then too old before they arrive, fewer requests leave than people need, and the figure
 * would look better than it is.
 */
async function measure(count: number, options: readonly string[]): Promise<Measured> {
  for (const freshMs of FRESH_MS) {
    const measured = await measureAt(freshMs, count, options);
    if (measured.waitMs <= freshMs) return measured;
    console.error(`Somebody waited longer than ${freshMs / 1_000} s: once more with slower time`);
  }
  throw new Error(`This machine is too busy: people waited longer than quotes are fresh (${machineLoad()})`);
}

/** Several firms with other workbooks, one after the other, until somebody waits too long. */
async function measureAt(freshMs: number, count: number, options: readonly string[]): Promise<Measured> {
  const running = await startNodes(count, {
    latencyMs: LATENCY_MS,
    options: ['--quotes-fresh', String(freshMs / 1_000), ...options],
  });
  const measured: Measured = { sent: [], fewest: [], waitMs: 0, freshMs };
  try {
    for (const firm of FIRMS) {
      const { demands, from, until, waitMs } = await work(running, firm, freshMs);
      measured.waitMs = Math.max(measured.waitMs, waitMs);
      if (waitMs > freshMs) break;
      measured.sent.push(running.service.countBetween(from, until));
      const fewest = AREAS.map((area) =>
        fewestLists(
          demands.filter((one) => one.area === area),
          freshMs,
          from,
        ),
      );
      measured.fewest.push(fewest.reduce((a, b) => a + b));
    }
  } finally {
    await running.close();
  }
  return measured;
}

interface Worked {
  readonly demands: readonly (Demand & { readonly area: string })[];
  /** The measured span of time. */
  readonly from: number;
  readonly until: number;
  readonly waitMs: number;
}

/** Asks as one firm does. Throws if a lookup fails. */
async function work({ nodes, headers }: Nodes, firm: number, freshMs: number): Promise<Worked> {
  const demands: (Demand & { readonly area: string })[] = [];
  const failures: string[] = [];
  let waitMs = 0;
  const random = seededRandom(firm);
  const startAt = performance.now();
  const from = startAt + WARM_UP_PERIODS * freshMs;
  const until = from + MEASURED_PERIODS * freshMs;
  const analyst = async (symbols: readonly string[], index: number, phaseMs: number): Promise<void> => {
    const { url } = nodes[index]!;
    const area = AREAS[index]!;
    const address = `${url}/api/${area}/quotes?symbols=${symbols.join()}`;
    const asked: Promise<void>[] = [];
    for (let at = startAt + phaseMs; at < until && waitMs <= freshMs; at += freshMs) {
      await passing(at - performance.now());
      const demand = { at: performance.now(), symbols, area };
      demands.push(demand);
      // Whoever waits does not keep the next round from beginning.
      asked.push(
        ask(address, headers, PATIENCE_MS).then(
          (answer) => {
            waitMs = Math.max(waitMs, performance.now() - demand.at);
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
  const symbols = symbolsOf(SYMBOLS);
  const workbooks = workbooksOf(ANALYSTS, symbols, firm);
  await Promise.all(
    workbooks.flatMap((workbook) => {
      const phaseMs = random() * freshMs;
      return nodes.map((_, index) => {
        const own = workbook.filter((symbol) => symbols.indexOf(symbol) % nodes.length === index);
        return own.length === 0 ? Promise.resolve() : analyst(own, index, phaseMs);
      });
    }),
  );
  // Whoever has waited too long may have been told that it is too slow.
  if (failures.length > 0 && waitMs <= freshMs)
    throw new Error(`${failures.length} lookups failed, such as ${failures[0]!}`);
  return { demands, from, until, waitMs };
}
