import { type Context, Hono } from 'hono';
import { describeInterface } from '../api/interface/description';
import { OPERATIONS } from '../api/operations';
import { type Operation, KEY_HEADER, type WireNames } from '../api/interface/operation';
import type { AnswerHandler, AnswerHandlers } from './answer';
import { ALGO } from './answers/algo';
import { QUOTES } from './answers/quotes';
import { FILINGS } from './answers/filings';
import { MARKETS } from './answers/markets';
import { NEWS } from './answers/news';
import { SCORES } from './answers/scores';
import { SYMBOLS } from './answers/symbols';
import { TICKS } from './answers/ticks';
import type { Fault } from './faults/fault';
import { FaultBench } from './faults/fault-bench';
import { readParameters } from './parameters';
import { Refusal } from './refusal';
import { Usage, type UsageInterval } from './usage';
import { hashText } from './random';

export interface SandboxOptions {
  /** How long every answer takes. @default 0 */
  readonly latencyMs?: number;
  /** Equal seeds give equal data at equal times. @default 1 */
  readonly seed?: number | string;
  readonly faults?: readonly Fault[];
  /** The service's clock, in milliseconds since 1970. */
  readonly now?: () => number;
  /** Waits; tests pass a function that does not. */
  readonly wait?: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Names of parameters that differ from the table of operations. */
  readonly wireNames?: WireNames;
  /** Serves /openapi.json, which the interface document does not list. @default false */
  readonly hasDescription?: boolean;
}

export interface Sandbox {
  /** Answers as the service would. Rejects with a ConnectionReset under the fault `reset`. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Replaces the faults from the next request on. */
  readonly setFaults: (faults: readonly Fault[]) => void;
}

const ANSWERS: AnswerHandlers = {
  'GET /account/usage': (query, { usage, apiKey, nowMs }) =>
    usage.periodsOf(apiKey, nowMs, (query.textOf('interval') ?? '1h') as UsageInterval, query.numberOf('limit') ?? 24),
  ...ALGO,
  ...FILINGS,
  ...MARKETS,
  ...NEWS,
  ...QUOTES,
  ...SCORES,
  ...SYMBOLS,
  ...TICKS,
};

const TITLE = 'Simulated market data service';
const REFUSED_KEY = 'invalid';
const encoder = new TextEncoder();

/** The simulated service, from request to response, without a port. */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const { latencyMs = 0, now = Date.now, wait = waitFor, wireNames = {} } = options;
  const seed = hashText(String(options.seed ?? 1));
  const usage = new Usage();
  const bench = new FaultBench({ seed, now, wait, faults: options.faults ?? [] });

  const serve =
    (operation: Operation, answer: AnswerHandler) =>
    async (context: Context): Promise<Response> => {
      const request = context.req.raw;
      const apiKey = request.headers.get(KEY_HEADER) ?? '';
      if (apiKey === '') throw new Refusal(401, `The ${KEY_HEADER} header is missing`);
      if (apiKey === REFUSED_KEY) throw new Refusal(401, 'The API key is not valid');
      const nowMs = now();
      const address = new URL(request.url);
      const addResponse = usage.countRequest(
        apiKey,
        nowMs,
        request.url.length + Number(request.headers.get('content-length') ?? 0),
      );
      const query = readParameters(operation, { path: context.req.param(), query: address.searchParams }, wireNames);
      const unknownNames: string[] = [];
      const body = await answer(query, { nowMs, seed, apiKey, usage, request, unknownNames });
      const bytes = encoder.encode(
        JSON.stringify(bench.spoilBody(body, { path: address.pathname, operation, unknownNames })),
      );
      addResponse(bytes.length);
      return new Response(bytes, { headers: { 'content-type': 'application/json' } });
    };

  const app = route(serve);
  if (options.hasDescription)
    app.get('/openapi.json', () => Response.json(describeInterface(OPERATIONS, wireNames, TITLE)));
  return {
    setFaults: (faults) => bench.replaceFaults(faults),
    fetch: async (request) => {
      const path = new URL(request.url).pathname;
      const allowsOrigins = bench.allowsOrigins(path);
      if (isPreflight(request)) return allowsOrigins ? preflightAnswer(request) : new Response(null, { status: 204 });
      await wait(latencyMs + bench.delayMs(path), request.signal);
      const response = bench.interceptRequest(request) ?? bench.spoilText(path, await app.fetch(request));
      return allowsOrigins ? withCors(await response) : response;
    },
  };
}

function route(serve: (operation: Operation, answer: AnswerHandler) => (context: Context) => Promise<Response>): Hono {
  const app = new Hono();
  for (const operation of OPERATIONS) {
    const answer = ANSWERS[operation.id];
    if (answer) app.on(operation.method, operation.path.replaceAll(/\{(\w+)\}/g, ':$1'), serve(operation, answer));
  }
  app.notFound(() => refuse(new Refusal(404, 'Not Found')));
  app.onError((error) => {
    if (error instanceof Refusal) return refuse(error);
    throw error;
  });
  return app;
}

const refuse = ({ status, detail }: Refusal): Response => Response.json({ detail }, { status });

const ALLOWED_HEADERS = `${KEY_HEADER}, content-type`;
const PREFLIGHT_SECONDS = '600';

const isPreflight = (request: Request): boolean => request.method === 'OPTIONS';

/** Lets pages of any origin send the header of the key, and pages of the public web reach this computer. */
function preflightAnswer(request: Request): Response {
  const headers = new Headers({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': ALLOWED_HEADERS,
    'access-control-max-age': PREFLIGHT_SECONDS,
  });
  if (request.headers.get('access-control-request-private-network') === 'true')
    headers.set('access-control-allow-private-network', 'true');
  return new Response(null, { status: 204, headers });
}

/** Lets pages of any origin read the answer and its Retry-After. Answers become old at once: no cache may keep them. */
function withCors(response: Response): Response {
  response.headers.set('access-control-allow-origin', '*');
  response.headers.set('access-control-expose-headers', 'Retry-After');
  response.headers.set('cache-control', 'no-store');
  return response;
}

/** Waits; rejects with the signal's reason as soon as the request is aborted. */
async function waitFor(ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  if (ms <= 0) return;
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    const giveUp = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    signal?.addEventListener('abort', giveUp, { once: true });
  });
}
