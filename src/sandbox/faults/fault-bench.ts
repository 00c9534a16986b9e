import type { Operation } from '../../api/interface/operation';
import { Refusal } from '../refusal';
import { type Effect, type Fault, RECORD_FAULTS, type RecordFault } from './fault';
import { hash, unit } from '../random';
import { isRecord } from '../../core/basics';

/** The connection broke before there was an answer. */
export class ConnectionReset extends TypeError {
  override readonly name = 'ConnectionReset';

  constructor() {
    super('The connection was reset');
  }
}

interface Tools {
  readonly seed: number;
  readonly now: () => number;
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly faults: readonly Fault[];
}

type EffectKind = Effect['kind'];
type FaultOf<K extends EffectKind> = Extract<Fault, { readonly kind: K }>;

interface ArmedFault {
  readonly fault: Fault;
  readonly limit?: RateLimit;
  readonly key: number;
  tries: number;
}

/** Holds the active faults and decides when they strike. Chance is derived from the seed and the attempt's number. */
export class FaultBench {
  #armed: readonly ArmedFault[] = [];

  constructor(private readonly tools: Tools) {
    this.replaceFaults(tools.faults);
  }

  replaceFaults(faults: readonly Fault[]): void {
    this.#armed = faults.map((fault, index) => ({
      fault,
      key: hash(this.tools.seed, index),
      tries: 0,
      ...(fault.kind === 'limit' ? { limit: new RateLimit(fault) } : {}),
    }));
  }

  allowsOrigins(path: string): boolean {
    return this.#striking(path, 'no-cors').length === 0;
  }

  delayMs(path: string): number {
    const latencies = this.#striking(path, 'latency').map(({ fault }) => fault.ms);
    const jitters = this.#striking(path, 'jitter').map(({ fault, key, tries }) => fault.ms * unit(key, tries, 1));
    return [...latencies, ...jitters].reduce((sum, ms) => sum + ms, 0);
  }

  /** The answer that replaces the service's own; undefined if no fault strikes. */
  interceptRequest(request: Request): Response | undefined {
    const { pathname: path, search } = new URL(request.url);
    if (this.#strikes(path, 'reset')) throw new ConnectionReset();
    for (const { limit } of this.#striking(path, 'limit')) {
      const refused = limit?.takeRequest(this.tools.now());
      if (refused) return refused;
    }
    const redirect = this.#striking(path, 'redirect')[0];
    if (redirect)
      return new Response(null, { status: 302, headers: { location: `${redirect.fault.to}${path}${search}` } });
    const status = this.#striking(path, 'status')[0];
    if (status) return statusAnswer(status.fault.status);
    if (this.#strikes(path, 'html')) return htmlAnswer();
    return this.#strikes(path, 'empty') ? emptyAnswer() : undefined;
  }

  /** Spoils a 200 body. */
  spoilBody(
    body: unknown,
    about: { readonly path: string; readonly operation: Operation; readonly unknownNames: readonly string[] },
  ): unknown {
    const { path, operation, unknownNames } = about;
    if (unknownNames.length > 0) {
      const refusal = this.#striking(path, 'reject-batch')[0];
      if (refusal) throw batchRefusal(refusal.fault.status, operation, unknownNames);
    }
    return RECORD_FAULTS.reduce(
      (spoilt, kind) => this.#striking(path, kind).reduce((each, { key }) => spoilRecords(kind, each, key), spoilt),
      body,
    );
  }

  async spoilText(path: string, answer: Response | Promise<Response>): Promise<Response> {
    let response = await answer;
    if (this.#strikes(path, 'truncate')) response = await truncated(response);
    const slow = this.#striking(path, 'slow')[0];
    return slow ? drip(response, slow.fault.ms, this.tools.wait) : response;
  }

  #strikes(path: string, kind: EffectKind): boolean {
    return this.#striking(path, kind).length > 0;
  }

  #striking<K extends EffectKind>(path: string, kind: K): readonly (ArmedFault & { readonly fault: FaultOf<K> })[] {
    const matching = this.#armed.filter(({ fault }) => fault.kind === kind && path.startsWith(fault.pathPrefix ?? '/'));
    return matching.filter((armed) => {
      armed.tries += 1;
      const { rate } = armed.fault;
      if (!rate) return true;
      return 'first' in rate ? armed.tries <= rate.first : unit(armed.key, armed.tries) < rate.chance;
    }) as (ArmedFault & { readonly fault: FaultOf<K> })[];
  }
}

function batchRefusal(status: number, operation: Operation, unknownNames: readonly string[]): Refusal {
  const msg = `Not supported: ${unknownNames.join(', ')}`;
  return new Refusal(
    status,
    status === 422 ? [{ loc: ['query', operation.batchBy ?? ''], msg, type: 'value_error' }] : msg,
  );
}

const HTML_PAGE =
  '<!doctype html>\n<html><head><title>Sign in</title></head><body><h1>Sign in to the network</h1></body></html>\n';
const PIECES = 10;
const BODILESS = [204, 205, 304];

/** The page with which a hotel's or company's network replaces a service that it does not let through. */
const htmlAnswer = (): Response => new Response(HTML_PAGE, { headers: { 'content-type': 'text/html; charset=utf-8' } });

const emptyAnswer = (): Response => new Response('', { headers: { 'content-type': 'application/json' } });

const statusAnswer = (status: number): Response =>
  BODILESS.includes(status)
    ? new Response(null, { status })
    : Response.json({ detail: `Simulated ${status}` }, { status });

const copy = (response: Response, body: BodyInit): Response => {
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  return new Response(body, { status: response.status, headers });
};

/** The answer without its second half. */
async function truncated(response: Response): Promise<Response> {
  const text = await response.text();
  return copy(response, text.slice(0, Math.floor(text.length / 2)));
}

/** The same answer in pieces that take `ms` milliseconds in total. */
async function drip(response: Response, ms: number, wait: (ms: number) => Promise<void>): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const size = Math.max(1, Math.ceil(bytes.length / PIECES));
  let sent = 0;
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await wait(ms / PIECES);
      controller.enqueue(bytes.subarray(sent, sent + size));
      sent += size;
      if (sent >= bytes.length) controller.close();
    },
  });
  return copy(response, stream);
}

/**
 * A quota of requests in fixed windows. Like the service's windows, they begin on whole minutes, hours and so on.
 * @internal
 */
export class RateLimit {
  #window = NaN;
  #used = 0;

  constructor(private readonly limit: Omit<FaultOf<'limit'>, 'kind'>) {}

  /** Uses one request of the window, or returns the 429 that refuses it. */
  takeRequest(nowMs: number): Response | undefined {
    const { count, seconds, retryAfter } = this.limit;
    const window = Math.floor(nowMs / 1000 / seconds);
    if (window !== this.#window) [this.#window, this.#used] = [window, 0];
    this.#used += 1;
    if (this.#used <= count) return undefined;
    const nextWindow = new Date((window + 1) * seconds * 1000).toUTCString();
    const headers =
      retryAfter === undefined ? {} : { 'retry-after': retryAfter === 'date' ? nextWindow : String(retryAfter) };
    return Response.json({ detail: 'Too Many Requests' }, { status: 429, headers });
  }
}

type Fields = Readonly<Record<string, unknown>>;
type List = readonly unknown[];

const NAMES = ['symbol', 'mic', 'ticker'];
const LISTS = ['items', 'filings'];

/** Spoils the records of a body, wherever the operation's shape keeps them. */
function spoilRecords(kind: RecordFault, body: unknown, key: number): unknown {
  if (kind === 'wrong-shape') return wrongShape(body);
  if (Array.isArray(body)) return spoilList(kind, body, key);
  const list = LISTS.find((name) => isRecord(body) && Array.isArray(body[name]));
  if (list === undefined || !isRecord(body)) return spoilFields(kind, body);
  const outer = kind === 'lowercase' ? (spoilFields(kind, body) as Fields) : body;
  return { ...outer, [list]: spoilList(kind, body[list] as List, key) };
}

/** An array instead of an object, and vice versa. */
function wrongShape(body: unknown): unknown {
  if (Array.isArray(body)) return { items: body };
  return isRecord(body) && Array.isArray(body.items) ? body.items : [body];
}

function spoilList(kind: RecordFault, list: List, key: number): List {
  switch (kind) {
    case 'drop-items':
      return list.filter((_, index) => unit(key, index) < 0.5 && index > 0);
    case 'reorder':
      return list
        .map((item, index) => ({ item, order: unit(key, index) }))
        .sort((a, b) => a.order - b.order)
        .map(({ item }) => item);
    case 'duplicate':
      return list.flatMap((item) => [item, item]);
    default:
      return list.map((item) => spoilFields(kind, item));
  }
}

const isName = (field: string): boolean => NAMES.includes(field);

/** Names only become lower case: it must remain clear to which symbol a record belongs. */
function spoilFields(kind: RecordFault, record: unknown): unknown {
  if (!isRecord(record)) return record;
  const fields = Object.entries(record);
  switch (kind) {
    case 'lowercase':
      return Object.fromEntries(
        fields.map(([name, value]) => [name, isName(name) && typeof value === 'string' ? value.toLowerCase() : value]),
      );
    case 'nulls':
      return Object.fromEntries(fields.map(([name, value]) => [name, isName(name) ? value : null]));
    case 'wrong-types':
      return Object.fromEntries(fields.map(([name, value]) => [name, isName(name) ? value : otherType(value)]));
    case 'extra-fields':
      return { ...record, added_field: 'new', added_object: { nested: [1, 2, 3] } };
    case 'missing-fields':
      return Object.fromEntries(fields.filter(([name], index) => isName(name) || index % 2 === 0));
    default:
      return record;
  }
}

function otherType(value: unknown): unknown {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return value.length;
  return typeof value === 'boolean' ? 'yes' : [value];
}
