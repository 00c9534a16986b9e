import { CellError } from '../../../src/core/errors';
import { createCall, createTestSession, evaluateUnder, plain, show } from '../../support/evaluate';
import type { Plain } from '../../support/evaluate';
import { asked, createStubService, status } from '../../support/stub-service';
import type { StubService } from '../../support/stub-service';

const conversion = (result: unknown): object => ({ info: { timestamp: 1_795_176_000, rate: 1.25 }, query: { from: 'EUR', to: 'USD', amount: 2, precision: 5 }, result });

const createConversionService = (): StubService => createStubService({
  '/currencies/convert/EUR/USD': ({ query }) => conversion(Number(query.get('amount')) * 1.25),
  '/crypto/convert/BTC/USD': ({ query }) => conversion(Number(query.get('amount')) * 80_000),
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

describe('MD.CONVERT gives', () => {
  test('one number', async () => {
    expect(await convert(2, 'EUR', 'USD')).toEqual([[2.5]]);
    expect(await convert('2', ' eur ', [['usd']])).toEqual([[2.5]]);
    expect(await convert({ type: 'FormattedNumber', basicValue: 2, numberFormat: '0.00' }, 'EUR', 'USD')).toEqual([[2.5]]);
  });

  test('an amount of crypto where the area says so', async () => {
    expect(await convert(0.000_000_01, 'BTC', 'USD', 'CRYPTO')).toEqual([[0.0008]]);
  });

  test('0 for 0, without asking', async () => {
    const service = createStubService();
    expect(await show(createTestSession({ service }), 'CONVERT', 0, 'EUR', 'USD')).toEqual([[0]]);
    expect(service.requests).toEqual([]);
  });

  test('#N/A, never 0, where no result is published or it is no number', async () => {
    expect(await convert(2, 'EUR', 'XAU')).toEqual('#N/A: "result" is not published');
    expect(await convert(2, 'EUR', 'XAG')).toEqual('#N/A: The service sent a "result" that is not a number: recalculate, or tell your provider');
  });

  test('#N/A for codes that the service does not know', async () => {
    expect(await convert(2, 'BTC', 'USD')).toBe('#N/A: "BTC" to "USD" cannot be converted in currencies: check the codes and the area');
  });

  test('the reason for any other failure', async () => {
    const service = createStubService({ '/currencies/convert/EUR/USD': () => status(403) });
    expect(await show(createTestSession({ service }), 'CONVERT', 2, 'EUR', 'USD'))
      .toBe('#N/A: Your plan does not include this data (403): check the API key in the MD pane or ask your provider');
  });

  test('"Press Enter to fetch" in a preview', async () => {
    const service = createConversionService();
    expect(plain(await evaluateUnder(createCall({ isPreview: true }), createTestSession({ service }), 'CONVERT', 2, 'EUR', 'USD'))).toBe('#N/A: Press Enter to fetch');
    expect(service.requests).toEqual([]);
  });
});

describe('what MD.CONVERT sends', () => {
  test.each<[string, unknown[], string]>([
    ['the amount', [2, 'eur', 'usd'], '/currencies/convert/EUR/USD?amount=2'],
    ['the smallest amount', [0.01, 'EUR', 'USD', 'currencies'], '/currencies/convert/EUR/USD?amount=0.01'],
    ['the area and the precision', [0.5, 'BTC', 'USD', 'crypto', 2], '/crypto/convert/BTC/USD?amount=0.5&precision=2'],
    ['codes that cannot become a path', [1, 'A/B', 'C?d'], '/currencies/convert/A%2FB/C%3FD?amount=1'],
  ])('is %s', async (_, given, path) => {
    expect(await askedFor(...given)).toEqual([path]);
  });

  test('looks in currencies, whatever the area of the settings', async () => {
    const service = createConversionService();
    const session = createTestSession({ service });
    await session.save({ area: 'crypto' });
    expect(await show(session, 'CONVERT', 2, 'EUR', 'USD')).toEqual([[2.5]]);
  });

  test('is one request for each different question of a recalculation', async () => {
    const service = createConversionService();
    const session = createTestSession({ service });
    await Promise.all([[2], [2], [3], [2, 4], ['2', 4]].map(([amount, precision]) => show(session, 'CONVERT', amount, 'EUR', 'USD', null, precision)));
    expect(asked(service)).toEqual([
      '/currencies/convert/EUR/USD?amount=2', '/currencies/convert/EUR/USD?amount=2&precision=4', '/currencies/convert/EUR/USD?amount=3',
    ]);
  });
});

describe('MD.CONVERT refuses, without asking the service,', () => {
  test.each<[readonly unknown[], string]>([
    [[], 'amount: nothing was given; give a number'],
    [['', 'EUR', 'USD'], 'amount: nothing was given; give a number'],
    [['two', 'EUR', 'USD'], 'amount: "two" is not a number'],
    [[true, 'EUR', 'USD'], 'amount: TRUE is not a number'],
    [[[[1], [2]], 'EUR', 'USD'], 'amount: a range of 2 × 1 cells is not one value; give a single cell'],
    [[-5, 'EUR', 'USD'], 'amount: -5 is not 0 or a number from 0.01 up, which is what the service converts in currencies'],
    [[0.009, 'EUR', 'USD'], 'amount: 0.009 is not 0 or a number from 0.01 up, which is what the service converts in currencies'],
    [[1e-9, 'BTC', 'USD', 'crypto'], 'amount: 1E-9 is not 0 or a number from 0.00000001 up, which is what the service converts in crypto'],
    [[1, null, 'USD'], 'from: nothing was given; give a currency code such as "EUR"'],
    [[1, 'E\nR', 'USD'], 'from: "E\nR" is not a currency code such as "EUR"'],
    [[1, '..', 'USD'], 'from: ".." is not a name that the service can look up'],
    [[1, 'EUR'], 'to: nothing was given; give a currency code such as "EUR"'],
    [[1, 'EUR', false], 'to: FALSE is not a currency code such as "EUR"'],
    [[1, 'EUR', 'USD', 'stocks'], 'area: "stocks" is not one of currencies, crypto'],
    [[1, 'EUR', 'USD', null, 16], 'precision: 16 is not a whole number from 0 to 15'],
  ])('%j: %s', async (given, message) => {
    const service = createStubService();
    expect(await show(createTestSession({ service }), 'CONVERT', ...given)).toBe(`#VALUE!: ${message}`);
    expect(service.requests).toEqual([]);
  });

  test('and gives an error among its arguments back unchanged', async () => {
    expect(await convert(new CellError('#DIV/0!'), 'EUR', 'USD')).toBe('#DIV/0!: ');
  });
});
