import { type Area, AREAS } from '../../../src/api/interface/operation';
import { Ask } from '../../../src/api/lookup/ask';
import type { AnyLookup, CreateLookup } from '../../../src/api/lookup/lookup';
import { UnknownSymbolError } from '../../../src/api/quotes';
import { statusError } from '../../../src/api/service-error';
import { Spending } from '../../../src/api/spending';
import { adviseOn } from '../../../src/api/symbol-finder';
import type { Call } from '../../../src/core/call';
import { Cancellation } from '../../../src/core/cancellation';
import type { Row } from '../../../src/core/columns';
import { createCall } from '../../support/evaluate';
import { createStub } from './transport/stub-transport';

const MARKET: Readonly<Partial<Record<Area, readonly string[]>>> = {
  currencies: ['EURUSD', 'GBPUSD', 'EURAUD', 'TRYUSD'],
  crypto: ['BTCUSD', 'BOTH'],
  indices: ['SPX'],
  stocks: ['AAPL', 'MSFT', 'META', 'SAP', 'SAN', 'SAN.PA', 'BOTH'],
  commodities: ['XAUUSD'],
};

/** Gives the quotes of an area's list, or why there are none. */
type Answer = (area: Area, symbols: readonly string[]) => readonly Row[] | Error;

const quotesOf: Answer = (area, symbols) =>
  symbols.filter((symbol) => MARKET[area]?.includes(symbol)).map((symbol) => ({ symbol }));

function setUp(answer: Answer = quotesOf, isCounted = true) {
  const { transport, context, sent, clock } = createStub(({ symbols }) => {
    const answered = answer(areaOf(sent.length - 1), symbols as readonly string[]);
    return answered instanceof Error ? Promise.reject(answered) : answered;
  });
  const areaOf = (index: number): Area => sent[index]!.operation.path.split('/')[1] as Area;
  const spending = new Spending(
    () => ({ maxRequests: 10 }),
    () => false,
  );
  const kept = new Map<string, unknown>();
  const keep = <T>(key: string, create: () => T): T => {
    if (!kept.has(key)) kept.set(key, create());
    return kept.get(key) as T;
  };
  const client = {
    lookup: <L extends AnyLookup>(key: string, create: CreateLookup<L>) => keep(key, () => create(transport, context)),
    resource: keep,
  };
  return {
    sent,
    clock,
    spending,
    /** "stocks: AAPL,MSFT" for each request. */
    asked: () => sent.map(({ values }, index) => `${areaOf(index)}: ${String(values.symbols)}`),
    advise: (symbol: string, unknownIn: Area = 'currencies', call = createCall()) => {
      const error = new UnknownSymbolError(symbol, unknownIn, statusError(404));
      const pending = Object.assign(new Ask(symbol), { cancellation: call.cancellation });
      pending.callers.push(call);
      return adviseOn(error, pending, client, isCounted ? spending : undefined);
    },
  };
}

const payersOf = (sent: ReturnType<typeof setUp>['sent']): Call[] =>
  sent.flatMap(({ askers = [] }) => askers.flatMap(({ callers }) => callers));

const said = async (symbol: string, unknownIn?: Area): Promise<string> =>
  (await setUp().advise(symbol, unknownIn)).message;

const UNKNOWN = '"NOPE" has no quote in currencies: search for it in the MD pane, or name another area';
const words = (count: number): string[] => Array.from({ length: count }, (_, index) => `W${10 + index}`);

describe('an unknown symbol', () => {
  test.each<[string, Area, string, string, string]>([
    ['EURUSD', 'stocks', 'a currency pair', 'currencies:EURUSD', 'currencies:EURUSD'],
    ['BTCUSD', 'currencies', 'a cryptocurrency', 'crypto:BTCUSD', 'crypto:BTCUSD'],
    ['SPX', 'currencies', 'an index', 'indices:SPX', 'indices:SPX'],
    ['AAPL', 'currencies', 'a stock', 'stocks:AAPL', 'stocks:AAPL'],
    ['XAUUSD', 'currencies', 'a commodity', 'commodities:XAUUSD', 'commodities:XAUUSD'],
    ['GOLD', 'currencies', 'a commodity', 'commodities:XAUUSD', 'commodities:XAUUSD'],
    ['BTC', 'crypto', 'a cryptocurrency', 'crypto:BTCUSD', 'BTCUSD'],
    ['AAPL US EQUITY', 'stocks', 'a stock', 'stocks:AAPL', 'AAPL'],
    ['EUR/USD', 'currencies', 'a currency pair', 'EURUSD', 'EURUSD'],
    ['EUR/USD', 'stocks', 'a currency pair', 'currencies:EURUSD', 'currencies:EURUSD'],
    ['EURUSD  GBPUSD', 'currencies', '2 symbols in one text', 'EURUSD,GBPUSD', 'EURUSD,GBPUSD'],
    [
      'AAPL MSFT SAP',
      'stocks',
      '3 symbols in one text',
      'stocks:AAPL,stocks:MSFT,stocks:SAP',
      'stocks:AAPL,stocks:MSFT,stocks:SAP',
    ],
    ['EURUDS', 'currencies', 'probably a typing error', 'EURUSD', 'EURUSD'],
    ['EUR UDS', 'currencies', 'probably a typing error', 'EURUSD', 'EURUSD'],
    ['EURUSDX', 'currencies', 'probably a typing error', 'EURUSD', 'EURUSD'],
    ['GBPUSSD', 'currencies', 'probably a typing error', 'GBPUSD', 'GBPUSD'],
    ['EURSUD', 'currencies', 'probably a typing error', 'EURUSD', 'EURUSD'],
    ['EURUS', 'currencies', 'probably a typing error', 'EURUSD', 'EURUSD'],
    ['EURUSD.', 'currencies', 'probably a typing error', 'EURUSD', 'EURUSD'],
    ['XAUUSDD', 'commodities', 'probably a typing error', 'commodities:XAUUSD', 'XAUUSD'],
    ['GODL', 'currencies', 'probably a typing error', 'commodities:XAUUSD', 'commodities:XAUUSD'],
    ['BTCUDS', 'crypto', 'probably a typing error', 'crypto:BTCUSD', 'BTCUSD'],
    ['SPXX', 'indices', 'probably a typing error', 'indices:SPX', 'SPX'],
    ['APPL', 'stocks', 'probably a typing error', 'stocks:AAPL', 'AAPL'],
    ['ERUUSD', 'stocks', 'probably a typing error', 'currencies:EURUSD', 'currencies:EURUSD'],
    ['BOTH', 'currencies', 'a cryptocurrency', 'crypto:BOTH', 'crypto:BOTH'],
  ])(
    '%s in %s is said to be %s, to be written as %s, and can be put right as %s',
    async (symbol, area, what, written, to) => {
      expect(await setUp().advise(symbol, area)).toMatchObject({
        code: '#N/A',
        message: `"${symbol}" is ${what}: write "${written}"`,
        fix: { parameter: undefined, from: symbol, to },
        cause: { status: 404 },
      });
    },
  );

  test.each([
    ['USD', 'EURUSD'],
    ['DOLLAR', 'EURUSD'],
    ['GBP', 'GBPUSD'],
    ['JPY', 'USDJPY'],
    ['USDUSD', 'EURUSD'],
    ['GBP/GBP', 'GBPUSD'],
  ])('that is one currency, %s, is said to need another, as in %s', async (symbol, pair) => {
    expect(await said(symbol)).toBe(`"${symbol}" is one currency: write a pair of two, such as "${pair}"`);
    expect(await said(symbol, 'stocks')).not.toMatch('a pair of two');
  });

  test.each([
    ['may be another company', 'SAP.DE', '"stocks:SAP" may be another company; check its name in the MD pane'],
    ['has to be searched for', '6758.T', "search for the company's name in the MD pane"],
  ])('that names an exchange %s, so that nothing is put right without a look', async (_, symbol, advice) => {
    const error = await setUp().advise(symbol);
    expect(error).toMatchObject({
      code: '#N/A',
      message: `"${symbol}" names an exchange, which symbols do not have here: ${advice}`,
      cause: { status: 404 },
    });
    expect(error).not.toHaveProperty('fix');
  });

  test('that names an exchange is taken as it is written where the service quotes it like that', async () =>
    expect(await said('SAN.PA')).toBe('"SAN.PA" is a stock: write "stocks:SAN.PA"'));

  test.each([
    'NOPE',
    'EURUSD NOPE',
    'RDSA.N',
    'USDEUR',
    'EURGPB',
    'EURSUB',
    'EURUSF',
    'EURUD',
    'TRXUSD',
    'METAL',
    'RENT',
  ])('is only unknown if nothing like it is quoted: %s', async (symbol) => {
    expect(await said(symbol)).toBe(UNKNOWN.replace('NOPE', symbol));
  });

  test('is found in whatever case the service writes it, among records without a name', async () => {
    const { advise } = setUp((area) => (area === 'stocks' ? [{ symbol: 7 }, { mid: 1 }, { symbol: 'aapl' }] : []));
    expect((await advise('AAPL')).message).toBe('"AAPL" is a stock: write "stocks:AAPL"');
  });
});

const OTHERS = AREAS.filter((area) => area !== 'currencies');

describe('the search for unknown symbols', () => {
  test('takes lists that are no longer than the service accepts', async () => {
    const { advise, sent } = setUp();
    await Promise.all(words(20).map((word) => advise(word)));
    expect(sent.map(({ values }) => String(values.symbols).length).every((length) => length <= 50)).toBe(true);
    expect(sent).toHaveLength(OTHERS.length * 2);
  });

  test('asks only for what another notation means', async () => {
    const { advise, asked } = setUp();
    await advise('EUR USD');
    expect(asked()).toEqual(['currencies: EURUSD']);
  });

  test.each([
    ['is quoted', 'AAPL', quotesOf, /is a stock/, 0],
    ['is quoted nowhere', 'NOPE', quotesOf, /has no quote/, 0],
    // Then it goes alone, and its list is not divided again.
    ['the service refuses', 'AAPL', () => statusError(422), /has no quote/, 1],
  ])('asks once a day about a symbol that %s', async (_, symbol, answer: Answer, message, fewer) => {
    const { advise, sent, clock } = setUp(answer);
    const searchAt = async (time: number): Promise<number> => {
      clock.now = time;
      expect((await advise(symbol)).message).toMatch(message);
      return sent.length;
    };
    const [before, sameDay, nextDay] = [await searchAt(0), await searchAt(86_399_999), await searchAt(86_400_000)];
    expect([sameDay, nextDay]).toEqual([before, 2 * before - fewer]);
  });

  test.each([
    ['the service fails', statusError(503)],
    ['anything else fails', new RangeError('no')],
  ])('leaves the error as it is if %s, and searches again the next time', async (_, failure) => {
    const { advise, sent } = setUp(() => failure);
    expect((await advise('NOPE')).message).toBe(UNKNOWN);
    const before = sent.length;
    await advise('NOPE');
    expect(sent).toHaveLength(2 * before);
  });

  test('is paid by the formula that asks', async () => {
    const { advise, sent, spending } = setUp();
    const call = createCall();
    await advise('AAPL', 'currencies', call);
    expect(new Set(payersOf(sent).map(({ allowance }) => allowance))).toEqual(new Set([spending.allowanceOf(call)]));
  });

  test('is free where nobody counts requests', async () => {
    const { advise, sent } = setUp(quotesOf, false);
    expect((await advise('AAPL')).message).toBe('"AAPL" is a stock: write "stocks:AAPL"');
    expect(payersOf(sent).every(({ allowance }) => allowance === undefined)).toBe(true);
  });

  test('is left out for a cell that was cancelled', async () => {
    const { advise, sent } = setUp();
    const cancellation = new Cancellation();
    cancellation.cancel();
    expect((await advise('NOPE', 'currencies', createCall({ cancellation }))).message).toBe(UNKNOWN);
    expect(sent).toEqual([]);
  });

  test.each([
    [3, 'follow-up'],
    [4, 'foreground'],
  ])('for %i symbols at a time goes before lists that wait only if these are few', async (count, priority) => {
    const { advise, sent } = setUp();
    await Promise.all(words(count).map((word) => advise(word)));
    expect(sent.map((one) => one.priority)).toEqual(OTHERS.map(() => priority));
  });

  test('takes 20 symbols at a time, so that a sheet of words does not cost a request for each, and others afterwards', async () => {
    const { advise, sent } = setUp();
    const searched = (): number => new Set(sent.flatMap(({ values }) => values.symbols as string[])).size;
    await Promise.all(words(30).map((word) => advise(word)));
    expect(searched()).toBe(20);
    await advise('W99');
    expect(searched()).toBe(21);
  });

  test('always takes what another notation means, which costs one symbol', async () => {
    const { advise } = setUp();
    const all = await Promise.all([...words(20), 'EUR/USD'].map((word) => advise(word)));
    expect(all.at(-1)!.message).toBe('"EUR/USD" is a currency pair: write "EURUSD"');
  });
});
