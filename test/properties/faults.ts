/**
 * Whom a fault may reach: who asked for the names, only who asked for one name alone (refused lists are divided), or
 * all who wait.
 */
type Reach = 'own' | 'alone' | 'all';

/** One way in which a service can answer, and what a cell must say if it has no value because of it. */
export interface Fault {
  readonly name: string;
  /** Undefined if every name gets its value. */
  readonly says?: RegExp;
  readonly reach?: Reach;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent instead of the data. */
  readonly body?: string;
}

const failing = (status: number, says: RegExp, reach: Reach, headers: Fault['headers'] = {}): Fault => ({
  name: `status ${status}`,
  status,
  headers,
  says,
  reach,
  body: '{"detail":"no"}',
});
const sending = (name: string, body: string, says: RegExp): Fault => ({ name, body, says, reach: 'own' });

export const OK: Fault = { name: 'ok' };

/** Answers that are whole, though they look odd: every name must have its value all the same. */
export const ODD: readonly Fault[] = ['reordered', 'repeated', 'unasked', 'lower-case'].map((name) => ({ name }));

/** The first name is not in the answer. */
export const ABSENT: Fault = {
  name: 'absent',
  says: /has no quote|no trading sessions|has no filings|none of this type|does not know the exchange|is not published/,
  reach: 'own',
};

export const UNKNOWN = failing(404, /\(404\)|has no quote|has no filings|none of this type|has no scores/, 'alone');
export const REFUSED = failing(422, /\(422\)/, 'alone');
export const NETWORK: Fault = { name: 'network', says: /cannot be reached/, reach: 'all' };
/** What became of a request that had no answer in time; no service chooses it. */
export const TIMEOUT: Fault = { name: 'timeout', says: /did not answer within 30 seconds/, reach: 'all' };

export const FAULTS: readonly Fault[] = [
  ABSENT,
  UNKNOWN,
  REFUSED,
  NETWORK,
  failing(400, /\(400\)/, 'own'),
  failing(401, /\(401\)/, 'all'),
  failing(403, /\(403\)/, 'own'),
  failing(408, /\(408\)/, 'own'),
  failing(429, /\(429\)/, 'all'),
  failing(429, /\(429\)/, 'all', { 'retry-after': '2' }),
  failing(500, /\(500\)/, 'own'),
  failing(503, /\(503\)/, 'own'),
  failing(503, /\(503\)/, 'all', { 'retry-after': '1' }),
  sending('nothing', '', /an empty answer/),
  sending('a web page', '<html>Log in</html>', /a web page instead of data/),
  sending('half of the data', '{"items":[{"symb', /cut off or not JSON/),
  sending('a number', '7', /something other than/),
];
