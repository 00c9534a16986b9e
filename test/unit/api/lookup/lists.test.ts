import { askInBatches, askByGroup, cancellationsOf, signalWhenAllCancelled } from '../../../../src/api/lookup/lists';
import { PendingQuestion } from '../../../../src/api/lookup/batch';
import { ServiceError, statusError } from '../../../../src/api/service-error';
import type { Row } from '../../../../src/core/columns';
import { Cancellation } from '../../../../src/core/call';

type Send = (names: readonly string[], signal: AbortSignal) => Promise<readonly Row[]>;

const askedFor = (names: readonly string[]): PendingQuestion<string>[] =>
  names.map((name) => new PendingQuestion(name, new Cancellation()));
const ask = (asked: readonly PendingQuestion<string>[], send: Send) =>
  askInBatches(asked, {
    parameter: 'symbols',
    nameOf: (name) => name,
    maxLength: 50,
    send,
    ownerOf: ({ symbol }) => String(symbol),
  });
const echo: Send = (names) => Promise.resolve(names.map((symbol) => ({ symbol })));
const PAIRS = Array.from({ length: 15 }, (_, index) => `PAIR${String(index).padStart(2, '0')}`);

describe('a batch of names', () => {
  test('packs seven names of six letters into a list of 50 characters', async () => {
    const lists: string[] = [];
    await Promise.all(
      ask(askedFor(PAIRS), (names, signal) => {
        lists.push(names.join(','));
        return echo(names, signal);
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

  test.each([404, 422])(
    'is divided by three after a refusal with %d until only the name at fault fails',
    async (status) => {
      const send = jest.fn<Promise<readonly Row[]>, Parameters<Send>>((names, signal) =>
        names.includes('PAIR03') ? Promise.reject(statusError(status)) : echo(names, signal),
      );
      const results = await Promise.allSettled(ask(askedFor(PAIRS.slice(0, 7)), send));
      expect(results.map((result) => result.status)).toEqual([
        'fulfilled',
        'fulfilled',
        'fulfilled',
        'rejected',
        'fulfilled',
        'fulfilled',
        'fulfilled',
      ]);
      expect(results[3]).toMatchObject({ reason: { status } });
      expect(send.mock.calls.length).toBeLessThanOrEqual(7);
    },
  );

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
        ask(askedFor(names), (list, signal) => {
          sent.push([...list]);
          return list.includes(bad) ? Promise.reject(statusError(422)) : echo(list, signal);
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
    const send = jest.fn<Promise<readonly Row[]>, Parameters<Send>>((names, signal) =>
      names.includes('B') ? Promise.reject(refused) : echo(names, signal),
    );
    const results = await Promise.allSettled(ask(askedFor(['A', 'B', 'C']), send));
    expect(results.map((result) => result.status)).toEqual(
      requestCount === 1 ? Array(3).fill('rejected') : ['fulfilled', 'rejected', 'fulfilled'],
    );
    expect(send).toHaveBeenCalledTimes(requestCount);
  });

  test('fails for the names of one list together when the service fails, and for no others', async () => {
    const results = await Promise.allSettled(
      ask(askedFor(PAIRS), (names, signal) =>
        names.includes('PAIR00') ? Promise.reject(statusError(503)) : echo(names, signal),
      ),
    );
    expect(results.map((result) => result.status)).toEqual([
      ...Array<string>(7).fill('rejected'),
      ...Array<string>(8).fill('fulfilled'),
    ]);
  });

  test('answers each name when its own list is back', async () => {
    const [first, , , , , , , eighth] = ask(askedFor(PAIRS), (names, signal) =>
      names.includes('PAIR07') ? echo(names, signal) : new Promise(() => undefined),
    );
    await expect(eighth).resolves.toEqual([{ symbol: 'PAIR07' }]);
    expect(await Promise.race([first, Promise.resolve('still waiting')])).toBe('still waiting');
  });

  test('answers each name of a divided list when its own part is back', async () => {
    const [first, second] = ask(askedFor(['A', 'B']), (names, signal) => {
      if (names.length > 1) return Promise.reject(statusError(422));
      return names.includes('B') ? echo(names, signal) : new Promise(() => undefined);
    });
    await expect(second).resolves.toEqual([{ symbol: 'B' }]);
    expect(await Promise.race([first, Promise.resolve('still waiting')])).toBe('still waiting');
  });

  test('stops a part that nobody waits for, even if the other part was answered', async () => {
    const [one, two] = [new Cancellation(), new Cancellation()];
    let signal: AbortSignal | undefined;
    const [first] = ask([new PendingQuestion('A', one), new PendingQuestion('B', two)], (names, own) => {
      if (names.length > 1) return Promise.reject(statusError(422));
      if (names.includes('A')) return echo(names, own);
      signal = own;
      return new Promise(() => undefined);
    });
    await first;
    expect(signal!.aborted).toBe(false);
    two.cancel();
    expect(signal!.aborted).toBe(true);
  });

  test('goes on while anybody waits for a name in the list, and stops when nobody does', () => {
    const [one, two] = [new Cancellation(), new Cancellation()];
    let signal: AbortSignal | undefined;
    const answers = ask([new PendingQuestion('A', one), new PendingQuestion('B', two)], (_, own) => {
      signal = own;
      return Promise.reject(new ServiceError('cancelled', 'stopped'));
    });
    one.cancel();
    expect(signal!.aborted).toBe(false);
    two.cancel();
    expect(signal!.aborted).toBe(true);
    return expect(Promise.all(answers)).rejects.toThrow('stopped');
  });
});

const pending = (question: string): PendingQuestion<string> => new PendingQuestion(question, new Cancellation());

test('groups are sent one by one, and answers are in the order of the questions', async () => {
  const all = ['b1', 'a1', 'b2', 'b2'].map(pending);
  const groups: string[][] = [];
  const answers = askByGroup(
    all,
    (question) => question[0]!,
    (group, first) => {
      groups.push(group.map(({ question }) => question));
      return group.map(({ question }) => Promise.resolve(`${question} with ${first}`));
    },
  );
  expect(await Promise.all(answers)).toEqual(['b1 with b1', 'a1 with a1', 'b2 with b1', 'b2 with b1']);
  expect(groups).toEqual([['b1', 'b2', 'b2'], ['a1']]);
});

test('a shared request goes on until the last waiter has left', () => {
  const all = ['a', 'b'].map(pending);
  const signal = signalWhenAllCancelled(cancellationsOf(all));
  all[1]!.cancellation.cancel();
  expect(signal.aborted).toBe(false);
  all[0]!.cancellation.cancel();
  expect(signal.aborted).toBe(true);
});
