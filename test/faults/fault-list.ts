import type { Environment } from '../../src/app/session';
import {
  error,
  type Expectation,
  honest,
  someRows,
  value,
  valueInAnyOrder,
  valueOrRefusal,
  valueOrRepeats,
  valueWithMore,
  valueWithoutCase,
} from './expectations';
import { KEY, errorsIn } from './scene';
import { RateLimit } from '../../src/sandbox/faults/fault-bench';

type Fetch = Environment['fetch'];

export interface FaultLine {
  readonly name: string;
  /** As the sandbox's --fault writes it. */
  readonly faults?: string;
  /** What the sandbox cannot do. */
  readonly wrap?: (fetch: Fetch) => Fetch;
  readonly expected: Expectation;
  /**
   * An answer of the right shape is kept, wrong as it is, and a pause holds for every request: the right answer comes
   * after so long, in milliseconds.
   */
  readonly keptForMs?: number;
  /** The sandbox goes on dripping after the request was given up, for want of a line that could break. */
  readonly isStillDripping?: true;
}

const status = (code: number, sentence: RegExp, cellCode = '#N/A'): FaultLine => ({
  name: String(code),
  faults: `status:${code}`,
  expected: error(cellCode, sentence),
});
const answer =
  (body: string, code = 200, headers: Record<string, string> = {}) =>
  (): Fetch =>
  () =>
    Promise.resolve(new Response(body, { status: code, headers }));
const limited =
  (count: number, seconds: number, retryAfter?: 'date') =>
  (fetch: Fetch): Fetch => {
    const limit = new RateLimit({ count, seconds, ...(retryAfter ? { retryAfter } : {}) });
    return (...request) => {
      const refused = limit.takeRequest(Date.now());
      return refused ? Promise.resolve(refused) : fetch(...request);
    };
  };

const DAY_MS = 86_400_000;
/** No pause that the service asks for is taken for longer. */
const MAX_PAUSE_MS = 300_000;
/** Those that ask for whole years of an exchange cannot be refused for anything but its name. */
const refused =
  (sentence: RegExp): Expectation =>
  (outcome, right) =>
    (errorsIn(outcome)[0]?.code === '#VALUE!'
      ? error('#VALUE!', sentence)
      : error('#N/A', /^The service does not know the exchange "\w+": check the MIC code$/))(outcome, right);
const tryAgain = /^The service failed \(5\d\d\): recalculate in a moment$/;
/**
 * A text, a flag or a time may be blank, whereas a price must be #N/A; days and times of day are numbers above 40,000
 * and below 1.
 */
const isBlank = (cell: unknown, right: unknown): boolean =>
  cell === '' && (typeof right !== 'number' || right > 40_000 || right < 1);
const noBody = (what: string): Expectation =>
  error('#N/A', new RegExp(`^The service sent ${what}: check the service address in the MD pane, then recalculate$`));
const notReached = error(
  '#N/A',
  /^https:\/\/service\.test cannot be reached: check the connection and the service address in the MD pane$/,
);
const tooLate = error('#N/A', /^https:\/\/service\.test did not answer within 2 seconds: recalculate to try again$/);
const offline: Fetch = () => Promise.reject(new TypeError('fetch failed'));
const echo = { detail: [{ loc: ['query', KEY], msg: `no such key ${KEY} (${encodeURIComponent(KEY)})`, type: 'x' }] };

/** Puts a null before the records of a list. */
const withNull =
  (fetch: Fetch): Fetch =>
  async (...request) => {
    const text = await (await fetch(...request)).text();
    return new Response(text.replace(/^\[(?=.)|"(?:items|filings)":\[/, '$&null,'));
  };

/** Every fault, in the order of the matrix. */
export const FAULTS: readonly FaultLine[] = [
  status(400, /\(400\): check the arguments$/),
  status(401, /\(401\): check the API key in the MD pane$/),
  status(403, /\(403\): check the API key in the MD pane or ask your provider$/),
  status(404, /(?:check the (?:spelling|ticker|symbol|MIC code|codes)|search for it)/),
  status(408, /\(408\): recalculate to try again$/),
  {
    name: '422',
    faults: 'status:422',
    expected: refused(/^The service refused an argument \(422\): check the arguments$/),
  },
  {
    name: '422 echoing the key',
    wrap: answer(JSON.stringify(echo), 422),
    expected: refused(/^•••: the service says "no such key ••• \(•••\)" \(422\)$/),
  },
  { name: '401 echoing the key', wrap: answer(KEY, 401), expected: error('#N/A', /check the API key/) },
  {
    name: '429',
    faults: 'status:429',
    expected: error(
      '#N/A',
      /^Too many requests \(429\): waiting did not help, .*; recalculate later or ask your provider$/,
    ),
  },
  { name: '429 twice', faults: 'status:429:x2', expected: value },
  {
    name: '429 Retry-After seconds',
    wrap: answer('', 429, { 'retry-after': '7200' }),
    expected: error('#N/A', /^Too many requests \(429\): recalculate in 5 minutes$/),
    keptForMs: MAX_PAUSE_MS,
  },
  {
    name: '429 Retry-After date',
    wrap: answer('', 429, { 'retry-after': 'Fri, 20 Nov 2026 15:10:00 GMT' }),
    expected: error('#N/A', /recalculate in 5 minutes$/),
    keptForMs: MAX_PAUSE_MS,
  },
  { name: 'one request a second', wrap: limited(1, 1), expected: value },
  { name: 'one in ten seconds, date', wrap: limited(1, 10, 'date'), expected: value },
  ...[500, 502, 503, 504].map((code) => status(code, tryAgain)),
  { name: '503 twice', faults: 'status:503:x2', expected: value },
  {
    name: '503 for an hour',
    wrap: answer('', 503, { 'retry-after': '3600' }),
    expected: error('#N/A', /^The service is not ready \(503\): recalculate in 5 minutes$/),
    keptForMs: MAX_PAUSE_MS,
  },
  status(599, tryAgain),
  ...[406, 418, 423].map((code) =>
    status(code, new RegExp(`^The service refused the request \\(${code}\\): ask your provider$`)),
  ),
  status(402, /^Your plan or its quota does not cover this \(402\): ask your provider$/),
  status(451, /^The service may not show this where you are \(451\): ask your provider$/),
  {
    name: '403 with a web page',
    wrap: answer('<!doctype html><title>Blocked</title>', 403),
    expected: error('#N/A', /^A firewall or proxy on the way refused the request \(403\): ask your IT$/),
  },
  {
    name: '402 with a reason',
    wrap: answer('{"error":{"code":"plan","message":"Scores need the plan Pro"}}', 402),
    expected: error('#N/A', /ask your provider; the service says "Scores need the plan Pro"$/),
  },
  {
    name: '200 with a code of 429',
    wrap: answer('{"code":429,"message":"8 credits a minute are used up","status":"error"}'),
    expected: error('#N/A', /^Too many requests \(429\): .*; the service says "8 credits a minute are used up"$/),
  },
  {
    name: '200 with a message and no items',
    wrap: answer('{"items":[],"message":"Your subscription has ended"}'),
    expected: error('#N/A', /\(402\): ask your provider; the service says "Your subscription has ended"$/),
  },
  {
    name: '200 with an error',
    wrap: answer(`{"error":"Something went ${KEY} wrong"}`),
    expected: error('#N/A', /\(400\): check the arguments; the service says "Something went ••• wrong"$/),
  },
  { name: '204', faults: 'status:204', expected: noBody('an empty answer') },
  { name: 'reset', faults: 'reset', expected: notReached },
  { name: 'reset twice', faults: 'reset:x2', expected: value },
  { name: 'offline', wrap: () => offline, expected: notReached },
  {
    name: 'no answer',
    wrap: () => () =>
      new Promise(() => {
        /* never */
      }),
    expected: tooLate,
  },
  { name: 'slow', faults: 'slow:1000', expected: value },
  { name: 'drips for too long', faults: 'slow:60000', expected: tooLate, isStillDripping: true },
  { name: 'latency', faults: 'latency:1500', expected: value },
  { name: 'truncated', faults: 'truncate', expected: noBody('an answer that is cut off or not JSON') },
  { name: 'empty', faults: 'empty', expected: noBody('an empty answer') },
  { name: 'HTML', faults: 'html', expected: noBody('a web page instead of data') },
  { name: 'the key as the answer', wrap: answer(KEY), expected: noBody('an answer that is cut off or not JSON') },
  { name: 'null', wrap: answer('null'), expected: noBody('something other than .+') },
  { name: 'a text', wrap: answer('"ok"'), expected: noBody('something other than .+') },
  {
    name: 'lists that are null',
    wrap: answer('{"items":null,"filings":null}'),
    expected: error('#N/A', /^The service sent |"result" is not published$/),
  },
  { name: 'records that are null', wrap: answer('[null]'), expected: noBody('something other than .+') },
  {
    name: 'a null among the records',
    wrap: withNull,
    expected: valueOrRefusal(/^The service sent something other than /),
  },
  // Where no shape is published, this may be one.
  { name: 'array for object', faults: 'wrong-shape', expected: noBody('something other than .+'), keptForMs: DAY_MS },
  {
    name: 'redirect',
    faults: 'redirect',
    expected: error('#N/A', /where the key is not sent: enter the final service address in the MD pane$/),
  },
  {
    name: 'wrong types',
    faults: 'wrong-types',
    expected: honest((cell, right) => typeof right === 'string' && /^\d+$/.test(String(cell))),
    keptForMs: DAY_MS,
  },
  { name: 'nulls', faults: 'nulls', expected: honest(isBlank), keptForMs: DAY_MS },
  { name: 'missing fields', faults: 'missing-fields', expected: honest(isBlank), keptForMs: DAY_MS },
  { name: 'extra fields', faults: 'extra-fields', expected: valueWithMore, keptForMs: DAY_MS },
  { name: 'duplicates', faults: 'duplicate', expected: valueOrRepeats, keptForMs: DAY_MS },
  { name: 'reordered', faults: 'reorder', expected: valueInAnyOrder, keptForMs: DAY_MS },
  { name: 'lower case', faults: 'lowercase', expected: valueWithoutCase, keptForMs: DAY_MS },
  { name: 'missing items', faults: 'drop-items', expected: someRows, keptForMs: DAY_MS },
];
