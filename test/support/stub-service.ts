/** One request as it arrived. */
interface StubRequest {
  readonly method: string;
  readonly path: string;
  /** Raw text after the "?", as it went over the wire; empty when there was none. */
  readonly query: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface RouteRequest extends Omit<StubRequest, 'query'> {
  readonly query: URLSearchParams;
  /** Aborted when the client no longer wants the answer. */
  readonly signal: AbortSignal;
}

/** Gives the JSON of a 200 answer, or a whole Response. May throw, as fetch does when the network fails. */
export type Route = (request: RouteRequest) => unknown;

export interface StubService {
  readonly fetch: typeof fetch;
  /** Everything that was asked, in order of arrival. */
  readonly requests: readonly StubRequest[];
}

/** A service that answers the listed paths and nothing else (404). */
export function createStubService(routes: Readonly<Record<string, Route>> = {}): StubService {
  const requests: StubRequest[] = [];
  return {
    requests,
    async fetch(input, init) {
      const { url, method, headers, signal } = new Request(input, init);
      const { pathname: path, search, searchParams } = new URL(url);
      const seen = { method, path, headers: Object.fromEntries(headers) };
      requests.push({ ...seen, query: search.slice(1) });
      const route = routes[path];
      const answer = route
        ? await Promise.race([route({ ...seen, query: searchParams, signal }), abortion(signal)])
        : status(404, { detail: `${path} is not here` });
      return answer instanceof Response ? answer : Response.json(answer);
    },
  };
}

/** Rejects as soon as nobody wants the answer any more, as fetch does. */
function abortion(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const stop = (): void => {
      reject(signal.reason as Error);
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}

/** An answer of that status; a body is sent as JSON. */
export const status = (
  code: number,
  body: unknown = { detail: `status ${code}` },
  headers: Record<string, string> = {},
): Response => Response.json(body, { status: code, headers });

/** "/path?query" of each request, sorted, because the order does not matter. */
export const asked = ({ requests }: StubService): string[] =>
  requests.map(({ path, query }) => (query === '' ? path : `${path}?${query}`)).sort();

/** Answers with the quotes of the requested symbols: bid, ask and mid are one price. Leaves out those without a price. */
export const pricedAt =
  (priceOf: (symbol: string) => number | undefined): Route =>
  ({ query }) => ({
    items: query
      .get('symbols')!
      .split(',')
      .map((symbol) => ({ symbol, price: priceOf(symbol) }))
      .filter(({ price }) => price !== undefined)
      .map(({ symbol, price }) => ({ symbol, bid: price, ask: price, mid: price, timestamp: 1_790_000_000 })),
  });
