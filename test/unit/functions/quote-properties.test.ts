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
  test('includes the rest of its quote and the host name of the service', async () => {
    expect(await cellsOf('EURUSD')).toEqual([
      {
        value: 1.5,
        format: '#,##0.00',
        properties: {
          asOf: { value: 46_346.5, format: 'yyyy-mm-dd hh:mm:ss' },
          bid: 1.25,
          ask: 1.75,
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
    expect(propertiesOf(cell)).toEqual({ ask: 1.75, source: 'service.test' });
  });
});

describe('the properties are left out', () => {
  test.each([
    ['of a text', ['EURUSD', 'symbol']],
    ['of several symbols', ['EURUSD,GBPUSD']],
    ['of several fields', ['EURUSD', 'bid,ask']],
    ['under headers', ['EURUSD', 'mid', null, null, true]],
    ['of an error', ['NOSUCH']],
  ])('%s', async (_, args) => {
    for (const cell of await cellsOf(...args)) expect(propertiesOf(cell)).toBeUndefined();
  });
});
