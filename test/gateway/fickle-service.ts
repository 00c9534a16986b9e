import { KEY_HEADER } from '../support/published-fields';

/** What a service may do with a request; the number is how long it takes, in milliseconds. */
export interface Fate {
  readonly ms: number;
  readonly does:
    | 'answer'
    | 'reorder'
    | 'drop'
    | 'fail'
    | 'pause'
    | 'pause without a time'
    | 'not ready'
    | 'html'
    | 'empty'
    | 'truncate'
    | 'reset';
}

/** Everything about a quote but its number, by which it is found again wherever it turns up. */
interface Origin {
  readonly area: string;
  readonly symbol: string;
  readonly precision: string | null;
  readonly key: string | null;
  /** When it was asked for, by the one clock of the test. */
  readonly at: number;
}

/** The service answers nothing for the one, and refuses every list with the other. */
export const [UNKNOWN, REFUSED] = ['GONE', 'REFUSED'];

const passing = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A service of which no two quotes are equal, and which does with each request what was decided before. */
export class FickleService {
  readonly origins = new Map<number, Origin>();
  /** Symbols that it has left out of an answer although it knows them. */
  readonly dropped = new Set<string>();
  #count = 0;
  #requests = 0;

  constructor(private readonly fates: readonly Fate[]) {}

  readonly fetch = async (input: string | URL | Request): Promise<Response> => {
    const request = input as Request;
    const url = new URL(request.url);
    const fate = this.fates[this.#requests++ % this.fates.length]!;
    const { does } = fate;
    const at = Date.now();
    if (fate.ms > 0) await passing(fate.ms);
    if (does === 'reset') throw new TypeError('fetch failed');
    if (does === 'fail') return Response.json({ detail: 'Out of order' }, { status: 500 });
    if (does === 'pause') return new Response('', { status: 429, headers: { 'retry-after': '1' } });
    if (does === 'pause without a time') return new Response('', { status: 429 });
    if (does === 'not ready') return new Response('', { status: 503 });
    if (does === 'html') return new Response('<!doctype html><title>Proxy</title>', { status: 200 });
    if (does === 'empty') return new Response('', { status: 200 });
    const text = this.#answer(url, request.headers.get(KEY_HEADER), does, at);
    if (typeof text !== 'string') return text;
    const headers = { 'content-type': 'application/json' };
    return new Response(does === 'truncate' ? text.slice(0, -7) : text, { headers });
  };

  #answer(url: URL, key: string | null, does: Fate['does'], at: number): string | Response {
    const [, area = ''] = url.pathname.split('/');
    const precision = url.searchParams.get('precision');
    const symbols = url.searchParams.get('symbols')!.split(',');
    if (symbols.includes(REFUSED))
      return Response.json(
        { detail: [{ loc: ['query', 'symbols'], msg: 'Not supported', type: 'value_error' }] },
        { status: 422 },
      );
    const known = symbols.filter((symbol) => symbol !== UNKNOWN);
    if (does === 'drop') for (const symbol of known.slice(0, 1)) this.dropped.add(symbol);
    const sent = does === 'drop' ? known.slice(1) : does === 'reorder' ? known.reverse() : known;
    const items = sent.map((symbol) => {
      const mid = ++this.#count;
      this.origins.set(mid, { area, symbol, precision, key, at });
      return { symbol, ask: mid + 1, bid: mid - 1, mid, timestamp: 1_795_212_000 };
    });
    return JSON.stringify({ items });
  }
}
