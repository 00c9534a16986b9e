import { KEY_HEADER } from '../support/published-fields';
import { closeScenes, createScene } from './scene';

afterEach(() => closeScenes());

const describedWith = (maxLength: number, area = 'currencies'): object => ({
  openapi: '3.1.0',
  paths: Object.fromEntries(
    ['currencies', 'stocks'].map((one) => [
      `/${one}/quotes`,
      {
        get: {
          parameters: [
            {
              name: 'symbols',
              in: 'query',
              required: true,
              schema: { type: 'string', maxLength: one === area ? maxLength : 50 },
            },
          ],
        },
      },
    ]),
  ),
});

const tooLong = (status: number, body: unknown) => (): Response => Response.json(body, { status });
const validation = (msg: string, type: string) => tooLong(422, { detail: [{ loc: ['query', 'symbols'], msg, type }] });

interface Limits {
  characters: number;
  names?: number;
  refuse: () => Response;
  description?: object;
  isBad?: (name: string) => boolean;
  refuseBad?: (names: readonly string[]) => Response;
}

/** A service that has every symbol, and takes lists as long as it is told to. */
function open(limits: Limits, profile?: Readonly<Record<string, string>>) {
  const lists: string[] = [];
  const refused: string[] = [];
  const clock = { now: 1_000_000 };
  const scene = createScene({
    gateway: {
      now: () => clock.now,
      ...(profile && { profile }),
      fetch: (input) => {
        const { pathname, searchParams } = new URL((input as Request).url);
        if (pathname === '/openapi.json')
          return Promise.resolve(
            limits.description ? Response.json(limits.description) : Response.json({}, { status: 404 }),
          );
        expect((input as Request).headers.get(KEY_HEADER)).toBe('demo');
        const list = searchParams.get('symbols')!;
        const names = list.split(',');
        lists.push(list);
        if (list.length > limits.characters || names.length > (limits.names ?? Infinity)) {
          refused.push(list);
          return Promise.resolve(limits.refuse());
        }
        if (names.some((name) => limits.isBad?.(name)))
          return Promise.resolve(
            limits.refuseBad?.(names) ?? validation('Value error, unknown symbol', 'value_error')(),
          );
        return Promise.resolve(Response.json({ items: names.map((symbol) => ({ symbol, mid: 1 })) }));
      },
    },
  });
  const ask = async (names: readonly string[], path = '/api/currencies/quotes') => {
    const response = await scene.ask(`${path}?symbols=${names.join(',')}`);
    const body = (await response.json()) as { items?: { symbol: string }[] };
    return { status: response.status, symbols: body.items?.map(({ symbol }) => symbol), body };
  };
  /** After that, nothing is fresh. */
  const later = (ms = 20_000): void => {
    clock.now += ms;
    [lists.length, refused.length] = [0, 0];
  };
  return { scene, ask, lists, refused, later, learn: () => scene.gateway.description.readDescription() };
}

const named = (count: number, prefix = 'EUR'): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${String(index + 100)}`);
const NAMES = named(28);
const STRING_TOO_LONG = 'String should have at most 20 characters';

describe('the maximum list length that the service states', () => {
  test.each([
    [20, 10],
    [34, 6],
    [50, 4],
    [104, 2],
    [4_000, 1],
    [100_000, 1],
    [0, 4],
  ])('decides how many symbols travel together: %s characters', async (length, requests) => {
    const limits = {
      characters: length || 50,
      refuse: validation(STRING_TOO_LONG, 'string_too_long'),
      description: describedWith(length),
    };
    const { ask, learn, lists, refused } = open(limits);
    await learn();
    expect((await ask(NAMES)).symbols).toEqual(NAMES);
    expect([lists.length, refused]).toEqual([requests, []]);
  });

  test('is stated for each operation separately', async () => {
    const limits = {
      characters: 4_000,
      refuse: validation(STRING_TOO_LONG, 'string_too_long'),
      description: describedWith(4_000, 'stocks'),
    };
    const { ask, learn, lists, later } = open(limits);
    await learn();
    await ask(NAMES);
    expect(lists).toHaveLength(4);
    later();
    await ask(NAMES, '/api/stocks/quotes');
    expect(lists).toHaveLength(1);
  });

  test('never makes one list longer than the longest address', async () => {
    const limits = { characters: 1e9, refuse: tooLong(414, {}), description: describedWith(1_000_000) };
    const { ask, learn, lists } = open(limits);
    await learn();
    await Promise.all([ask(named(500)), ask(named(500, 'USD'))]);
    expect(lists).toHaveLength(2);
    expect(Math.max(...lists.map(({ length }) => length))).toBeLessThanOrEqual(4_000);
  });

  test('is followed when it changes: shorter and longer lists, read again within minutes', async () => {
    const limits: Limits = {
      characters: 50,
      refuse: validation(STRING_TOO_LONG, 'string_too_long'),
      description: describedWith(50),
    };
    const { ask, learn, lists, refused, later } = open(limits);
    await learn();
    for (const [length, requests] of [
      [50, 4],
      [20, 10],
      [104, 2],
      [34, 6],
    ] as const) {
      Object.assign(limits, { characters: length, description: describedWith(length) });
      later(301_000);
      await learn();
      expect((await ask(NAMES)).symbols).toEqual(NAMES);
      expect([lists.length, refused]).toEqual([requests, []]);
    }
  });

  test('allows a name that fits only into the longer list, and is the length in the refusal of a longer name', async () => {
    const limits: Limits = {
      characters: 80,
      refuse: validation(STRING_TOO_LONG, 'string_too_long'),
      description: describedWith(80),
    };
    const { ask, learn, later } = open(limits);
    await learn();
    const [long, tooLongName] = ['L'.repeat(75), 'L'.repeat(81)];
    expect((await ask([long, 'EURUSD'])).symbols).toEqual([long, 'EURUSD']);
    expect(await ask([tooLongName, 'EURUSD'])).toMatchObject({
      status: 422,
      body: { detail: [{ type: 'string_too_long', msg: 'String should have at most 80 characters' }] },
    });
    Object.assign(limits, { characters: 4_000, description: describedWith(4_000) });
    later(301_000);
    await learn();
    expect((await ask(['N'.repeat(200), 'EURUSD'])).status).toBe(200);
    // Names are kept, so that there is a limit of theirs.
    expect(await ask(['N'.repeat(201), 'EURUSD'])).toMatchObject({
      status: 422,
      body: { detail: [{ msg: 'String should have at most 200 characters' }] },
    });
    // A name that was taken before may have become too long.
    Object.assign(limits, { characters: 20, description: describedWith(20) });
    later(301_000);
    await learn();
    expect((await ask([long, 'EURUSD'])).status).toBe(422);
    expect((await ask(['EURUSD'])).symbols).toEqual(['EURUSD']);
  });
});

describe('a refusal of a list that is too long', () => {
  test.each([
    ['as the interface says it', validation(STRING_TOO_LONG, 'string_too_long')],
    ['in other words', tooLong(400, { error: { code: 'E1', message: 'symbols: maximum length is 20' } })],
    ['with other numbers', tooLong(422, { message: 'symbols has 48 characters, but at most 20 are allowed' })],
    ['as a request that is too large', tooLong(413, { detail: 'Too large: the limit is 20 bytes' })],
  ])('is needed once: %s', async (_, refuse) => {
    const { ask, lists, refused, later } = open({ characters: 20, refuse });
    expect((await ask(NAMES)).symbols).toEqual(NAMES);
    // Those that had left before it came.
    expect(refused.length).toBeLessThanOrEqual(4);
    later();
    expect((await ask(NAMES)).symbols).toEqual(NAMES);
    expect([lists.length, refused]).toEqual([10, []]);
  });

  test('may count symbols instead of characters', async () => {
    const refuse = validation('List should have at most 3 items', 'too_long');
    const { ask, lists, refused, later } = open({ characters: 4_000, names: 3, refuse });
    expect((await ask(NAMES)).symbols).toEqual(NAMES);
    later();
    expect((await ask(NAMES)).symbols).toEqual(NAMES);
    expect([lists.length, refused]).toEqual([10, []]);
  });

  test.each([
    ['a status alone', tooLong(414, 'no')],
    ['a sentence without a number', tooLong(400, { detail: 'The list of symbols is too long' })],
  ])('need not say how long it may be: %s', async (_, refuse) => {
    const { ask, refused, later } = open({ characters: 13, refuse });
    expect((await ask(NAMES)).symbols).toEqual(NAMES);
    later();
    expect((await ask(NAMES)).symbols).toEqual(NAMES);
    expect(refused).toEqual([]);
  });

  test('counts until the service describes other lists', async () => {
    const limits: Limits = {
      characters: 20,
      refuse: validation(STRING_TOO_LONG, 'string_too_long'),
      description: describedWith(50),
    };
    const { ask, learn, lists, refused, later } = open(limits);
    await learn();
    await ask(NAMES);
    later(301_000);
    await learn();
    expect((await ask(NAMES)).symbols).toEqual(NAMES);
    expect([lists.length, refused]).toEqual([10, []]);
    Object.assign(limits, { characters: 104, description: describedWith(104) });
    later(301_000);
    await learn();
    expect((await ask(NAMES)).symbols).toEqual(NAMES);
    expect([lists.length, refused]).toEqual([2, []]);
  });

  test('is forgotten after an hour, so that longer lists are tried again', async () => {
    const limits: Limits = { characters: 20, refuse: validation(STRING_TOO_LONG, 'string_too_long') };
    const { ask, lists, later } = open(limits);
    await ask(NAMES);
    limits.characters = 50;
    later(3_500_000);
    await ask(NAMES);
    expect(lists).toHaveLength(10);
    later(200_000);
    await ask(NAMES);
    expect(lists).toHaveLength(4);
  });

  test('leaves a bad name among the others its own refusal', async () => {
    const limits: Limits = {
      characters: 20,
      refuse: validation(STRING_TOO_LONG, 'string_too_long'),
      isBad: (name) => name === 'EUR110',
    };
    const { ask, later, refused } = open(limits);
    expect((await ask(NAMES.filter((name) => name !== 'EUR110'))).status).toBe(200);
    later();
    const both = await Promise.all([ask(['EUR110']), ask(NAMES.filter((name) => name !== 'EUR110'))]);
    expect(both.map(({ status }) => status)).toEqual([422, 200]);
    expect(refused).toEqual([]);
  });

  test.each([['AT MOST 5 CHARACTERS'], ['MAX 1'], ['AT', 'MOST', '3']])(
    'teaches nothing if a name alone speaks of lengths, which the service repeats: %s',
    async (...bad) => {
      const limits: Limits = { characters: 50, refuse: validation(STRING_TOO_LONG, 'string_too_long') };
      const { ask, later, lists } = open({
        ...limits,
        isBad: (name) => bad.includes(name),
        refuseBad: (names) => tooLong(422, { detail: `No such symbol: ${names.join(' ')}` })(),
      });
      await ask([...bad, ...NAMES.slice(0, 3)].slice(0, 5));
      later(120_000);
      await ask(NAMES.filter((name) => !bad.includes(name)));
      expect(lists).toHaveLength(4);
    },
  );

  test('of something else teaches nothing about lists', async () => {
    const limits: Limits = {
      characters: 50,
      refuse: validation(STRING_TOO_LONG, 'string_too_long'),
      isBad: (name) => name === 'EUR110',
    };
    const { ask, later, lists } = open(limits);
    await Promise.all([ask(NAMES.slice(0, 10)), ask(['EUR110'])]);
    later(120_000);
    await ask(NAMES.filter((name) => name !== 'EUR110'));
    expect(lists).toHaveLength(4);
  });
});

describe('the file of the check', () => {
  const profile = { 'GET /currencies/quotes symbols length': '20' };

  test('says how long lists may be, whatever the description says', async () => {
    for (const description of [undefined, describedWith(104)]) {
      const limits = {
        characters: 20,
        refuse: validation(STRING_TOO_LONG, 'string_too_long'),
        ...(description && { description }),
      };
      const { ask, learn, lists, refused } = open(limits, profile);
      await learn();
      expect((await ask(NAMES)).symbols).toEqual(NAMES);
      expect([lists.length, refused]).toEqual([10, []]);
    }
  });

  test('gives names to a description that the gateway hands on', async () => {
    const limits = { characters: 50, refuse: tooLong(422, {}) };
    const { scene } = open(limits, { 'GET /stocks/filings ticker': 'company' });
    const { paths } = (await (await scene.ask('/api/openapi.json')).json()) as {
      paths: Record<string, { get: { parameters: { name: string }[] } }>;
    };
    expect(paths['/stocks/filings']!.get.parameters.map(({ name }) => name)).toContain('company');
  });
});
