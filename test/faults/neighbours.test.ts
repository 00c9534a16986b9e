import type { Outcome } from '../../src/functions/evaluate/invoke';
import { createSandbox } from '../../src/sandbox/app';
import { parseFaults } from '../../src/sandbox/faults/fault';
import { createSession, errorsIn, evaluate, type Formula, FORMULAS, NOW_MS, shown } from './scene';

const UNKNOWN = 'NOSUCH';
const POOLS = [
  ['EURUSD', 'GBPUSD', 'USDJPY'],
  ['AAPL', 'MSFT', 'KO'],
  ['XNYS', 'XLON', 'XTKS'],
];
const LISTS = ['symbols', 'tickers', 'mics'];

/** The formulas that take a list of names first, with names of the kind that their example has. */
const FORMULAS_OF_LISTS = FORMULAS.flatMap((formula) => {
  const [name = '', parameter] = Object.entries(formula.declaration.parameters)[0] ?? [];
  const first = String([formula.args[0]].flat(2)[0]).split(',')[0]!;
  const pool = POOLS.find((names) => names.includes(first));
  return LISTS.includes(name) && parameter?.dimensionality === 'matrix' && pool ? [{ ...formula, pool }] : [];
});

const withNames = (formula: Formula, names: readonly string[]): Formula => ({
  ...formula,
  args: [names.map((name) => [name]), ...formula.args.slice(1)],
});

type Fetch = (request: Request) => Promise<Response>;

/** The service's own record of the unknown name: a name and nothing else. */
const withNullRecord =
  (fetch: Fetch): Fetch =>
  async (request) => {
    const response = await fetch(request);
    if (!decodeURIComponent(request.url).includes(UNKNOWN)) return response;
    const name = { symbol: UNKNOWN, mic: UNKNOWN, ticker: UNKNOWN };
    if (!response.ok) return Response.json({ ...name, data: null, filings: [] });
    const body = (await response.json()) as unknown[] | { items: unknown[] };
    const record = { ...name, mid: null, date: null, timezone: null };
    return Response.json(Array.isArray(body) ? [record, ...body] : { ...body, items: [...body.items, record] });
  };

/** An answer about the unknown name, alone or among others, is spoiled. */
const spoiled =
  (spoil: (response: Response) => Response | Promise<Response>) =>
  (fetch: Fetch): Fetch =>
  async (request) => {
    const response = await fetch(request);
    return decodeURIComponent(request.url).includes(UNKNOWN) ? spoil(response) : response;
  };

const withPage = spoiled(() => new Response('<!doctype html><title>Sorry</title>'));
const withCut = spoiled(async (response) => new Response((await response.text()).slice(0, -9)));
const withReset = spoiled(() => {
  throw new TypeError('fetch failed');
});
/** As Python writes what it cannot count. */
const withNaN = (fetch: Fetch): Fetch =>
  spoiled(async (response) => new Response((await response.text()).replaceAll('null', '-Infinity')))(
    withNullRecord(fetch),
  );

const asItIs = (fetch: Fetch): Fetch => fetch;

const WAYS: readonly (readonly [way: string, faults: string, wrap: (fetch: Fetch) => Fetch])[] = [
  ['left out of the answer', '', asItIs],
  ['refused with the whole list, 404', 'reject-batch', asItIs],
  ['refused with the whole list, 422', 'reject-batch:422', asItIs],
  ...[400, 402, 403, 406, 418, 451, 500, 502, 503].map(
    (status) => [`a failure of the whole list, ${status}`, `reject-batch:${status}`, asItIs] as const,
  ),
  ['a web page in place of the whole list', '', withPage],
  ['a list that is cut off', '', withCut],
  ['a broken connection', '', withReset],
  ['NaN in its record', '', withNaN],
  ['left out of an answer in another order', 'reorder', asItIs],
  ['answered with nulls', '', withNullRecord],
];

/** The rows that hold no error and do not name the unknown. */
const goodRows = (outcome: Outcome): unknown[][] =>
  shown(outcome).filter(
    (row) => !row.some((cell) => cell === UNKNOWN || (typeof cell === 'string' && cell.startsWith('#'))),
  );

describe.each(WAYS)('with a name that the service does not know (%s),', (_, faults, wrap) => {
  test.each(FORMULAS_OF_LISTS.map((formula) => [formula.id, formula] as const))(
    'MD.%s shows its other names and gives an error in that place',
    async (__, formula) => {
      const [first, second, third] = formula.pool;
      const clean = createSession((request) => createSandbox({ now: () => NOW_MS }).fetch(request as Request));
      const right = await evaluate(clean, withNames(formula, [first!, second!, third!]));
      const { fetch } = createSandbox({ now: () => NOW_MS, faults: parseFaults(faults) });
      const session = createSession(((request: Request) => wrap(fetch)(request)) as unknown as typeof globalThis.fetch);
      const outcome = await evaluate(session, withNames(formula, [first!, second!, UNKNOWN, third!]));
      expect(goodRows(outcome)).toEqual(goodRows(right));
      const errors = errorsIn(outcome).filter(
        ({ message }) => !errorsIn(right).some((known) => known.message === message),
      );
      expect(errors.length).toBeGreaterThan(0);
      for (const { code, message } of errors)
        expect([code, message]).toEqual([expect.stringMatching(/^#(?:N\/A|VALUE!)$/), expect.stringMatching(/\w{4}/)]);
    },
  );
});

test('every function with a list as its first argument is included', () => {
  const expected = FORMULAS.filter(
    ({ declaration }) =>
      LISTS.includes(Object.keys(declaration.parameters)[0] ?? '') &&
      Object.values(declaration.parameters)[0]?.dimensionality === 'matrix',
  );
  expect(FORMULAS_OF_LISTS.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
});
