import { CellError } from '../../../src/core/errors';
import {
  createCall,
  createTestSession,
  evaluate,
  evaluateUnder,
  formatsOf,
  plain,
  type Plain,
  show,
} from '../../support/evaluate';
import { asked, createStubService, status, type StubService } from '../../support/stub-service';

const conversion = (result: unknown, amount: unknown = 2): object => ({
  info: { timestamp: 1_795_176_000, rate: 1.25 },
  query: { from: 'EUR', to: 'USD', amount, precision: 5 },
  result,
});

const createConversionService = (): StubService =>
  createStubService({
    '/currencies/convert/EUR/USD': ({ query }) => {
      const amount = Number(query.get('amount'));
      return conversion(amount * 1.25, amount);
    },
    '/crypto/convert/BTC/USD': ({ query }) => {
      const amount = Number(query.get('amount'));
      return conversion(amount * 80_000, amount);
    },
    '/currencies/convert/EUR/XAU': () => conversion(null),
    '/currencies/convert/EUR/XAG': () => conversion('12'),
  });
const convert = (...rawArguments: unknown[]): Promise<Plain | Plain[][]> =>
  show(createTestSession({ service: createConversionService() }), 'CONVERT', ...rawArguments);

async function askedFor(...rawArguments: unknown[]): Promise<string[]> {
  const service = createConversionService();
  await show(createTestSession({ service }), 'CONVERT', ...rawArguments);
  return asked(service);
}

describe('MD.CONVERT returns', () => {
  test('one number', async () => {
    expect(await convert(2, 'EUR', 'USD')).toEqual([[2.5]]);
    expect(await convert('2', ' eur ', [['usd']])).toEqual([[2.5]]);
    expect(await convert({ type: 'FormattedNumber', basicValue: 2, numberFormat: '0.00' }, 'EUR', 'USD')).toEqual([
      [2.5],
    ]);
  });

  test('an amount of crypto where the area says so', async () => {
    expect(await convert(0.000_000_01, 'BTC', 'USD', 'CRYPTO')).toEqual([[0.0008]]);
  });

  test('0 for 0, without a request', async () => {
    const service = createStubService();
    expect(await show(createTestSession({ service }), 'CONVERT', 0, 'EUR', 'USD')).toEqual([[0]]);
    expect(service.requests).toEqual([]);
  });

  test('the amount at the rate if the service knows the amount by another name and converts one of its own', async () => {
    const service = createStubService({ '/currencies/convert/EUR/USD': () => conversion(12.5, 10) });
    const session = createTestSession({ service });
    const shown = await Promise.all(
      [[500], [-500], [500, 2]].map(([amount, precision]) =>
        show(session, 'CONVERT', amount, 'EUR', 'USD', null, precision),
      ),
    );
    expect(shown).toEqual([[[625]], [[-625]], [[625]]]);
    expect(await show(session, 'CONVERT', 10, 'EUR', 'USD')).toEqual([[12.5]]);
  });

  test('the result of the service if only the amount that it repeats is rounded', async () => {
    const service = createStubService({ '/currencies/convert/EUR/USD': () => conversion(0.019375, 0.02) });
    expect(await show(createTestSession({ service }), 'CONVERT', 0.0155, 'EUR', 'USD')).toEqual([[0.019375]]);
  });

  test('#N/A, never 0, if no result is published or it is not a number', async () => {
    expect(await convert(2, 'EUR', 'XAU')).toEqual('#N/A: "result" is not published');
    expect(await convert(2, 'EUR', 'XAG')).toEqual(
      '#N/A: The service sent a "result" that is not a number: recalculate, or tell your provider',
    );
  });

  test('#N/A for codes that the service does not know', async () => {
    expect(await convert(2, 'BTC', 'USD')).toBe(
      '#N/A: "BTC" to "USD" cannot be converted in currencies: check the codes and the area',
    );
  });

  test('the reason of any other failure', async () => {
    const service = createStubService({ '/currencies/convert/EUR/USD': () => status(403) });
    expect(await show(createTestSession({ service }), 'CONVERT', 2, 'EUR', 'USD')).toBe(
      '#N/A: Your plan does not include this data (403): check the API key in the MD pane or ask your provider',
    );
  });

  test('"Press Enter to fetch" in a preview', async () => {
    const service = createConversionService();
    expect(
      plain(
        await evaluateUnder(
          createCall({ isPreview: true }),
          createTestSession({ service }),
          'CONVERT',
          2,
          'EUR',
          'USD',
        ),
      ),
    ).toBe('#N/A: Press Enter to fetch');
    expect(service.requests).toEqual([]);
  });
});

describe('a request of MD.CONVERT', () => {
  test.each<[string, unknown[], string]>([
    ['the amount', [2, 'eur', 'usd'], '/currencies/convert/EUR/USD?amount=2'],
    ['the smallest amount', [0.01, 'EUR', 'USD', 'currencies'], '/currencies/convert/EUR/USD?amount=0.01'],
    ['the area and the precision', [0.5, 'BTC', 'USD', 'crypto', 2], '/crypto/convert/BTC/USD?amount=0.5&precision=2'],
    ['codes that cannot become a path', [1, 'A/B', 'C?d'], '/currencies/convert/A%2FB/C%3FD?amount=1'],
  ])('has %s', async (_, args, path) => {
    expect(await askedFor(...args)).toEqual([path]);
  });

  test('goes to currencies, whatever the area in the settings', async () => {
    const service = createConversionService();
    const session = createTestSession({ service });
    await session.save({ area: 'crypto' });
    expect(await show(session, 'CONVERT', 2, 'EUR', 'USD')).toEqual([[2.5]]);
  });

  test('is sent once for each different question in a recalculation', async () => {
    const service = createConversionService();
    const session = createTestSession({ service });
    await Promise.all(
      [[2], [2], [3], [2, 4], ['2', 4]].map(([amount, precision]) =>
        show(session, 'CONVERT', amount, 'EUR', 'USD', null, precision),
      ),
    );
    expect(asked(service)).toEqual([
      '/currencies/convert/EUR/USD?amount=2',
      '/currencies/convert/EUR/USD?amount=2&precision=4',
      '/currencies/convert/EUR/USD?amount=3',
    ]);
  });
});

describe('MD.CONVERT refuses without a request', () => {
  test.each<[readonly unknown[], string]>([
    [[], 'amount: nothing was given; give a number'],
    [['', 'EUR', 'USD'], 'amount: nothing was given; give a number'],
    [['two', 'EUR', 'USD'], 'amount: "two" is not a number'],
    [[true, 'EUR', 'USD'], 'amount: TRUE is not a number'],
    [[[[1], [2]], 'EUR', 'USD'], 'amount: a range of 2 × 1 cells is not one value; give a single cell'],
    [[1, null, 'USD'], 'from: nothing was given; give a currency code such as "EUR"'],
    [[1, 'E\nR', 'USD'], 'from: "E\nR" is not a currency code such as "EUR"'],
    [[1, '..', 'USD'], 'from: ".." is not a name that the service can look up'],
    [[1, 'EUR'], 'to: nothing was given; give a currency code such as "EUR"'],
    [[1, 'EUR', false], 'to: FALSE is not a currency code such as "EUR"'],
    [[1, 'EUR', 'USD', 'stocks'], 'area: "stocks" is not one of currencies, crypto'],
    [[1, 'EUR', 'USD', null, 16], 'precision: 16 is not a whole number from 0 to 15'],
  ])('%j: %s', async (args, message) => {
    const service = createStubService();
    expect(await show(createTestSession({ service }), 'CONVERT', ...args)).toBe(`#VALUE!: ${message}`);
    expect(service.requests).toEqual([]);
  });

  test('and returns an error among its arguments unchanged', async () => {
    expect(await convert(new CellError('#DIV/0!'), 'EUR', 'USD')).toBe('#DIV/0!: ');
  });
});

/** Rounds results and rates to the decimals that were asked for, five when none were, and refuses small amounts. */
function createExactService(rates: Readonly<Record<string, number>>, mostDecimals = 15): StubService {
  const answer =
    (area: string, pair: string, rate: number) =>
    ({ query }: { query: URLSearchParams }): object => {
      const amount = Number(query.get('amount'));
      const precision = Number(query.get('precision') ?? 5);
      if (amount < 0.01 || precision > mostDecimals) return status(422, { detail: [] });
      const round = (value: number): number => Number(value.toFixed(precision));
      return { info: { timestamp: 0, rate: round(rate) }, query: { area, pair }, result: round(rate * amount) };
    };
  return createStubService(
    Object.fromEntries(
      Object.entries(rates).map(([pair, rate]) => [
        `/currencies/convert/${pair}`,
        answer('currencies', pair, rate) as never,
      ]),
    ),
  );
}

const RATES = {
  'EUR/USD': 1.325,
  'KRW/USD': 0.000695432123,
  'GBP/USD': 1.3251,
  'USD/GBP': 0.7546,
  'ZAR/USD': 0.0543219,
  'KRW/VND': 0,
};

async function converted(...args: readonly unknown[]): Promise<unknown> {
  const shown = await show(createTestSession({ service: createExactService(RATES) }), 'CONVERT', ...args);
  return Array.isArray(shown) ? shown[0]![0] : shown;
}

describe('MD.CONVERT never loses money:', () => {
  test.each<[string, readonly unknown[], number]>([
    ['a negative amount is a negative result', [-250, 'EUR', 'USD'], -331.25],
    ['an amount below the minimum goes at the rate', [0.005, 'EUR', 'USD'], 0.006625],
    ['so does a negative amount below the minimum', [-0.005, 'EUR', 'USD'], -0.006625],
    ['so does an amount with a given precision', [0.005, 'EUR', 'USD', null, 4], 0.0066],
    ['a result with few digits is calculated from the rate', [0.01, 'EUR', 'USD'], 0.01325],
    ['a rate with few digits is requested again with more', [1, 'KRW', 'USD'], 0.000695432],
    ['this holds for small amounts too', [0.001, 'KRW', 'USD'], 0.000000695432],
    ['a large amount keeps the result of the service', [1e9, 'KRW', 'USD'], 695432.123],
    ['a given precision is kept', [1, 'KRW', 'USD', null, 4], 0.0007],
    ['a negative amount that rounds to zero is 0, not -0', [-1, 'KRW', 'VND'], 0],
    ['a negative result below the precision is 0, not -0', [-1, 'KRW', 'USD', null, 2], 0],
  ])('%s: %j', async (_, args, expected) => {
    expect(await converted(...args)).toBe(expected);
  });

  test.each<[string, readonly unknown[], number]>([
    ['GBp are pence', [100, 'GBp', 'USD'], 1.3251],
    ['GBX are pence, in upper or lower case', [100, 'gbx', 'USD'], 1.3251],
    ['GBP and gbp are pounds', [100, 'gbp', 'USD'], 132.51],
    ['dollars become pence', [1, 'USD', 'GBp'], 75.46],
    ['dollars become pence with a given precision', [1, 'USD', 'GBp', null, 1], 75.5],
    ['dollars become pence without decimals', [1, 'USD', 'GBX', null, 0], 75],
    ['half a penny is not below the minimum', [0.5, 'GBp', 'USD'], 0.0066255],
    ['a pound is a hundred pence, without a request', [2, 'GBP', 'GBp'], 200],
    ['a hundred pence are a pound', [-250, 'GBp', 'GBP'], -2.5],
    ['ZAc are cents', [100, 'ZAc', 'USD'], 0.0543219],
    ['ZAC are cents too', [100, 'ZAC', 'USD'], 0.0543219],
    ['ZAr are cents, as terminals write them', [100, 'ZAr', 'USD'], 0.0543219],
    ['USd are cents', [100, 'USd', 'USD'], 1],
    ['USX are cents', [1, 'USD', 'usx'], 100],
  ])('%s: %j', async (_, args, expected) => {
    expect(await converted(...args)).toBe(expected);
  });

  test('ILA means agorot, which the service is asked for as shekels', async () => {
    expect(await converted(100, 'ILA', 'USD')).toBe(
      '#N/A: "ILS" to "USD" cannot be converted in currencies: check the codes and the area',
    );
  });

  test('parts of other currencies are refused, since they may be hundredths or thousandths', async () => {
    expect(await converted(100, 'KWd', 'USD')).toBe(
      '#VALUE!: "KWd" may mean a part of a currency: write KWD for the whole one',
    );
  });

  test('in crypto, codes such as GBX are coins', async () => {
    expect(await converted(100, 'GBX', 'USD', 'crypto')).toBe(
      '#N/A: "GBX" to "USD" cannot be converted in crypto: check the codes and the area',
    );
  });

  test('if the service takes no more decimals, its result is shown', async () => {
    const session = createTestSession({ service: createExactService(RATES, 5) });
    expect(await show(session, 'CONVERT', 1, 'KRW', 'USD')).toEqual([[0.0007]]);
  });

  test('a result with enough digits needs one request', async () => {
    const service = createExactService(RATES);
    await show(createTestSession({ service }), 'CONVERT', 250, 'EUR', 'USD');
    expect(asked(service)).toHaveLength(1);
  });

  test.each([
    [[250, 'EUR', 'USD'], '#,##0.00'],
    [[-2_500_000, 'EUR', 'USD'], '#,##0.00'],
    [[1, 'EUR', 'USD'], '#,##0.0000'],
    [[1, 'KRW', 'USD'], '#,##0.00000000'],
    [[250, 'EUR', 'USD', null, 0], '#,##0'],
  ])('%j has the format %s', async (args, format) => {
    const session = createTestSession({ service: createExactService(RATES) });
    expect(formatsOf(await evaluate(session, 'CONVERT', ...args))).toEqual([[format]]);
  });
});

describe('MD.CONVERT remembers for each pair', () => {
  const askedBy = async (service: StubService, ...amounts: readonly number[]): Promise<string[]> => {
    const session = createTestSession({ service });
    for (const amount of amounts) await show(session, 'CONVERT', amount, 'KRW', 'USD');
    return asked(service).map((path) => path.replace(/^.*[?]/, ''));
  };

  test('how many decimals its rate needs, and requests that many at once', async () => {
    expect(await askedBy(createExactService(RATES), 1, 2, 3)).toEqual([
      'amount=1',
      'amount=1&precision=9',
      'amount=2&precision=9',
      'amount=3&precision=9',
    ]);
  });

  test('that the service has no more decimals, and does not request more again', async () => {
    expect(await askedBy(createExactService(RATES, 5), 1, 2, 3)).toEqual([
      'amount=1',
      'amount=1&precision=9',
      'amount=2',
      'amount=3',
    ]);
  });
});
