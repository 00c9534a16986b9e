import { createTestSession, evaluate, formatsOf, type Plain, show } from '../../support/evaluate';
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

  test('an amount of crypto where the area says so', async () =>
    expect(await convert(0.000_000_01, 'BTC', 'USD', 'CRYPTO')).toEqual([[0.0008]]));

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

  test('the result of the service if it only repeats the amount in another unit', async () => {
    const service = createStubService({ '/currencies/convert/EUR/USD': () => conversion(1_250_000, 1000) });
    expect(await show(createTestSession({ service }), 'CONVERT', 2, 'EUR', 'USD')).toEqual([[2.5]]);
  });

  test('#N/A, never 0, if no result is published or it is not a number', async () => {
    expect(await convert(2, 'EUR', 'XAU')).toEqual('#N/A: "result" is not published');
    expect(await convert(2, 'EUR', 'XAG')).toEqual(
      '#N/A: The service sent a "result" that is not a number: recalculate, or tell your provider',
    );
  });

  test('#N/A for codes that the service does not know', async () => {
    expect(await convert(2, 'BTC', 'USD')).toBe(
      '#N/A: "BTC" to "USD" cannot be converted in currencies: check the codes; for coins give the area "crypto"',
    );
  });
});

describe('a request of MD.CONVERT', () => {
  test.each<[string, unknown[], string]>([
    [
      'a large amount and all decimals, whatever the amount',
      [2, 'eur', 'usd'],
      '/currencies/convert/EUR/USD?amount=1000000&precision=15',
    ],
    ['the area', [0.5, 'BTC', 'USD', 'crypto', 2], '/crypto/convert/BTC/USD?amount=1000000&precision=15'],
    [
      'codes that cannot become a path',
      [1, 'A/B', 'C?d'],
      '/currencies/convert/A%2FB/C%3FD?amount=1000000&precision=15',
    ],
  ])('has %s', async (_, args, path) => expect(await askedFor(...args)).toEqual([path]));

  test('goes to currencies, whatever the area in the settings', async () => {
    const service = createConversionService();
    const session = createTestSession({ service });
    await session.save({ area: 'crypto' });
    expect(await show(session, 'CONVERT', 2, 'EUR', 'USD')).toEqual([[2.5]]);
  });

  test('is sent once for each pair in a recalculation, whatever the amounts and decimals', async () => {
    const service = createConversionService();
    const session = createTestSession({ service });
    await Promise.all(
      [
        [2, 'EUR'],
        [-3_000_000, 'eur'],
        [3, 'EUR', null, 4],
        [0.001, 'EUR'],
        [1, 'BTC', 'crypto'],
        [7, 'BTC', 'crypto', 2],
      ].map(([amount, from, area, precision]) => show(session, 'CONVERT', amount, from, 'USD', area, precision)),
    );
    expect(asked(service)).toEqual([
      '/crypto/convert/BTC/USD?amount=1000000&precision=15',
      '/currencies/convert/EUR/USD?amount=1000000&precision=15',
    ]);
  });
});

describe('the rate of MD.CONVERT', () => {
  /** A market that moves with every request; rounds as the service does. */
  function createMovingService(): StubService {
    let requests = 0;
    const route = ({ query }: { query: URLSearchParams }): object => {
      const rate = 1.0590512345678 + ++requests / 100;
      const amount = Number(query.get('amount'));
      const round = (value: number): number => Number(value.toFixed(Number(query.get('precision') ?? 5)));
      return { info: { timestamp: 1_795_176_000, rate: round(rate) }, query: { amount }, result: round(rate * amount) };
    };
    return createStubService({ '/currencies/convert/CHF/USD': route, '/currencies/convert/GBP/USD': route });
  }

  test('is the same in all cells of a recalculation, and each result is its amount at that rate', async () => {
    const service = createMovingService();
    const session = createTestSession({ service });
    const amounts = [12_345.67, 1, 0.01, -250_000, 9_876_543.21, 3, 1e9];
    const results = await Promise.all(amounts.map((amount) => show(session, 'CONVERT', amount, 'CHF', 'USD', null, 2)));
    expect(service.requests).toHaveLength(1);
    const rate = 1.0690512345678;
    expect(results).toEqual(amounts.map((amount) => [[Number((amount * rate).toFixed(2))]]));
  });

  test('gives what the service would give for the amount, at its five decimals', async () => {
    const amounts = [12_345.67, 250, 0.55, 999.99, 4_000_000.5];
    const session = createTestSession({ service: createMovingService() });
    const results = await Promise.all(amounts.map((amount) => show(session, 'CONVERT', amount, 'CHF', 'USD')));
    expect(results).toEqual(amounts.map((amount) => [[Number((amount * 1.0690512345678).toFixed(5))]]));
  });

  test('stands beside the result with its time and source', async () => {
    const session = createTestSession({ service: createMovingService() });
    const outcome = await evaluate(session, 'CONVERT', 100, 'CHF', 'USD');
    const cell = Array.isArray(outcome) ? outcome[0]![0] : undefined;
    expect(cell).toMatchObject({
      value: 106.90512,
      format: '#,##0.00',
      properties: {
        rate: 1.0690512345678,
        asOf: { value: 1_795_176_000 / 86_400 + 25_569, format: 'yyyy-mm-dd hh:mm:ss' },
        source: expect.stringMatching(/./) as string,
      },
    });
  });

  test('of an amount in pence is that of one penny', async () => {
    const session = createTestSession({ service: createMovingService() });
    const outcome = await evaluate(session, 'CONVERT', 100, 'GBp', 'USD');
    expect(outcome).toMatchObject([[{ properties: { rate: 0.010690512345678 } }]]);
  });
});

test.each(['GBp=', 'ILs=X'])(
  'MD.CONVERT does not take %s for the currency of which it may be a hundredth',
  async (code) => expect(await convert(1, code, 'USD')).toMatch(/^#N\/A: .* cannot be converted/),
);

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
    ['a small result has six digits', [0.01, 'EUR', 'USD'], 0.01325],
    ['a small rate has six digits', [1, 'KRW', 'USD'], 0.000695432],
    ['this holds for small amounts too', [0.001, 'KRW', 'USD'], 0.000000695432],
    ['a large amount keeps the result of the service', [1e9, 'KRW', 'USD'], 695432.123],
    ['a given precision is kept', [1, 'KRW', 'USD', null, 4], 0.0007],
    ['a negative result below the precision is 0, not -0', [-1, 'KRW', 'USD', null, 2], 0],
  ])('%s: %j', async (_, args, expected) => expect(await converted(...args)).toBe(expected));

  test('a rate of 0 is no rate', async () =>
    expect(await converted(1, 'KRW', 'VND')).toBe('#N/A: "rate" is not published'));

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
    ['an amount in its own currency stays as it is, without a request', [-250, 'ILS', 'ils'], -250],
    ['an amount smaller than any decimals', [1e-100, 'ZAR', 'USD'], 5.43219e-102],
    ['an amount in its own currency is not rounded', [1234.567891, 'ILS', 'ILS'], 1234.567891],
    ['unless decimals are asked for', [1234.567891, 'ILS', 'ILS', undefined, 2], 1234.57],
    ['ZAc are cents', [100, 'ZAc', 'USD'], 0.0543219],
    ['ZAC are cents too', [100, 'ZAC', 'USD'], 0.0543219],
    ['ZAr are cents, as terminals write them', [100, 'ZAr', 'USD'], 0.0543219],
    ['USd are cents', [100, 'USd', 'USD'], 1],
    ['USX are cents', [1, 'USD', 'usx'], 100],
  ])('%s: %j', async (_, args, expected) => expect(await converted(...args)).toBe(expected));

  test('the service decides whether a code that the computer does not know is a currency', async () => {
    expect(await converted(5, 'ERU', 'eru')).toBe(
      '#N/A: "ERU" to "ERU" cannot be converted in currencies: check the codes; for coins give the area "crypto"',
    );
    const service = createStubService({ '/currencies/convert/CNH/CNH': () => conversion(1_000_000, 1_000_000) });
    expect(await show(createTestSession({ service }), 'CONVERT', 5, 'CNH', 'CNH')).toEqual([[5]]);
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

  test('if the service takes fewer decimals, the large amount has the digits', async () => {
    const session = createTestSession({ service: createExactService(RATES, 5) });
    expect(await show(session, 'CONVERT', 1, 'KRW', 'USD')).toEqual([[0.000695432]]);
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

describe('if the service refuses the question, MD.CONVERT', () => {
  const refusing =
    (isRefused: (amount: number, precision: number) => boolean, parameter?: string) =>
    ({ query }: { query: URLSearchParams }): unknown => {
      const amount = Number(query.get('amount'));
      const detail = parameter === undefined ? [] : [{ loc: ['query', parameter], msg: 'too large', type: 'x' }];
      if (isRefused(amount, Number(query.get('precision') ?? 5))) return status(422, { detail });
      return { info: { rate: 0.0007 }, query: {}, result: Number((0.000695432123 * amount).toFixed(5)) };
    };

  async function askedBy(route: ReturnType<typeof refusing>): Promise<string[]> {
    const service = createStubService({ '/currencies/convert/KRW/USD': route, '/currencies/convert/KRW/EUR': route });
    const session = createTestSession({ service });
    for (const to of ['USD', 'EUR']) await show(session, 'CONVERT', 1, 'KRW', to);
    return service.requests.map(({ path, query }) => `${path.slice(-3)} ${query}`);
  }

  test('asks with fewer decimals, and so at once for the next pair', async () => {
    expect(await askedBy(refusing((_, precision) => precision > 5))).toEqual([
      'USD amount=1000000&precision=15',
      'USD amount=1000000',
      'EUR amount=1000000',
    ]);
  });

  test('asks with a smaller amount', async () => {
    expect(await askedBy(refusing((amount) => amount > 1000, 'amount'))).toEqual([
      'USD amount=1000000&precision=15',
      'USD amount=1&precision=15',
      'EUR amount=1&precision=15',
    ]);
  });

  test('shows the refusal if it is about something else, without another request', async () => {
    const route = refusing(() => true, 'from');
    const service = createStubService({ '/currencies/convert/KRW/USD': route });
    expect(await show(createTestSession({ service }), 'CONVERT', 1, 'KRW', 'USD')).toMatch(/^#VALUE!: from: "KRW" is/);
    expect(service.requests).toHaveLength(1);
  });
});
