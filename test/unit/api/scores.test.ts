import type { Ask } from '../../../src/api/lookup/ask';
import { createScoreLookup, type ScoreQuestion } from '../../../src/api/scores';
import { statusError } from '../../../src/api/service-error';
import { createCall } from '../../support/evaluate';
import { createStub } from './transport/stub-transport';
import { Cancellation } from '../../../src/core/call';

/** Scores whose `data` depends on symbol and model. */
function setUp(dataOf: (symbol: string, model: string) => unknown) {
  const { transport, context, sent } = createStub(async ({ symbol, model }) => [
    { data: await dataOf(String(symbol), String(model)) },
  ]);
  const lookup = createScoreLookup(transport, context);
  return {
    read: async (symbol: string, model: string, cancellation = new Cancellation()) =>
      lookup.read({ symbol, model }, createCall({ cancellation })),
    sent,
    asked: () => sent.map(({ values: { symbol, model } }) => `${String(symbol)} ${String(model)}`),
  };
}

describe('a score', () => {
  test('of one model is requested by its name, however many cells want it', async () => {
    const { read, asked } = setUp(() => 7);
    expect(await Promise.all([read('AAPL', 'piotroski'), read('AAPL', 'piotroski')])).toEqual([
      { data: 7 },
      { data: 7 },
    ]);
    expect(asked()).toEqual(['AAPL piotroski']);
  });

  test('of several models needs one request for each symbol', async () => {
    const { read, asked } = setUp((symbol) => ({ piotroski: symbol, altman_z: 5 }));
    expect(
      await Promise.all([
        read('AAPL', 'piotroski'),
        read('MSFT', 'piotroski'),
        read('AAPL', 'altman-z'),
        read('MSFT', 'altman-z'),
      ]),
    ).toEqual([{ data: 'AAPL' }, { data: 'MSFT' }, { data: 5 }, { data: 5 }]);
    expect(asked()).toEqual(['AAPL all', 'MSFT all']);
  });

  test('is not published if it is null among the others, and is not requested again', async () => {
    const { read, asked } = setUp(() => ({ piotroski: null, altman_z: 5 }));
    expect(await Promise.all([read('AAPL', 'piotroski'), read('AAPL', 'altman-z')])).toEqual([
      { data: null },
      { data: 5 },
    ]);
    expect(asked()).toEqual(['AAPL all']);
  });

  test('of another company is refused', async () => {
    const { transport, context } = createStub(() => [{ symbol: 'MSFT', data: 7 }]);
    const read = async () =>
      createScoreLookup(transport, context).read({ symbol: 'AAPL', model: 'piotroski' }, createCall());
    await expect(read()).rejects.toMatchObject({
      code: '#N/A',
      message: 'The service sent scores of MSFT instead of AAPL: check the names of parameters in the MD pane',
    });
  });

  test.each([
    ['a number that no sheet can hold', { score: Infinity, x1: 0.1 }, 2],
    ['numbers', { score: 7, x1: 0.1 }, 1],
    ['texts and nothing else', { score: 'safe', x1: null }, 1],
  ])('is kept only if it can be shown: of %s', async (_, data, requests) => {
    const { read, sent } = setUp(() => data);
    await read('AAPL', 'piotroski');
    await read('AAPL', 'piotroski');
    expect(sent).toHaveLength(requests);
  });

  test('is requested individually if it is not among the others', async () => {
    const { read, asked } = setUp((_, model) => (model === 'all' ? { altman_z: 5 } : model));
    expect(await Promise.all([read('AAPL', 'piotroski'), read('AAPL', 'altman-z')])).toEqual([
      { data: 'piotroski' },
      { data: 5 },
    ]);
    expect(asked()).toEqual(['AAPL all', 'AAPL piotroski']);
  });

  test('is a request of the formulas that ask for it: of each for all models, of one for its own', async () => {
    const { read, sent } = setUp((_, model) => (model === 'all' ? { altman_z: 5 } : model));
    await Promise.all([read('AAPL', 'piotroski'), read('AAPL', 'altman-z')]);
    await read('MSFT', 'piotroski');
    expect(sent.map(({ askers = [] }) => (askers as Ask<ScoreQuestion>[]).map(({ question }) => question))).toEqual([
      [
        { symbol: 'AAPL', model: 'piotroski' },
        { symbol: 'AAPL', model: 'altman-z' },
      ],
      [{ symbol: 'AAPL', model: 'piotroski' }],
      [{ symbol: 'MSFT', model: 'piotroski' }],
    ]);
  });

  test('is cached for its symbol and its model', async () => {
    const { read, asked } = setUp((symbol, model) => `${symbol} ${model}`);
    for (const [symbol, model] of [
      ['AAPL', 'piotroski'],
      ['AAPL', 'altman-z'],
      ['MSFT', 'piotroski'],
      ['AAPL', 'piotroski'],
    ] as const) {
      expect(await read(symbol, model)).toEqual({ data: `${symbol} ${model}` });
    }
    expect(asked()).toHaveLength(3);
  });

  test('is empty if the service sends no record', async () => {
    const { transport, context } = createStub(() => []);
    expect(
      await createScoreLookup(transport, context).read({ symbol: 'AAPL', model: 'piotroski' }, createCall()),
    ).toEqual({ data: undefined });
  });

  test('goes on being requested while anybody waits for one of the models', async () => {
    const [one, other] = [new Cancellation(), new Cancellation()];
    const signal = await new Promise<AbortSignal>((resolve) => {
      const { read, sent } = setUp(() => {
        resolve(sent[0]!.signal);
        return new Promise(() => undefined);
      });
      void read('AAPL', 'piotroski', one);
      void read('AAPL', 'altman-z', other);
    });
    one.cancel();
    expect(signal.aborted).toBe(false);
    other.cancel();
    expect(signal.aborted).toBe(true);
  });
});

describe('a failed score', () => {
  test('gives an error with the symbol if the service does not know it', async () => {
    await expect(setUp(() => Promise.reject(statusError(404))).read('AAPX', 'piotroski')).rejects.toMatchObject({
      code: '#N/A',
      message: '"AAPX" has no scores: check the symbol',
      cause: { status: 404 },
    });
  });

  test.each([
    [403, statusError(403)],
    ['a mistake', new RangeError('no')],
  ])('gives the reason of any other failure: %s', async (_, error) => {
    await expect(setUp(() => Promise.reject(error)).read('AAPL', 'piotroski')).rejects.toBe(error);
  });
});
