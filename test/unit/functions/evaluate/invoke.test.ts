import { withProfile } from '../../../../src/app/profile';
import type { Call } from '../../../../src/core/call';
import { Cancellation } from '../../../../src/core/cancellation';
import { invoke, type Outcome } from '../../../../src/functions/evaluate/invoke';
import { pauseFor } from '../../../../src/functions/evaluate/spill-pauses';
import { ArgumentReader, ArgumentReaders } from '../../../../src/functions/evaluate/read-arguments';
import { quote } from '../../../../src/functions/quote';
import { askAgain } from '../../../support/ask-again';
import { createCall, createTestSession, plain, evaluate, show } from '../../../support/evaluate';
import { createStubService, type Route, status, pricedAt } from '../../../support/stub-service';
import { PAIRS, quoteOf, quotes } from '../sample-answers';
import { PACE } from '../../../../src/api/lookup/batch';
import { TEST_ADDRESS } from '../../../support/memory-host';
import { wrongArgument } from '../../../../src/core/errors';
import { define, type Parameter } from '../../../../src/functions/define';

const CELLS = 3;
const never: Route = () => new Promise(() => undefined);

async function createReadySession(routes: Readonly<Record<string, Route>>) {
  const service = createStubService(routes);
  const clock = { now: 0 };
  const session = createTestSession({ service, now: () => clock.now });
  await session.ready;
  return { service, session, clock };
}

type Session = Awaited<ReturnType<typeof createReadySession>>['session'];

const start = (session: Session, values: readonly unknown[], cancellation = new Cancellation()): Promise<Outcome> =>
  invoke(quote, session, values, createCall({ cancellation })) as Promise<Outcome>;

const startCells = (session: Session, ...values: readonly unknown[]): Promise<Outcome>[] =>
  Array.from({ length: CELLS }, () => start(session, values));

const requestsOf = async ({ requests }: { readonly requests: readonly unknown[] }, count: number): Promise<void> => {
  while (requests.length < count) await new Promise((resolve) => setTimeout(resolve, 1));
};

describe('equal formulas with one cell each', () => {
  test('share one promise and one result', async () => {
    const { session } = await createReadySession({ '/currencies/quotes': quotes(PAIRS) });
    const [first, second] = startCells(session, [['EURUSD']], 'bid');
    expect(second).toBe(first);
    expect(plain((await first)!)).toEqual([[1.25]]);
    expect(invoke(quote, session, ['EURUSD', 'bid'], createCall())).toBe(await first);
  });

  test('are counted individually', async () => {
    const { session } = await createReadySession({ '/currencies/quotes': quotes(PAIRS) });
    await Promise.all(startCells(session, 'EURUSD'));
    expect(session.activity.counts).toEqual({
      cells: CELLS,
      lookups: CELLS,
      questions: 1,
      hits: 0,
      requests: 1,
      errors: 0,
    });
  });

  test('show new values after a refresh', async () => {
    let mid = 1;
    const { session, clock } = await createReadySession({
      '/currencies/quotes': () => ({ items: [quoteOf('EURUSD', mid++)] }),
    });
    expect(plain(await start(session, ['EURUSD']))).toEqual([[1]]);
    clock.now = 1;
    askAgain(session);
    expect(plain(await start(session, ['EURUSD']))).toEqual([[2]]);
    expect(plain(await start(session, ['EURUSD']))).toEqual([[2]]);
  });

  test('recover together from a failure', async () => {
    let isDown = true;
    const { session } = await createReadySession({
      '/currencies/quotes': (request) => (isDown ? status(401) : quotes(PAIRS)(request)),
    });
    const failed = await Promise.all(startCells(session, 'EURUSD'));
    expect(failed.map(plain)).toEqual(
      Array(CELLS).fill([['#N/A: The service refused the key (401): check the API key in the MD pane']]),
    );
    isDown = false;
    expect((await Promise.all(startCells(session, 'EURUSD'))).map(plain)).toEqual(Array(CELLS).fill([[1.5]]));
  });

  test('are cancelled individually, and the request goes on until nobody waits', async () => {
    const { service, session } = await createReadySession({ '/currencies/quotes': never });
    const cancellations = [new Cancellation(), new Cancellation()];
    const cells = cancellations.map((cancellation) => start(session, ['EURUSD'], cancellation));
    await requestsOf(service, 1);
    cancellations[0]!.cancel();
    expect(session.client!.pendingCount).toBe(1);
    cancellations[1]!.cancel();
    // For a moment the host may make the calls again.
    while (session.client!.pendingCount > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await Promise.all(cells)).map(plain)).toEqual(
      Array(2).fill([['#N/A: Cancelled: recalculate to ask again']]),
    );
  });

  test('do not share a result of several cells, because the host sends it for each of them', async () => {
    const { session } = await createReadySession({ '/currencies/quotes': quotes(PAIRS) });
    const [first, second] = await Promise.all(startCells(session, 'EURUSD', 'bid,ask'));
    expect(second).toEqual(first);
    expect(second).not.toBe(first);
  });
});

describe('equal formulas that wait while the settings change', () => {
  test('start again under the new settings, and count once', async () => {
    const { service, session } = await createReadySession({
      '/currencies/quotes': never,
      '/crypto/quotes': quotes(PAIRS),
    });
    const cells = startCells(session, 'EURUSD');
    await requestsOf(service, 1);
    await session.save({ area: 'crypto' });
    expect((await Promise.all(cells)).map(plain)).toEqual(Array(CELLS).fill([[1.5]]));
    expect(session.activity.counts).toMatchObject({ cells: CELLS, errors: 0 });
  });

  test('start again without those that were cancelled', async () => {
    const { service, session } = await createReadySession({
      '/currencies/quotes': never,
      '/crypto/quotes': quotes(PAIRS),
    });
    const cancelled = new Cancellation();
    const cells = [start(session, ['EURUSD'], cancelled), start(session, ['EURUSD'])];
    await requestsOf(service, 1);
    cancelled.cancel();
    await session.save({ area: 'crypto' });
    expect(plain((await Promise.all(cells))[1]!)).toEqual([[1.5]]);
    expect(session.activity.counts.lookups).toBe(3);
  });

  test('release each of their calls exactly once', async () => {
    const { service, session } = await createReadySession({
      '/currencies/quotes': never,
      '/crypto/quotes': quotes(PAIRS),
    });
    const released: Call[] = [];
    const receiver = {
      show: (outcome: Outcome): Outcome => outcome,
      release: (call: Call) => {
        released.push(call);
      },
    };
    const calls = [createCall(), createCall(), createCall()];
    const cells = calls.map((call) => invoke(quote, session, ['EURUSD'], call, receiver));
    await requestsOf(service, 1);
    calls[1]!.cancellation.cancel();
    await session.save({ area: 'crypto' });
    await Promise.all(cells.map((cell) => Promise.resolve(cell)));
    expect(calls.map((call) => released.filter((one) => one === call).length)).toEqual([1, 1, 1]);
  });

  test('are kept apart from formulas that asked for the same with other arguments', async () => {
    const held: (() => void)[] = [];
    const { service, session } = await createReadySession({
      '/currencies/quotes': (request) =>
        held.length === 0 ? new Promise((resolve) => held.push(() => resolve(status(500)))) : quotes(PAIRS)(request),
      '/crypto/quotes': quotes({ EURUSD: 7 }),
    });
    const cells = [
      start(session, ['EURUSD']),
      start(session, ['EURUSD', null, 'currencies']),
      start(session, ['currencies:EURUSD']),
    ];
    await requestsOf(service, 1);
    await session.save({ area: 'crypto' });
    expect((await Promise.all(cells)).map(plain)).toEqual([[[7]], [[1.5]], [[1.5]]]);
  });
});

const rows = (count: number): string[][] => Array.from({ length: count }, (_, row) => [`S${row}`]);

describe('the turns of the page', () => {
  test('have room for a usual recalculation, and make the rest wait for the next turn', async () => {
    const session = createTestSession();
    expect([pauseFor(session, rows(6_000)), pauseFor(session, rows(6_000))]).toEqual([undefined, undefined]);
    const turn = pauseFor(session, rows(2));
    expect(turn).toBeInstanceOf(Promise);
    await turn;
    expect(pauseFor(session, rows(2))).toBeUndefined();
  });

  test('are not filled by many lists that wait for the same answer', async () => {
    const { session, service } = await createReadySession({ '/currencies/quotes': quotes(PAIRS) });
    const list = Array.from({ length: 5_000 }, () => ['EURUSD']);
    const shown: number[] = [];
    let turn = 0;
    const receiver = { show: () => shown.push(turn), release: () => undefined };
    const results = Array.from({ length: 8 }, () => invoke(quote, session, [list, 'bid,ask'], createCall(), receiver));
    await requestsOf(service, 1);
    while (shown.length < results.length) {
      turn++;
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
    const inOneTurn = shown.map((one) => shown.filter((other) => other === one).length);
    expect(Math.max(...inOneTurn)).toBeLessThanOrEqual(2);
    await Promise.all(results.map(async (one) => one));
  });

  test('let a list that is longer than a turn pass alone, and single cells and texts always', () => {
    const session = createTestSession();
    expect(pauseFor(session, rows(50_000))).toBeUndefined();
    expect([pauseFor(session, rows(1)), pauseFor(session, 'EURUSD,GBPUSD'), pauseFor(session, undefined)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(pauseFor(session, rows(2))).toBeInstanceOf(Promise);
  });

  test('divide many spills, which still share their requests and get their values', async () => {
    const service = createStubService({
      '/currencies/quotes': pricedAt((symbol) => 10_000 + Number(symbol.slice(1))),
    });
    const session = createTestSession({ service, pace: PACE });
    await session.ready;
    const spills = Array.from({ length: 300 }, () => evaluate(session, 'QUOTE', rows(100)));
    expect(session.activity.counts.lookups).toBe(10_000);
    const shown = (await Promise.all(spills)).map(plain);
    expect(shown).toEqual(shown.map(() => rows(100).map((_, row) => [10_000 + row])));
    expect(session.activity.counts.lookups).toBe(30_000);
    const asked = service.requests.flatMap(({ query }) => new URLSearchParams(query).get('symbols')!.split(','));
    expect(asked.sort()).toEqual(rows(100).flat().sort());
  });
});

const tickers = Array.from({ length: 150 }, (_, index) => `T${index}`);

const quoting = () =>
  createStubService({
    '/currencies/quotes': pricedAt(() => 1.5),
  });

describe('a long list of symbols', () => {
  test.each([
    ['in a column', tickers.map((ticker) => [ticker])],
    ['in one text, separated by commas', [[tickers.join(',')]]],
  ])('%s waits for the user, and says how many requests it needs', async (_, list) => {
    const service = createStubService();
    expect(await show(createTestSession({ service }), 'SCORE', list, 'piotroski')).toBe(
      '#N/A: About 150 more requests: allow it in the MD pane',
    );
    expect(service.requests).toEqual([]);
  });

  test('does not wait for the user if a gateway takes it in few requests, and otherwise says how many it needs', async () => {
    const service = quoting();
    const session = createTestSession({ service });
    const gateway = { address: TEST_ADDRESS, isTokenNeeded: true, notices: [], maxListLength: 1_000 };
    jest.spyOn(session, 'gateway', 'get').mockReturnValue(gateway);
    await session.save({ maxRequests: 10 });
    const pairs = (count: number): string[][] => Array.from({ length: count }, (_, index) => [`P${10_000 + index}`]);
    expect(await show(session, 'QUOTE', pairs(800))).toEqual(pairs(800).map(() => [1.5]));
    expect(service.requests).toHaveLength(6);
    expect(await show(session, 'QUOTE', pairs(2_000))).toBe('#N/A: About 14 more requests: allow it in the MD pane');
  });

  test.each([
    [20, 200, 67, 'About 100 more requests'],
    [200, 800, 29, 'About 179 more requests'],
  ])('is counted by the length of lists that the service is known to take (%i)', async (length, count, sent, about) => {
    const service = quoting();
    const session = createTestSession({ service });
    const names = { 'GET /currencies/quotes symbols length': String(length) };
    await session.save({ maxRequests: 70, ...withProfile(session.settings, { names, added: [], off: [] }) });
    const pairs = (n: number): string[][] => Array.from({ length: n }, (_, index) => [`P${10_000 + index}`]);
    expect(await show(session, 'QUOTE', pairs(count))).toEqual(pairs(count).map(() => [1.5]));
    expect(service.requests).toHaveLength(sent);
    expect(await show(session, 'QUOTE', pairs(length === 20 ? 300 : 5_000))).toBe(
      `#N/A: ${about}: allow it in the MD pane`,
    );
    expect(service.requests).toHaveLength(sent);
  });

  test('leaves the others their values if one name alone is longer than the service takes', async () => {
    const session = createTestSession({ service: quoting() });
    const names = { 'GET /currencies/quotes symbols length': '10' };
    await session.save(withProfile(session.settings, { names, added: [], off: [] }));
    expect(await show(session, 'QUOTE', [['EURUSD'], ['ELEVENCHARS'], ['GBPUSD']])).toEqual([
      [1.5],
      [expect.stringMatching(/^#VALUE!: symbols: .*10 characters/)],
      [1.5],
    ]);
  });

  test('is counted by the requests that its names really need', async () => {
    const names = (count: number, length: number): string[][] =>
      Array.from({ length: count }, (_, index) => [String(index).padStart(length, 'A')]);
    const service = quoting();
    const session = createTestSession({ service });
    const short = names(900, 4).map(([name]) => [`currencies:${name}`]);
    expect(await show(session, 'QUOTE', short)).toEqual(short.map(() => [1.5]));
    expect(service.requests).toHaveLength(90);
    expect(await show(session, 'QUOTE', names(600, 8))).toBe('#N/A: About 120 more requests: allow it in the MD pane');
    expect(service.requests).toHaveLength(90);
  });

  test('that needs few requests does not wait, however long its text is', async () => {
    const pairs = Array.from({ length: 150 }, (_, index) => `EUR${String(index).padStart(3, 'A')}`);
    const table = await show(createTestSession({ service: quoting() }), 'QUOTE', [[pairs.join(', ')]]);
    expect(table).toEqual(pairs.map(() => [1.5]));
  });
});

const read = jest.fn((argument: unknown, name: string, { dateSystem }: { dateSystem: string }) => {
  if (argument === 'bad') throw wrongArgument(name, argument, 'good');
  return `${String(argument)} in ${dateSystem}`;
});
const parameter: Parameter<string> = {
  isOptional: true,
  excelType: 'any',
  dimensionality: 'scalar',
  input: 'text',
  read,
};

const createReader = (): ArgumentReader =>
  new ArgumentReader(
    define({
      id: 'ECHO',
      result: 'scalar',
      sources: [],
      parameters: { first: parameter, second: parameter },
      requests: 'alone',
      handle: () => '',
    }),
  );

/** As of a declaration that prepares its arguments. */
function createPreparingReader() {
  const prepare = jest.fn(({ first }: { first: string }) => ({ text: first }));
  const declaration = define({
    id: 'ECHO',
    result: 'scalar',
    sources: [],
    parameters: { first: parameter, second: parameter },
    requests: 'alone',
    prepare,
    handle: ({ text }) => text,
  });
  return { prepare, reader: new ArgumentReader(declaration) };
}

beforeEach(() => {
  read.mockClear();
});

describe('the arguments of successive formulas', () => {
  test('are checked by name in the order of the parameters, including those left out', () => {
    expect(createReader().read(['a'], { dateSystem: '1900' })).toEqual({
      first: 'a in 1900',
      second: 'undefined in 1900',
    });
    expect(read.mock.calls.map(([, name]) => name)).toEqual(['first', 'second']);
  });

  test('are checked only once while they stay the same', () => {
    const reader = createReader();
    reader.read(['a', 'x'], { dateSystem: '1900' });
    expect(reader.read(['b', 'x'], { dateSystem: '1900' })).toEqual({ first: 'b in 1900', second: 'x in 1900' });
    expect(read.mock.calls.map(([argument]) => argument)).toEqual(['a', 'x', 'b']);
  });

  test('are checked again if they are ranges, whose cells may have changed', () => {
    const reader = createReader();
    const range = [['a']];
    reader.read([range], { dateSystem: '1900' });
    range[0] = ['b'];
    expect(reader.read([range], { dateSystem: '1900' })).toMatchObject({ first: 'b in 1900' });
  });

  test('are checked again in a workbook with another date system', () => {
    const reader = createReader();
    reader.read([1, 2], { dateSystem: '1900' });
    expect(reader.read([1, 2], { dateSystem: '1904' })).toEqual({ first: '1 in 1904', second: '2 in 1904' });
  });

  test('are read correctly after a formula with a wrong argument', () => {
    const reader = createReader();
    reader.read(['a', 'x'], { dateSystem: '1900' });
    expect(() => reader.read(['b', 'bad'], { dateSystem: '1900' })).toThrow('second: "bad" is not good');
    expect(() => reader.read(['b', 'bad'], { dateSystem: '1900' })).toThrow('second: "bad" is not good');
    expect(reader.read(['a', 'x'], { dateSystem: '1900' })).toEqual({ first: 'a in 1900', second: 'x in 1900' });
    expect(reader.read(['b', 'y'], { dateSystem: '1900' })).toEqual({ first: 'b in 1900', second: 'y in 1900' });
  });
});

describe('what a declaration prepares of its arguments', () => {
  test('is shared by equal formulas, and prepared once', () => {
    const { prepare, reader } = createPreparingReader();
    const texts = ['a', 'b', 'a', 'b'].map((first) => reader.read([first, 'x'], { dateSystem: '1900' }));
    expect([texts[2], texts[3]]).toEqual([{ text: 'a in 1900' }, { text: 'b in 1900' }]);
    expect(texts[2]).toBe(texts[0]);
    expect(texts[3]).toBe(texts[1]);
    expect(prepare).toHaveBeenCalledTimes(2);
  });

  test('is prepared again for a range', () => {
    const { prepare, reader } = createPreparingReader();
    reader.read([[['a', 'b']]], { dateSystem: '1900' });
    reader.read([[['a', 'b']]], { dateSystem: '1900' });
    expect(prepare).toHaveBeenCalledTimes(2);
  });
});

test('the readers of a session include one for each function, which is found again after other functions', () => {
  const [readers, one, other] = [new ArgumentReaders(), createReader().declaration, createReader().declaration];
  const first = readers.of(one);
  expect(readers.of(other)).not.toBe(first);
  expect(readers.of(one)).toBe(first);
  expect(new ArgumentReaders().of(one)).not.toBe(first);
});
