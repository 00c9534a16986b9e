import { GatewayProcess, keyFile } from '../../gateway/node-process';
import { closeConnections } from './ask';
import { QuoteService } from './quote-service';

/** A gateway as it is run, before a service that has every quote. */
export interface Node {
  readonly service: QuoteService;
  readonly node: GatewayProcess;
  readonly close: () => Promise<void>;
}

export async function startNode(
  latencyMs: number,
  options: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<Node> {
  const service = await QuoteService.start(latencyMs);
  // One token stands for everybody.
  const limits = ['per-second', 'symbols-per-second', 'requests-per-second'].flatMap((one) => [`--${one}`, '100000']);
  const args = ['--service', service.url, '--key-file', keyFile(), '--log', '/dev/null', ...limits, ...options];
  const node = await GatewayProcess.start(args, environment);
  return {
    service,
    node,
    close: async () => {
      await node.stop();
      await service.close();
      closeConnections();
    },
  };
}
