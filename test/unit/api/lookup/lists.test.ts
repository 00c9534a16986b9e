import { Ask } from '../../../../src/api/lookup/ask';
import type { ListOptions } from '../../../../src/api/lookup/failed-list';
import { askInLists, ListHistory, ownerIn } from '../../../../src/api/lookup/lists';
import {
  bodyError,
  networkError,
  redirectError,
  ServiceError,
  statusError,
  timeoutError,
} from '../../../../src/api/service-error';
import type { Row } from '../../../../src/core/columns';

type Send = Parameters<typeof askInLists<string>>[1]['send'];

const askedFor = (names: readonly string[]): Ask<string>[] => names.map((name) => new Ask(name));
const ask = (asked: readonly Ask<string>[], send: Send, history = new ListHistory()) =>
  askInLists(asked, {
    history,
    parameter: 'symbols',
    nameOf: (name) => name,
    maxLength: 50,
    send,
    ownerOf: ownerIn('symbol'),
  });
const echo: Send = (names) => Promise.resolve(names.map((symbol) => ({ symbol })));
const PAIRS = Array.from({ length: 15 }, (_, index) => `PAIR${String(index).padStart(2, '0')}`);

describe('a list of names', () => {
  test('packs seven names of six letters into a list of 50 characters', async () => {
    const lists: string[] = [];
    await Promise.all(
      ask(askedFor(PAIRS), (names, ...rest) => {
        lists.push(names.join(','));
        return echo(names, ...rest);
      }),
    );
    expect(lists).toEqual([PAIRS.slice(0, 7).join(','), PAIRS.slice(7, 14).join(','), 'PAIR14']);
  });

  test('sends a name once, however often it is asked for', async () => {
    const send = jest.fn(echo);
    expect(await Promise.all(ask(askedFor(['A', 'B', 'A']), send))).toEqual([
      [{ symbol: 'A' }],
      [{ symbol: 'B' }],
      [{ symbol: 'A' }],
    ]);
    expect(send.mock.calls.map(([names]) => names)).toEqual([['A', 'B']]);
  });

  test('finds records by name, even if they come reordered, missing, unasked or twice', async () => {
    const rows = await Promise.all(
      ask(askedFor(['A', 'B', 'C']), () =>
        Promise.resolve([
          { symbol: 'C', mid: 3 },
          { symbol: 'X', mid: 9 },
          { symbol: 'A', mid: 1 },
          { symbol: 'A', mid: 2 },
        ]),
      ),
    );
    expect(rows).toEqual([
      [
        { symbol: 'A', mid: 1 },
        { symbol: 'A', mid: 2 },
      ],
      [],
      [{ symbol: 'C', mid: 3 }],
    ]);
  });

  test.each([
    [2, 3, 1],
    [4, 5, 1],
    [7, 7, 2],
    [8, 7, 2],
    [16, 9, 3],
    [25, 10, 3],
  ])('of %d names takes at most %d requests for one bad name, in %d round trips more', async (count, most, trips) => {
    const names = Array.from({ length: count }, (_, index) => String.fromCharCode(65 + index));
    for (const bad of names) {
      const sent: string[][] = [];
      await Promise.allSettled(
        ask(askedFor(names), (list, ...rest) => {
          sent.push([...list]);
          return list.includes(bad) ? Promise.reject(statusError(422)) : echo(list, ...rest);
        }),
      );
      expect(sent.length).toBeLessThanOrEqual(most);
      expect(sent.filter((list) => list.includes(bad)).length).toBeLessThanOrEqual(1 + trips);
    }
  });

  test.each([
    ['the list', 'symbols', 4],
    ['nothing that it names', undefined, 4],
    ['another parameter', 'precision', 1],
  ])('is divided when the service refuses %s, and only then', async (_, parameter, requestCount) => {
    const refused = new ServiceError('refused-argument', 'no', { code: '#VALUE!', status: 422, parameter });
    const send = jest.fn<Promise<readonly Row[]>, Parameters<Send>>((names, ...rest) =>
      names.includes('B') ? Promise.reject(refused) : echo(names, ...rest),
    );
    const results = await Promise.allSettled(ask(askedFor(['A', 'B', 'C']), send));
    expect(results.map((result) => result.status)).toEqual(
      requestCount === 1 ? Array(3).fill('rejected') : ['fulfilled', 'rejected', 'fulfilled'],
    );
    expect(send).toHaveBeenCalledTimes(requestCount);
  });

  test('lets what is left of a refused list go first, since its cells have waited once', async () => {
    const sent: (readonly [string, string])[] = [];
    await Promise.allSettled(
      ask(askedFor(['A', 'B']), (names, _, { priority }) => {
        sent.push([names.join(), priority]);
        return Promise.reject(statusError(422));
      }),
    );
    expect(sent).toEqual([
      ['A,B', 'foreground'],
      ['A', 'follow-up'],
      ['B', 'follow-up'],
    ]);
  });

  test('answers each name when its own list is back', async () => {
    const [first, , , , , , , eighth] = ask(askedFor(PAIRS), (names, ...rest) =>
      names.includes('PAIR07') ? echo(names, ...rest) : new Promise(() => undefined),
    );
    await expect(eighth).resolves.toEqual([{ symbol: 'PAIR07' }]);
    expect(await Promise.race([first, Promise.resolve('still waiting')])).toBe('still waiting');
  });

  test('answers each name of a divided list when its own part is back', async () => {
    const [first, second] = ask(askedFor(['A', 'B']), (names, ...rest) => {
      if (names.length > 1) return Promise.reject(statusError(422));
      return names.includes('B') ? echo(names, ...rest) : new Promise(() => undefined);
    });
    await expect(second).resolves.toEqual([{ symbol: 'B' }]);
    expect(await Promise.race([first, Promise.resolve('still waiting')])).toBe('still waiting');
  });

  test('stops a part that nobody waits for, even if the other part was answered', async () => {
    const [one, two] = [new Ask('A'), new Ask('B')];
    let signal: AbortSignal | undefined;
    const [first] = ask([one, two], (names, own, options) => {
      if (names.length > 1) return Promise.reject(statusError(422));
      if (names.includes('A')) return echo(names, own, options);
      signal = own;
      return new Promise(() => undefined);
    });
    await first;
    expect(signal!.aborted).toBe(false);
    two.cancellation.cancel();
    expect(signal!.aborted).toBe(true);
  });

  test('goes on while anybody waits for a name in the list, and stops when nobody does', () => {
    const [one, two] = [new Ask('A'), new Ask('B')];
    let signal: AbortSignal | undefined;
    const answers = ask([one, two], (_, own) => {
      signal = own;
      return Promise.reject(new ServiceError('cancelled', 'stopped'));
    });
    one.cancellation.cancel();
    expect(signal!.aborted).toBe(false);
    two.cancellation.cancel();
    expect(signal!.aborted).toBe(true);
    return expect(Promise.all(answers)).rejects.toThrow('stopped');
  });
});

const ADDRESS = 'https://service.test';
const SEVEN = PAIRS.slice(0, 7);

type Fails = (names: readonly string[], count: number) => Error | undefined;

/** A service that fails for some lists, and what it was sent. */
function createService(fails: Fails) {
  const sent: string[] = [];
  const options: ListOptions[] = [];
  const history = new ListHistory();
  /** The names that were answered. */
  const answered = async (names: readonly string[]): Promise<string[]> => {
    const rows = ask(
      askedFor(names),
      (list, own, one) => {
        sent.push(list.join());
        options.push(one);
        const error = fails(list, sent.length);
        return error === undefined ? echo(list, own, one) : Promise.reject(error);
      },
      history,
    );
    const results = await Promise.allSettled(rows);
    return names.filter((_, index) => results[index]!.status === 'fulfilled');
  };
  return { sent, options, answered };
}

/** What one bad name in a list has made services answer. */
const FAILURES: readonly (readonly [string, Error])[] = [
  ...[400, 402, 403, 404, 406, 408, 410, 418, 422, 451, 500, 501, 502, 503, 504, 520].map(
    (status) => [String(status), statusError(status)] as const,
  ),
  ['something that is not JSON', bodyError('a web page instead of data')],
  ['a broken connection', networkError(ADDRESS)],
];

const withBad =
  (bad: readonly string[], error: Error): Fails =>
  (names) =>
    names.some((name) => bad.includes(name)) ? error : undefined;

describe.each(FAILURES)('the only list, answered with %s because of a bad name,', (_, error) => {
  test.each([2, 3, 4, 5, 7])('of %d names, is divided until only the bad ones fail', async (count) => {
    const names = SEVEN.slice(0, count);
    for (const one of names) {
      for (const other of names) {
        const bad = [one, other];
        const { sent, answered } = createService(withBad(bad, error));
        const good = names.filter((name) => !bad.includes(name));
        expect(await answered(names)).toEqual(good);
        if (good.length > 0) expect(sent.length).toBeLessThanOrEqual(one === other ? 7 : 12);
      }
    }
  });

  test('is packed without the bad name from then on, which goes alone and once', async () => {
    const { sent, options, answered } = createService(withBad([SEVEN[3]!], error));
    await answered(SEVEN);
    const before = sent.length;
    await answered(SEVEN);
    expect(sent.slice(before)).toEqual([SEVEN.filter((name) => name !== SEVEN[3]).join(), SEVEN[3]]);
    expect(options.at(-1)).toMatchObject({ isSuspect: true, isOnce: true, isUncounted: true });
  });
});

describe('a list that fails', () => {
  test.each<[string, readonly string[]]>([
    ['at both ends and in the middle', [0, 3, 6].map((place) => SEVEN[place]!)],
    ['at every second place', [1, 3, 5].map((place) => SEVEN[place]!)],
    ['before all others', SEVEN.slice(0, 4)],
    ['after all others', SEVEN.slice(3)],
  ])('shows its good names beside bad ones %s', async (_, bad) => {
    const { answered } = createService(withBad(bad, statusError(500)));
    expect(await answered(SEVEN)).toEqual(SEVEN.filter((name) => !bad.includes(name)));
  });

  test('shows its only good name at the third attempt at the latest', async () => {
    for (const good of SEVEN) {
      const { answered } = createService(
        withBad(
          SEVEN.filter((name) => name !== good),
          statusError(500),
        ),
      );
      let count = 1;
      while ((await answered(SEVEN)).length === 0 && count < 9) count++;
      expect([good, count <= 5]).toEqual([good, true]);
    }
  });

  test('lets its bad name back into lists once it has an answer', async () => {
    let bad = [SEVEN[2]!];
    const { sent, answered } = createService((names) => withBad(bad, statusError(500))(names, 0));
    await answered(SEVEN);
    bad = [];
    await answered(SEVEN);
    const before = sent.length;
    expect(await answered(SEVEN)).toEqual(SEVEN);
    expect(sent.slice(before)).toEqual([SEVEN.join()]);
  });

  test.each([1, 2])('because the service fails %d times is answered in full', async (count) => {
    for (const names of [SEVEN, SEVEN.slice(0, 2)]) {
      const { answered } = createService((_, request) => (request <= count ? statusError(503) : undefined));
      expect(await answered(names)).toEqual(names);
    }
  });

  test('is tried again after the pauses of two retries', async () => {
    const { options, answered } = createService((names) => (names.join() === 'PAIR05' ? undefined : statusError(503)));
    await answered(SEVEN);
    const attempts = options.map(({ isOnce, isUncounted, afterFailures }) => ({ isOnce, isUncounted, afterFailures }));
    expect(attempts.slice(0, 4)).toEqual([
      { isOnce: true, isUncounted: true },
      { isOnce: true, isUncounted: true, afterFailures: 1 },
      { isOnce: true, isUncounted: false, afterFailures: 2 },
      { isOnce: true, isUncounted: false, afterFailures: 2 },
    ]);
  });

  test.each(FAILURES.filter(([, error]) => !(error as ServiceError).isRefusal))(
    'takes four requests at most if everything is answered with %s, and all lists together three more than there are',
    async (_, error) => {
      const alone = createService(() => error);
      expect(await alone.answered(SEVEN)).toEqual([]);
      expect(alone.sent).toHaveLength(4);
      expect(new Set(alone.options.map(({ isSuspect }) => isSuspect))).toEqual(new Set([false]));
      const many = createService(() => error);
      const names = Array.from({ length: 175 }, (__, index) => `P${String(index).padStart(5, '0')}`);
      expect(await many.answered(names)).toEqual([]);
      expect(many.sent).toHaveLength(25 + 3);
      // An outage is forgotten: no name goes alone afterwards.
      many.sent.length = 0;
      await many.answered(names);
      expect(many.sent).toHaveLength(25 + 3);
    },
  );

  test.each([
    ['a refused key', statusError(401)],
    ['too many requests', statusError(429)],
    ['a pause', new ServiceError('status', 'later', { status: 503, pauseMs: 1_000 })],
    ['no answer in time', timeoutError(ADDRESS, 30_000)],
    ['a redirect', redirectError(ADDRESS)],
    ['a breakdown of the whole service', new ServiceError('network', 'no way', { isOfService: true })],
    ['a cancellation', new ServiceError('cancelled', 'stopped')],
    ['an error without an answer', new RangeError('no budget')],
  ])('is not divided because of %s', async (_, error) => {
    const { sent, answered } = createService(() => error);
    expect(await answered(SEVEN)).toEqual([]);
    expect(sent).toEqual([SEVEN.join()]);
  });

  test('is divided at once if another list of the operation was answered meanwhile, and is tried as a whole first', async () => {
    const { sent, answered } = createService(withBad(['PAIR03'], statusError(500)));
    expect(await answered(PAIRS)).toEqual(PAIRS.filter((name) => name !== 'PAIR03'));
    expect(sent.slice(0, 4)).toEqual([PAIRS.slice(0, 7).join(), PAIRS.slice(7, 14).join(), 'PAIR14', sent[0]]);
    expect(sent.slice(4, 7)).toEqual([PAIRS.slice(0, 3).join(), PAIRS.slice(3, 6).join(), 'PAIR06']);
  });
});

describe('a record in another spelling', () => {
  /** A service that knows these names, in its own spelling, and reads all that have the same letters as one of them. */
  const serviceOf =
    (...known: readonly string[]): Send =>
    (names) => {
      const bare = (name: string): string => name.replaceAll(/[^A-Z0-9]/g, '');
      return Promise.resolve(
        known
          .filter((symbol) => names.some((name) => bare(name) === bare(symbol.toUpperCase())))
          .map((symbol) => ({ symbol })),
      );
    };
  const symbolsOf = async (asked: readonly string[], send: Send): Promise<string[]> =>
    (await Promise.all(ask(askedFor(asked), send))).map((rows) => rows.map(({ symbol }) => String(symbol)).join());

  test.each([
    ['BRK.B', 'BRK-B'],
    ['BRK B', 'BRK/B'],
    ['EURUSD', 'EUR/USD'],
    ['EUR/USD', 'eurusd'],
    ['BTC-USD', 'BTC_USD'],
    ['BTCUSD', 'BTC:USD'],
    ['^GSPC', 'GSPC'],
    ['0700', '07-00'],
  ])('belongs to %s if it is %s, alone and in a list', async (asked, said) => {
    expect(await symbolsOf([asked], serviceOf(said))).toEqual([said]);
    expect(await symbolsOf(['A', asked, 'B'], serviceOf('B', said, 'A'))).toEqual(['A', said, 'B']);
    expect(await symbolsOf([asked, 'A'], () => Promise.resolve([{ symbol: said }, { symbol: said, mid: 2 }]))).toEqual([
      `${said},${said}`,
      '',
    ]);
  });

  test.each([
    ['two other spellings came', 'BRK.B', ['BRK-B', 'BRK/B'], ''],
    ['its own came too', 'BRK.B', ['BRK-B', 'BRK.B'], 'BRK.B'],
    ['it has other letters', 'BRK.B', ['BRK-A'], ''],
    ['it has fewer digits', '0700', ['700'], ''],
    ['it has no letters', '^', ['.'], ''],
  ])('is not guessed to be a name if %s', async (_, asked, said, expected) => {
    const send: Send = () => Promise.resolve(said.map((symbol) => ({ symbol })));
    expect(await symbolsOf([asked], send)).toEqual([expected]);
    expect(await symbolsOf([asked, 'Z'], send)).toEqual([expected, '']);
  });

  test('is found whatever stands beside it: names with the same letters are asked for again, each alone', async () => {
    for (const asked of [
      ['BRK.B', 'BRKB', 'A'],
      ['BRK-B', 'BRK.B', 'A'],
    ]) {
      const lists: string[] = [];
      const send: Send = (names, ...rest) => {
        lists.push([...names].sort().join());
        return serviceOf('BRK-B', 'A')(names, ...rest);
      };
      expect(await symbolsOf(asked, send)).toEqual(['BRK-B', 'BRK-B', 'A']);
      expect(lists).toEqual([[...asked].sort().join(), ...asked.filter((name) => name !== 'BRK-B' && name !== 'A')]);
    }
  });

  test('of a name that fails when it is asked for alone is no reason for its neighbours to wait or fail', async () => {
    const send: Send = (names, ...rest) =>
      names.join() === 'BRKB' ? Promise.reject(statusError(404)) : serviceOf('BRK-B', 'A')(names, ...rest);
    const results = await Promise.allSettled(ask(askedFor(['BRK.B', 'BRKB', 'A']), send));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });
});
