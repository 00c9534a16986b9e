import { once } from 'node:events';
import { Balancer } from '../../gateway/balancer';
import { Engine, onPath } from '../../gateway/engine';
import type { GatewayProcess } from '../../gateway/node-process';
import { type Figure, roundsOf } from '../figure';
import { symbolsOf, workbooksOf } from './demand';
import { machineLoad, type Nodes, passing, startNodes } from './nodes';

const TIMES = Number(process.env.BENCH_FAULTS ?? roundsOf(10));
const ONLY = process.env.BENCH_FAULT;
const [ANALYSTS, EVERY_MS, FRESH_MS, SPAN_MS] = [200, 1_500, 1_500, 6_000];

interface Outcome {
  readonly failed: string[];
  maxMs: number;
  /** Whether analysts ask again when nobody answers, as the add-in does. */
  asksAgain: boolean;
}

const AGAIN_MS = 250;

/** What goes wrong, the longest wait that it may cost, and how it is mended; the busy node is the first. */
interface Fault {
  readonly goalMs: number;
  /** Whether there is nobody for a moment who could answer. */
  readonly leavesNobody?: boolean;
  readonly happen: (running: Nodes, busy: GatewayProcess) => Promise<void>;
}

const FAULTS: Readonly<Record<string, Fault>> = {
  // How long people wait on this machine anyway.
  nothing: { goalMs: 1_500, happen: () => Promise.resolve() },
  'node killed': { goalMs: 1_500, happen: (_, busy) => busy.stop() },
  'node frozen': {
    goalMs: 5_000,
    happen: (_, busy) => {
      busy.kill('SIGSTOP');
      return Promise.resolve();
    },
  },
  'both upgraded': {
    goalMs: 1_500,
    async happen(running) {
      for (const [index, node] of running.nodes.entries()) {
        const ended = once(node.process, 'exit');
        node.kill('SIGTERM');
        await ended;
        running.nodes[index] = await running.startNode(node);
        // As an operator waits for the balancer before the next.
        await passing(1_500);
      }
    },
  },
  'both killed': {
    goalMs: 3_000,
    leavesNobody: true,
    async happen({ nodes, startNode }) {
      await Promise.all(nodes.map((node) => node.stop()));
      await Promise.all(nodes.map(async (node, index) => (nodes[index] = await startNode(node))));
    },
  },
  'store killed': { goalMs: 1_500, happen: ({ store }) => store!.stop() },
};

/** Each fault again and again under load, behind the balancer as it is shipped. */
export async function faults(): Promise<Figure[]> {
  const program = onPath('haproxy');
  if (program === undefined) throw new Error('The figures of faults need haproxy (apt-get install haproxy)');
  const running = await startNodes(2, { latencyMs: 100, options: ['--quotes-fresh', String(FRESH_MS / 1000)] });
  const balancer = await Balancer.start(program, running.nodes as [GatewayProcess, GatewayProcess]);
  const outcome: Outcome = { failed: [], maxMs: 0, asksAgain: false };
  const end = beginLoad(balancer, running.headers, outcome);
  const figures: Figure[] = [];
  try {
    await passing(4 * FRESH_MS);
    for (const [name, fault] of Object.entries(FAULTS)) {
      if (ONLY !== undefined && name !== ONLY) continue;
      outcome.failed.length = 0;
      outcome.maxMs = 0;
      outcome.asksAgain = fault.leavesNobody === true;
      let [normal, meanwhile] = [0, 0];
      for (let time = 0; time < TIMES; time++) {
        const busy = await theBusy(running);
        const startedAt = performance.now();
        await passing(SPAN_MS / 2);
        const brokenAt = performance.now();
        normal += (running.service.countBetween(startedAt, brokenAt) / (brokenAt - startedAt)) * SPAN_MS;
        await fault.happen(running, busy);
        await passing(Math.max(0, SPAN_MS - (performance.now() - brokenAt)));
        meanwhile += running.service.countBetween(brokenAt, brokenAt + SPAN_MS);
        await mend(running);
      }
      figures.push(...figuresOf(name, fault, outcome, meanwhile, normal));
    }
  } finally {
    await end();
    await balancer.stop();
    await running.close();
  }
  return figures;
}

const figuresOf = (
  name: string,
  { goalMs }: Fault,
  { failed, maxMs }: Outcome,
  meanwhile: number,
  normal: number,
): Figure[] => [
  {
    name: 'gateway.faults failed',
    ours: failed.length,
    baseline: 0,
    unit: 'lookups',
    against: `${name}, ${TIMES} times under load of ${ANALYSTS} analysts ${failed[0] ?? ''}`,
    goal: 0,
    isAbsolute: true,
  },
  {
    name: 'gateway.faults wait',
    ours: maxMs / 1000,
    baseline: 0,
    unit: 's',
    against: `${name}: the longest wait of all; ${machineLoad()}`,
    goal: goalMs / 1000,
    isAbsolute: true,
  },
  {
    name: 'gateway.faults upstream',
    ours: meanwhile,
    baseline: normal,
    unit: 'requests',
    against: `${name}: the six seconds after it; as long before`,
    goal: 2,
  },
];

function beginLoad(
  balancer: Balancer,
  headers: Readonly<Record<string, string>>,
  outcome: Outcome,
): () => Promise<void> {
  let isOn = true;
  const analyst = async (symbols: readonly string[], index: number): Promise<void> => {
    await passing((EVERY_MS * index) / ANALYSTS);
    while (isOn) {
      const startedAt = performance.now();
      const ask = (): Promise<string | undefined> =>
        balancer.ask(`/api/currencies/quotes?symbols=${symbols.join()}`, headers).then(({ status, body }) => {
          if (status !== 200) return `${status} ${body.slice(0, 100)}`;
          const { items } = JSON.parse(body) as { items: unknown[] };
          if (items.length !== symbols.length) outcome.failed.push(`${items.length} of ${symbols.length} quotes`);
          return undefined;
        }, String);
      let failure = await ask();
      while (failure !== undefined && outcome.asksAgain) {
        await passing(AGAIN_MS);
        failure = await ask();
      }
      if (failure !== undefined) outcome.failed.push(failure);
      outcome.maxMs = Math.max(outcome.maxMs, performance.now() - startedAt);
      await passing(EVERY_MS);
    }
  };
  const all = workbooksOf(ANALYSTS, symbolsOf(500)).map(analyst);
  return async () => {
    isOn = false;
    outcome.asksAgain = false;
    await Promise.all(all);
  };
}

/** The node that is asked. */
async function theBusy({ nodes }: Nodes): Promise<GatewayProcess> {
  const counts = (): Promise<number[]> => Promise.all(nodes.map((node) => node.count('md_inbound_requests_total')));
  const before = await counts();
  await passing(EVERY_MS);
  const grown = (await counts()).map((count, index) => count - before[index]!);
  return nodes[grown.indexOf(Math.max(...grown))]!;
}

/** Brings back what was broken, and waits until the balancer knows it. */
async function mend(running: Nodes): Promise<void> {
  const { nodes } = running;
  for (const node of nodes) if (!node.hasEnded) node.kill('SIGCONT');
  if (running.store?.hasEnded) running.store = await Engine.start(running.engine!, running.store.port);
  for (const [index, node] of nodes.entries()) if (node.hasEnded) nodes[index] = await running.startNode(node);
  await passing(2 * EVERY_MS);
}
