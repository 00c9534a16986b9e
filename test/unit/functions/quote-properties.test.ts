import type { Cell, Matrix } from '../../../src/core/cell';
import { createTestSession, evaluate } from '../../support/evaluate';
import { createStubService } from '../../support/stub-service';
import { PAIRS, quoteOf, quotes } from './sample-answers';

const session = createTestSession({
  service: createStubService({ '/currencies/quotes': quotes(PAIRS) }),
  serviceAddress: 'https://api.example.com',
});
const cellsOf = async (...rawArguments: unknown[]): Promise<Cell[]> =>
  ((await evaluate(session, 'QUOTE', ...rawArguments)) as Matrix).flat();
const propertiesOf = (cell: Cell | undefined): unknown => (cell as { properties?: unknown }).properties;

describe('a single number of one quote', () => {
  test('is a card: symbol, both sides, mid, spread, time and the host name of the service', async () => {
    expect(await cellsOf('EURUSD')).toMatchObject([
      {
        value: 1.5,
        format: '#,##0.00',
        properties: {
          symbol: 'EURUSD',
          bid: 1.25,
          ask: 1.75,
          mid: 1.5,
          spread: 0.5,
          asOf: { value: 46_346.5, format: 'yyyy-mm-dd hh:mm:ss' },
          source: 'api.example.com',
        },
      },
    ]);
  });

  test('omits properties that the service does not publish', async () => {
    const service = createStubService({
      '/currencies/quotes': () => ({ items: [{ ...quoteOf('EURUSD', 1.5), bid: null, timestamp: undefined }] }),
    });
    const [cell] = (
      (await evaluate(
        createTestSession({ service, serviceAddress: 'https://service.test' }),
        'QUOTE',
        'EURUSD',
        'ask',
      )) as Matrix
    ).flat();
    expect(propertiesOf(cell)).toEqual({ symbol: 'EURUSD', ask: 1.75, mid: 1.5, source: 'service.test' });
  });
});

test.each([
  ['of a text', ['EURUSD', 'symbol']],
  ['of several symbols', ['EURUSD,GBPUSD']],
  ['of several fields', ['EURUSD', 'bid,ask']],
  ['under headers', ['EURUSD', 'mid', null, null, true]],
  ['of an error', ['NOSUCH']],
])('the properties are left out %s', async (_, args) => {
  for (const cell of await cellsOf(...args)) expect(propertiesOf(cell)).toBeUndefined();
});

test.each([
  [1.03934, 1.03946, 0.00012],
  [156.509, 156.512, 0.003],
  [97_000.1, 97_000.12, 0.02],
  [-37.63, -37.6, 0.03],
  [1.5, 1.5, 0],
  [0.0000000012, 0.0000000013, 1e-10],
  [null, 1.5, undefined],
])('the spread of %s and %s is %s', async (bid, ask, spread) => {
  const service = createStubService({
    '/currencies/quotes': () => ({ items: [{ ...quoteOf('EURUSD', 1.5), bid, ask }] }),
  });
  const ofOne = createTestSession({ service, serviceAddress: 'https://service.test' });
  const [cell] = ((await evaluate(ofOne, 'QUOTE', 'EURUSD', null, null, 12)) as Matrix).flat();
  expect((propertiesOf(cell) as { spread?: number }).spread).toBe(spread);
});
