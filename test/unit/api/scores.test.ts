import { createScoreLookup } from '../../../src/api/scores';
import { createCall } from '../../support/evaluate';
import { createStub } from './transport/stub-transport';
import { Cancellation } from '../../../src/core/cancellation';

/** Scores with this `data`. */
function setUp(data: () => unknown) {
  const { transport, context, sent } = createStub(async () => [{ data: await data() }]);
  const lookup = createScoreLookup(transport, context);
  return {
    read: async (symbol: string, model: string, cancellation = new Cancellation()) =>
      lookup.read({ symbol, model }, createCall({ cancellation })),
    sent,
  };
}

describe('a score', () => {
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
