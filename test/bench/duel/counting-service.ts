import { RecordedService } from '../../excel/service';
import { createSandbox } from '../../../src/sandbox/app';
import { parseFaults } from '../../../src/sandbox/faults/fault';
import { exactMid } from './workloads';

interface CountingService {
  readonly address: string;
  /** Requests so far, without preflights, and how many of them were refused for being too many. */
  readonly counts: { requests: number; refused: number };
  close(): Promise<void>;
}

/**
 * The simulated service over HTTP/1.1, which counts.
 *
 * @param faults as the sandbox's flags spell them
 * @param shortPriceEvery every how many symbols one has a price that the default digits cut short
 */
export async function countingService(
  latencyMs: number,
  faults: string,
  shortPriceEvery?: number,
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
      return answer.ok ? withQuotes(request, answer, shortPriceEvery) : answer;
    },
  });
  return { address: service.address, counts, close: () => service.close() };
}

const DEFAULT_DECIMALS = 5;

/** The answer with quotes of every symbol that was asked for, which stay the same, so that each cell can be judged. */
function withQuotes(request: Request, { status, headers }: Response, shortPriceEvery?: number): Response {
  const { searchParams } = new URL(request.url);
  const decimals = Number(searchParams.get('precision') ?? DEFAULT_DECIMALS);
  const symbols = searchParams.get('symbols')?.split(',') ?? [];
  const items = symbols.map((symbol) => {
    const mid = Number(exactMid(symbol, shortPriceEvery).toFixed(decimals));
    return { symbol, ask: mid, bid: mid, mid, timestamp: 1_790_000_000 };
  });
  return new Response(JSON.stringify({ items }), { status, headers: withoutLength(headers) });
}

function withoutLength(headers: Headers): Headers {
  const kept = new Headers(headers);
  kept.delete('content-length');
  return kept;
}
