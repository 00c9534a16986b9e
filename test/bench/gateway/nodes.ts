import { availableParallelism, loadavg } from 'node:os';
import { newTokenFile, tokenCommand } from '../../gateway/add-token';
import { Engine, findEngine } from '../../gateway/engine';
import { GatewayProcess, keyFile } from '../../gateway/node-process';
import { closeConnections } from './ask';
import { QuoteService } from './quote-service';
import { KEY_HEADER } from '../../support/published-fields';

/** Gateways as they are run, before a service whose requests are counted. */
export interface Nodes {
  readonly service: QuoteService;
  readonly nodes: GatewayProcess[];
  /** Undefined where one node runs from memory. */
  store: Engine | undefined;
  readonly engine: string | undefined;
  /** @param like a node that has ended, whose ports it takes */
  readonly startNode: (like?: GatewayProcess) => Promise<GatewayProcess>;
  /** Of requests to a node: with a store everybody needs a token. */
  readonly headers: Record<string, string>;
  close(): Promise<void>;
}

export async function startNodes(
  count: number,
  {
    latencyMs,
    options = [],
    environment = {},
  }: { latencyMs: number; options?: readonly string[]; environment?: Readonly<Record<string, string>> },
): Promise<Nodes> {
  const engine = count === 1 ? undefined : findEngine();
  if (count > 1 && engine === undefined) throw new Error('Several nodes need a store');
  const store = engine === undefined ? undefined : await Engine.start(engine);
  const tokens = newTokenFile();
  const headers: Record<string, string> = store
    ? { [KEY_HEADER]: await tokenCommand('add', 'firm', '--tokens', tokens) }
    : {};
  const service = await QuoteService.start(latencyMs);
  // One token stands for everybody.
  const limits = ['per-second', 'symbols-per-second', 'requests-per-second'].flatMap((one) => [`--${one}`, '100000']);
  const args = ['--service', service.url, '--key-file', keyFile(), '--log', '/dev/null', ...limits, ...options];
  const startNode = (like?: GatewayProcess): Promise<GatewayProcess> =>
    GatewayProcess.start([...args, ...(store ? ['--store', store.url, '--tokens', tokens] : [])], environment, like);
  const running: Nodes = {
    service,
    nodes: [],
    store,
    engine,
    startNode,
    headers,
    async close() {
      await Promise.all(running.nodes.map((node) => node.stop()));
      await running.store?.stop();
      await service.close();
      closeConnections();
    },
  };
  // One after the other: a busy machine starts them sooner so.
  for (let index = 0; index < count; index++) running.nodes.push(await startNode());
  return running;
}

export const passing = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits are longer on a machine that has other work. */
export const machineLoad = (): string => `load ${loadavg()[1]!.toFixed(1)} on ${availableParallelism()} cores`;
