import type { Area } from '../../../src/api/interface/operation';
import { type AdviseOnSymbol, createQuoteLookup } from '../../../src/api/quotes';
import { ServiceError, statusError } from '../../../src/api/service-error';
import type { Call } from '../../../src/core/call';
import type { Row } from '../../../src/core/columns';
import { createCall } from '../../support/evaluate';
import { createStub, type RowsOf } from './transport/stub-transport';
import type { ParameterValues } from '../../../src/api/transport/wire';

const quotesOf = ({ symbols }: ParameterValues): Row[] =>
  (symbols as readonly string[]).map((symbol) => ({ symbol, mid: 1 }));

function setUp(rowsOf: RowsOf = quotesOf, area: Area = 'currencies', precision?: number) {
  const { transport, context, sent, clock } = createStub(rowsOf);
  const lookup = createQuoteLookup(area, precision, transport, context);
  const readFor = async (symbol: string, details: Partial<Call>) => lookup.read(symbol, createCall(details));
  return { sent, clock, readFor, read: (symbol: string, isPoll = false) => readFor(symbol, { isPoll }) };
}

describe('a quote', () => {
  test('is requested in its area and precision, with the other symbols of its recalculation', async () => {
    const { read, sent } = setUp(quotesOf, 'crypto', 3);
    expect(await Promise.all([read('BTCUSD'), read('ETHUSD')])).toEqual([
      { symbol: 'BTCUSD', mid: 1 },
      { symbol: 'ETHUSD', mid: 1 },
    ]);
    expect(sent).toMatchObject([
      { operation: { id: 'GET /crypto/quotes' }, values: { symbols: ['BTCUSD', 'ETHUSD'], precision: 3 } },
    ]);
  });

  test('is fresh for 15 seconds', async () => {
    const { read, sent, clock } = setUp();
    await read('EURUSD');
    clock.now = 14_999;
    await read('EURUSD');
    expect(sent).toHaveLength(1);
    clock.now = 15_000;
    await read('EURUSD');
    expect(sent).toHaveLength(2);
  });

  test('is cached individually', async () => {
    const { read, sent } = setUp();
    await read('EURUSD');
    expect(await read('GBPUSD')).toMatchObject({ symbol: 'GBPUSD' });
    expect(sent).toHaveLength(2);
  });

  test('belongs to the symbol that it names, in any case, and to nobody if it names none', async () => {
    const { read } = setUp(() => [{ mid: 9 }, { symbol: 7, mid: 9 }, { symbol: 'eurusd', mid: 1 }]);
    expect(await read('EURUSD')).toEqual({ symbol: 'eurusd', mid: 1 });
  });

  test('is the first one with its symbol', async () => {
    expect(
      await setUp(() => [
        { symbol: 'EURUSD', mid: 1 },
        { symbol: 'EURUSD', mid: 2 },
      ]).read('EURUSD'),
    ).toMatchObject({ mid: 1 });
  });

  test('leaves room for others while only polls wait for it', async () => {
    const { read, sent } = setUp();
    await Promise.all([read('EURUSD', true), read('GBPUSD', true)]);
    await Promise.all([read('USDJPY', true), read('USDCHF')]);
    expect(sent.map(({ priority }) => priority)).toEqual(['background', 'foreground']);
  });
});

describe("a gateway's quotes", () => {
  test.each([
    ['the shortest interval of the streams that ask', [5_000, 2_000, 9_000], 2_000],
    ['the interval of the only stream among cells', [undefined, 5_000, undefined], 5_000],
    ['what the gateway sees fit where only cells ask', [undefined, undefined], undefined],
  ])('are no older than %s', async (_, ages, maxAgeMs) => {
    const { sent, readFor } = setUp();
    await Promise.all(ages.map((age, index) => readFor(`PAIR0${index}`, age === undefined ? {} : { maxAgeMs: age })));
    expect(sent).toMatchObject([{ maxAgeMs }]);
  });
});

describe('a missing quote', () => {
  const failure = {
    name: 'UnknownSymbolError',
    code: '#N/A',
    message: '"EURUSX" has no quote in currencies: check the spelling and the area',
  };

  test('gives an error that names the symbol and the area, whether it was left out or the whole list is unknown', async () => {
    await expect(setUp(() => []).read('EURUSX')).rejects.toMatchObject(failure);
    await expect(setUp(() => Promise.reject(statusError(404))).read('EURUSX')).rejects.toMatchObject({
      ...failure,
      cause: { status: 404 },
    });
  });

  test('gives the error that whoever advises on unknown symbols finds, which is told what went wrong for which question', async () => {
    const { transport, context } = createStub(() => []);
    const advise = jest.fn<Promise<never>, Parameters<AdviseOnSymbol>>(() => Promise.reject(new RangeError('better')));
    const lookup = createQuoteLookup('currencies', undefined, transport, context, advise);
    const read = async () => lookup.read('EURUSX', createCall());
    await expect(read()).rejects.toThrow('better');
    expect(advise.mock.calls).toEqual([
      [expect.objectContaining(failure), expect.objectContaining({ question: 'EURUSX' })],
    ]);
  });

  test('does not affect the other symbols in its list', async () => {
    const { read } = setUp((values) =>
      String(values.symbols).includes('EURUSX') ? Promise.reject(statusError(404)) : quotesOf(values),
    );
    expect(await Promise.allSettled([read('EURUSX'), read('EURUSD')])).toMatchObject([
      { reason: failure },
      { value: { symbol: 'EURUSD' } },
    ]);
  });

  test.each<[string, Error, number]>([
    ['the service fails', statusError(500), 3],
    [
      'another argument is refused',
      new ServiceError('refused-argument', 'precision: no', { status: 422, parameter: 'precision' }),
      1,
    ],
    ['something else fails', new RangeError('no'), 1],
  ])('is not reported when %s', async (_, error, count) => {
    const { read, sent } = setUp(() => Promise.reject(error));
    expect(await Promise.allSettled([read('EURUSD'), read('GBPUSD')])).toEqual(
      Array(2).fill({ status: 'rejected', reason: error }),
    );
    expect(sent).toHaveLength(count);
  });
});
