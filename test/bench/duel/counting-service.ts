import { RecordedService } from '../../excel/service';
import { createSandbox } from '../../../src/sandbox/app';
import { parseFaults } from '../../../src/sandbox/faults/fault';

export interface CountingService {
  readonly address: string;
  /** Requests so far, without preflights, and how many of them were refused for being too many. */
  readonly counts: { requests: number; refused: number };
  close(): Promise<void>;
}

/**
 * The simulated service over HTTP/1.1, which counts.
 *
 * @param faults as the sandbox's flags spell them
 * @param hasAllSymbols whether every symbol has a quote
 */
export async function countingService(
  latencyMs: number,
  faults: string,
  hasAllSymbols: boolean,
): Promise<CountingService> {
  const sandbox = createSandbox({ latencyMs, faults: parseFaults(faults) });
  const counts = { requests: 0, refused: 0 };
  const service = await RecordedService.start({
    ...sandbox,
    fetch: async (request) => {
      if (request.method === 'OPTIONS') return sandbox.fetch(request);
      counts.requests++;
      const answer = await sandbox.fetch(request);
      if (answer.status === 429) counts.refused++;
      return hasAllSymbols ? withQuotes(request, answer) : answer;
    },
  });
  return { address: service.address, counts, close: () => service.close() };
}

/** The answer with a quote of every symbol that was asked for. */
function withQuotes(request: Request, { status, headers }: Response): Response {
  const symbols = new URL(request.url).searchParams.get('symbols')?.split(',') ?? [];
  const items = symbols.map((symbol) => ({ symbol, ask: 1.20001, bid: 1.1, mid: 1.15, timestamp: 1_790_000_000 }));
  return new Response(JSON.stringify({ items }), { status, headers: withoutLength(headers) });
}

function withoutLength(headers: Headers): Headers {
  const kept = new Headers(headers);
  kept.delete('content-length');
  return kept;
}
