import { oneOf } from '../../core/nearest';
import { messageOf } from '../../core/basics';

/** Faults in the records of an answer. */
export const RECORD_FAULTS = [
  'drop-items',
  'reorder',
  'duplicate',
  'lowercase',
  'nulls',
  'wrong-types',
  'extra-fields',
  'missing-fields',
  'wrong-shape',
] as const;

/** Faults of a whole answer or of the connection. */
const PLAIN_FAULTS = ['reset', 'truncate', 'html', 'empty', 'no-cors', ...RECORD_FAULTS] as const;

export type RecordFault = (typeof RECORD_FAULTS)[number];

/** How often a fault strikes: always, with a chance from 0 to 1, or only on the first requests. */
type Rate = { readonly chance: number } | { readonly first: number };

export type Effect =
  | { readonly kind: (typeof PLAIN_FAULTS)[number] }
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'latency'; readonly ms: number }
  | { readonly kind: 'jitter'; readonly ms: number }
  | { readonly kind: 'slow'; readonly ms: number }
  | { readonly kind: 'reject-batch'; readonly status: number }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'limit'; readonly count: number; readonly seconds: number; readonly retryAfter?: number | 'date' };

export type Fault = Effect & { readonly pathPrefix?: string; readonly rate?: Rate };

type Read = (parts: readonly string[], whole: string) => Effect & { readonly rate?: Rate };

const DEFAULT_SLOW_MS = 2_000;
const ELSEWHERE = 'https://elsewhere.example.com';
const RATE = /^(?:x(\d+)|(0?\.\d+|[01](?:\.0+)?))$/;

function number(text: string | undefined, min: number, max = Infinity): number {
  const value = text === undefined || text === '' ? NaN : Number(text);
  if (!(value >= min && value <= max))
    throw new RangeError(
      `"${text ?? ''}" is not a number ${max === Infinity ? `of ${min} or more` : `from ${min} to ${max}`}`,
    );
  return value;
}

function withRate<T extends Effect>(effect: T, text: string | undefined): T & { readonly rate?: Rate } {
  if (text === undefined) return effect;
  const match = RATE.exec(text);
  if (!match) throw new RangeError(`"${text}" is not a rate such as 0.25, or x2 for the first two requests`);
  return { ...effect, rate: match[1] === undefined ? { chance: Number(match[2]) } : { first: Number(match[1]) } };
}

function originOf(address: string): string {
  if (address === '') return ELSEWHERE;
  if (!URL.canParse(address)) throw new RangeError(`"${address}" is not an address such as ${ELSEWHERE}`);
  return new URL(address).origin;
}

function readLimit([count = '', retry]: readonly string[]): Effect {
  const [requests, seconds] = count.split('/');
  const limit = { kind: 'limit', count: number(requests, 0), seconds: number(seconds, 1) } as const;
  if (retry === undefined) return limit;
  return { ...limit, retryAfter: retry === 'date' ? retry : number(retry, 0) };
}

const READERS: Readonly<Record<string, Read>> = {
  ...Object.fromEntries(PLAIN_FAULTS.map((kind): [string, Read] => [kind, ([rate]) => withRate({ kind }, rate)])),
  status: ([status, rate]) => withRate({ kind: 'status', status: number(status, 200, 599) }, rate),
  latency: ([ms, rate]) => withRate({ kind: 'latency', ms: number(ms, 0) }, rate),
  jitter: ([ms, rate]) => withRate({ kind: 'jitter', ms: number(ms, 0) }, rate),
  slow: ([ms = String(DEFAULT_SLOW_MS), rate]) => withRate({ kind: 'slow', ms: number(ms, 0) }, rate),
  'reject-batch': ([status = '404', rate]) =>
    withRate({ kind: 'reject-batch', status: number(status, 400, 599) }, rate),
  redirect: (_, whole) => ({ kind: 'redirect', to: originOf(whole) }),
  limit: readLimit,
};

/** Names of all faults, as flags spell them. @internal */
export const FAULT_KINDS = Object.keys(READERS);

/**
 * Parses one fault: `status:503`, `status:503:0.2`, `reset:x2`, `limit:10/60:date`. A final `@/path` limits it to
 * operations below that path. Throws a RangeError that quotes what is wrong.
 */
function parseFault(spec: string): Fault {
  const [text, pathPrefix] = splitPath(spec.trim());
  const [kind = '', ...parts] = text.split(':');
  const read = READERS[kind];
  if (!read) throw new RangeError(`"${kind}" is not ${oneOf(kind, FAULT_KINDS)}`);
  try {
    const fault = read(parts, parts.join(':'));
    return pathPrefix === undefined ? fault : { ...fault, pathPrefix };
  } catch (error) {
    throw new RangeError(`"${spec}": ${messageOf(error)}`, { cause: error });
  }
}

/** Parses a comma-separated list of faults. */
export const parseFaults = (specs: string): readonly Fault[] =>
  specs
    .split(',')
    .filter((spec) => spec.trim() !== '')
    .map(parseFault);

function splitPath(spec: string): readonly [text: string, pathPrefix?: string] {
  const at = spec.lastIndexOf('@/');
  return at < 0 ? [spec] : [spec.slice(0, at), spec.slice(at + 1)];
}
