import { Engine } from '../../gateway/engine';
import type { Figure } from '../figure';
import { ask, isWhole } from './ask';
import { symbolsOf, workbooksOf } from './demand';
import { machineLoad, type Nodes, passing, startNodes } from './nodes';

const TIMES = Number(process.env.BENCH_FAULTS ?? 10);
const [NODES, ANALYSTS, EVERY_MS, FRESH_MS, SPAN_MS] = [2, 60, 1_500, 1_500, 6_000];
/** So long the proxy in front waits for a node before it asks the next. */
const PATIENCE_MS = 4_000;

interface Outcome {
  failed: number;
  maxMs: number;
}

type Fault = (running: Nodes) => Promise<void>;

const FAULTS: Readonly<Record<string, Fault>> = {
  'node killed': async ({ nodes: [active] }) => active!.stop(),
  'node frozen': ({ nodes: [active] }) => {
    active!.kill('SIGSTOP');
    return Promise.resolve();
  },
  'store killed': async ({ store }) => store!.stop(),
};

/** Each fault again and again under load, before a proxy that asks the next node when one fails. */
export async function faults(): Promise<Figure[]> {
  const running = await startNodes(NODES, { latencyMs: 20, options: ['--quotes-fresh', String(FRESH_MS / 1000)] });
  const outcome: Outcome = { failed: 0, maxMs: 0 };
  const end = beginLoad(running, outcome);
  const figures: Figure[] = [];
  try {
    await passing(2 * FRESH_MS);
    for (const [name, fault] of Object.entries(FAULTS)) {
      outcome.failed = 0;
      outcome.maxMs = 0;
      let [normal, meanwhile] = [0, 0];
      for (let time = 0; time < TIMES; time++) {
        const startedAt = performance.now();
        await passing(SPAN_MS / 2);
        const brokenAt = performance.now();
        normal += (running.service.countBetween(startedAt, brokenAt) / (brokenAt - startedAt)) * SPAN_MS;
        await fault(running);
        await passing(SPAN_MS);
        meanwhile += running.service.countBetween(brokenAt, brokenAt + SPAN_MS);
        await mend(running);
      }
      figures.push(...figuresOf(name, outcome, meanwhile, normal));
    }
  } finally {
    await end();
    await running.close();
  }
  return figures;
}

const figuresOf = (name: string, { failed, maxMs }: Outcome, meanwhile: number, normal: number): Figure[] => [
  {
    name: 'gateway.faults failed',
    ours: failed,
    baseline: 0,
    unit: 'lookups',
    against: `${name}, ${TIMES} times under load of ${ANALYSTS} analysts`,
    goal: 0,
    isAbsolute: true,
  },
  {
    name: 'gateway.faults wait',
    ours: maxMs / 1000,
    baseline: 0,
    unit: 's',
    against: `${name}: the longest wait of all; ${machineLoad()}`,
    goal: 5,
    isAbsolute: true,
  },
  {
    name: 'gateway.faults upstream',
    ours: meanwhile,
    baseline: normal,
    unit: 'requests',
    against: `${name}: the six seconds after it; as long before`,
    goal: NODES,
  },
];

function beginLoad(running: Nodes, outcome: Outcome): () => Promise<void> {
  let isOn = true;
  const analyst = async (symbols: readonly string[], index: number): Promise<void> => {
    await passing((EVERY_MS * index) / ANALYSTS);
    for (let round = 0; isOn; round++) {
      const startedAt = performance.now();
      if (!(await askNext(running, symbols))) outcome.failed++;
      outcome.maxMs = Math.max(outcome.maxMs, performance.now() - startedAt);
      await passing(EVERY_MS);
    }
  };
  const all = workbooksOf(ANALYSTS, symbolsOf(200)).map(analyst);
  return async () => {
    isOn = false;
    await Promise.all(all);
  };
}

/** As the proxy does: a node that breaks off, is silent, or says that it cannot is left for the next. */
async function askNext({ nodes, headers }: Nodes, symbols: readonly string[]): Promise<boolean> {
  const path = `/api/currencies/quotes?symbols=${symbols.join()}`;
  for (const node of nodes) {
    try {
      const answer = await ask(node.url + path, headers, PATIENCE_MS);
      if (answer.status < 502) return isWhole(answer, symbols.length);
    } catch {
      // The next one.
    }
  }
  return false;
}

/** Brings back what was broken. */
async function mend(running: Nodes): Promise<void> {
  const { nodes } = running;
  for (const node of nodes) if (!node.hasEnded) node.kill('SIGCONT');
  if (running.store?.hasEnded) running.store = await Engine.start(running.engine!, running.store.port);
  for (const [index, node] of nodes.entries()) if (node.hasEnded) nodes[index] = await running.startNode();
}
