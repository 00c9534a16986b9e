import { createQuoteLookup } from '../../../src/api/quotes';
import { ServiceError, statusError } from '../../../src/api/service-error';
import type { Row } from '../../../src/core/columns';
import { createCall } from '../../support/evaluate';
import { createStub, type RowsOf } from './transport/stub-transport';
import type { ParameterValues } from '../../../src/api/transport/wire';

const RATES: Readonly<Record<string, number>> = {
  EURUSD: 1.0852345,
  KRWUSD: 0.000695432123,
  KRWEUR: 0.000640123456,
  JPYUSD: 0.006665432,
  GONE: 0.0000000034567891,
};

/** Rounds to the decimals that were asked for, five when none were. */
const rounded = ({ symbols, precision = 5 }: ParameterValues): Row[] =>
  (symbols as readonly string[]).map((symbol) => ({
    symbol,
    mid: Number(RATES[symbol]!.toFixed(precision as number)),
  }));

function setUp(rowsOf: RowsOf = rounded, precision?: number) {
  const { transport, context, sent, clock } = createStub(rowsOf);
  const lookup = createQuoteLookup('currencies', precision, transport, context);
  const read = async (symbol: string, isPoll = false): Promise<unknown> =>
    (await lookup.read(symbol, createCall({ isPoll }))).mid;
  const asked = (): unknown[] => sent.map(({ values: { symbols, precision: decimals } }) => [symbols, decimals]);
  return { read, asked, clock, sent };
}

describe('a price has at least five significant digits, so that', () => {
  test('a rate with fewer digits is requested once more, with the decimals that six digits need', async () => {
    const { read, asked } = setUp();
    expect(await read('KRWUSD')).toBe(0.000695432);
    expect(asked()).toEqual([
      [['KRWUSD'], undefined],
      [['KRWUSD'], 9],
    ]);
  });

  test('a rate with a bid just below a tenth and an ask just above it is requested once more, since each price shown counts', async () => {
    const { transport, context, sent } = createStub(({ precision = 5 }) => {
      const [bid, ask, mid] = [0.099994, 0.100005, 0.0999995].map((one) => Number(one.toFixed(precision as number)));
      return [{ symbol: 'NOKUSD', bid, ask, mid }];
    });
    const row = await createQuoteLookup('currencies', undefined, transport, context).read('NOKUSD', createCall());
    expect(row).toMatchObject({ bid: 0.099994, ask: 0.100005 });
    expect(sent.map(({ values }) => values.precision)).toEqual([undefined, 7]);
  });

  test('a rate with fewer digits is requested with these decimals at once from then on', async () => {
    const { read, asked, clock } = setUp();
    await read('KRWUSD');
    clock.now = 60_000;
    expect(await read('KRWUSD')).toBe(0.000695432);
    expect(asked().slice(2)).toEqual([[['KRWUSD'], 9]]);
  });

  test('its neighbours do not wait for it, and are not requested again', async () => {
    const { read, asked } = setUp();
    expect(await Promise.all([read('EURUSD'), read('KRWUSD')])).toEqual([1.08523, 0.000695432]);
    expect(asked()).toEqual([
      [['KRWUSD', 'EURUSD'], undefined],
      [['KRWUSD'], 9],
    ]);
  });

  test('pairs that begin with a currency of a small unit are requested first, and their second request leaves along with the first requests of others', async () => {
    const others = Array.from({ length: 14 }, (_, index) => `AB${String(index).padStart(4, '0')}`);
    const { read, asked } = setUp(({ symbols }) => (symbols as string[]).map((symbol) => ({ symbol, mid: 1.23456 })));
    await Promise.all([...others, 'USDJPY', 'JPYUSD'].map((one) => read(one)));
    expect(asked()[0]).toEqual([['JPYUSD', ...others.slice(0, 6)], undefined]);
    expect(asked()).toHaveLength(3);
  });

  test('lists are packed by precision, and rates of nearly the same size share one', async () => {
    const { read, asked, clock } = setUp();
    const readAll = (): Promise<unknown> =>
      Promise.all(['KRWUSD', 'EURUSD', 'KRWEUR', 'JPYUSD', 'GONE'].map((one) => read(one)));
    const rates = [0.000695432, 1.08523, 0.000640123, 0.006665432, 0.00000000345679];
    expect(await readAll()).toEqual(rates);
    expect(asked()).toEqual([
      [['KRWUSD', 'GONE', 'KRWEUR', 'JPYUSD', 'EURUSD'], undefined],
      [['KRWUSD', 'KRWEUR', 'JPYUSD'], 9],
      [['GONE'], 12],
      [['GONE'], 14],
    ]);
    clock.now = 60_000;
    expect(await readAll()).toEqual(rates);
    expect(asked().slice(4)).toEqual([
      [['KRWUSD', 'KRWEUR', 'JPYUSD'], 9],
      [['EURUSD'], undefined],
      [['GONE'], 14],
    ]);
  });

  test('a single rate is requested with no more decimals than its own six digits need', async () => {
    const { read, asked } = setUp();
    expect(await read('JPYUSD')).toBe(0.00666543);
    expect(asked()[1]).toEqual([['JPYUSD'], 8]);
  });

  test('a sheet without such prices needs no more requests than before', async () => {
    const { read, asked } = setUp();
    await read('EURUSD');
    expect(asked()).toHaveLength(1);
  });

  test('a price that was rounded to zero is found', async () => {
    const { read, asked, clock } = setUp();
    expect(await read('GONE')).toBe(0.00000000345679);
    expect(asked().map((one) => (one as unknown[])[1])).toEqual([undefined, 12, 14]);
    clock.now = 60_000;
    await read('GONE');
    expect(asked()).toHaveLength(4);
  });

  test('two questions in flight at the same time are both answered in full', async () => {
    const { read } = setUp();
    expect(await Promise.all([read('KRWUSD'), read('KRWUSD', true)])).toEqual([0.000695432, 0.000695432]);
  });

  test('a precision that the user gives is kept', async () => {
    const { read, asked } = setUp(rounded, 4);
    expect(await read('KRWUSD')).toBe(0.0007);
    expect(asked()).toEqual([[['KRWUSD'], 4]]);
  });

  test('polls let others go first in their second request, too', async () => {
    const { read, sent } = setUp();
    await read('KRWUSD', true);
    expect(sent.map(({ priority }) => priority)).toEqual(['background', 'background']);
  });
});

describe('when more decimals are not available', () => {
  test('because the service refuses them, the price is the one that it has, and they are not requested again', async () => {
    const { read, asked, clock } = setUp((values) =>
      values.precision === undefined
        ? rounded(values)
        : Promise.reject(new ServiceError('refused-argument', 'too many', { status: 422, parameter: 'precision' })),
    );
    expect(await read('KRWUSD')).toBe(0.0007);
    clock.now = 60_000;
    expect(await read('KRWUSD')).toBe(0.0007);
    expect(asked()).toEqual([
      [['KRWUSD'], undefined],
      [['KRWUSD'], 9],
      [['KRWUSD'], undefined],
    ]);
  });

  test('because the service fails, the cell shows that error and not a coarse price', async () => {
    const { read } = setUp((values) =>
      values.precision === undefined ? rounded(values) : Promise.reject(statusError(500)),
    );
    await expect(read('KRWUSD')).rejects.toMatchObject({ status: 500 });
  });
});
