import { asking, FRIDAY_MS, type PageOf, type Quote } from '../unit/sandbox/ask';
import { INSTRUMENTS } from '../../src/sandbox/instruments/instruments';

interface Quotes {
  readonly items: readonly Quote[];
}

interface Conversion {
  readonly info: { readonly timestamp: number; readonly rate: number };
  readonly query: { readonly from: string; readonly to: string; readonly amount: number; readonly precision: number };
  readonly result: number;
}

const ask = asking();
const EXAMPLES = Object.entries(INSTRUMENTS).map(([area, instruments]) => [area, instruments[0]!.symbol] as const);

const decimals = (value: number): number => (String(value).split('.')[1] ?? '').length;

describe.each(EXAMPLES)('the simulated quotes of %s', (area, symbol) => {
  test('are the same alone and in a list', async () => {
    const [one, list] = await Promise.all([
      ask<Quote>(`/${area}/quote?symbol=${symbol}`),
      ask<Quotes>(`/${area}/quotes?symbols=${symbol}`),
    ]);
    expect(one.body).toEqual(list.body.items[0]);
  });

  test('of an unknown symbol are refused alone and omitted from lists', async () => {
    expect((await ask(`/${area}/quote?symbol=NOSUCH`)).status).toBe(404);
    const { status, body } = await ask<Quotes>(`/${area}/quotes?symbols=NOSUCH,${symbol}`);
    expect([status, body.items.map((each) => each.symbol)]).toEqual([200, [symbol]]);
  });
});

describe('the simulated currency quotes', () => {
  test('match symbols in any case, and answer in upper case, each once', async () => {
    const { body } = await ask<Quotes>('/currencies/quotes?symbols=eurusd,EURUSD,%20usdjpy');
    expect(body.items.map((each) => each.symbol)).toEqual(['EURUSD', 'USDJPY']);
  });

  test('are rounded to the given precision, or to 5 decimals', async () => {
    const five = (await ask<Quotes>('/currencies/quotes?symbols=EURJPY')).body.items[0]!;
    expect(Math.max(decimals(five.ask), decimals(five.bid), decimals(five.mid))).toBe(5);
    const none = (await ask<Quotes>('/currencies/quotes?symbols=EURUSD&precision=0')).body.items[0]!;
    expect([none.bid, none.mid, none.ask]).toEqual([1, 1, 2]);
    expect(decimals((await ask<Quote>('/crypto/quote?symbol=BTCUSD')).body.mid)).toBeGreaterThan(5);
  });
});

describe('a simulated currency pegged to the dollar', () => {
  const WEEKS = Array.from({ length: 60 }, (_, index) => FRIDAY_MS - index * 7 * 86_400_000);

  test.each([
    ['USDHKD', 7.75, 7.85],
    ['USDSAR', 3.75, 3.75],
    ['USDAED', 3.6725, 3.6725],
  ])('stays in its band: %s between %d and %d', async (symbol, lowest, highest) => {
    for (const seed of [1, 2, 3]) {
      const mids = await Promise.all(
        WEEKS.map(
          async (now) => (await asking({ now: () => now, seed })<Quote>(`/currencies/quote?symbol=${symbol}`)).body.mid,
        ),
      );
      expect(Math.min(...mids)).toBeGreaterThanOrEqual(lowest);
      expect(Math.max(...mids)).toBeLessThanOrEqual(highest);
    }
  });

  test('has offshore yuan near the onshore rate', async () => {
    const { items } = (await ask<Quotes>('/currencies/quotes?symbols=USDCNY,USDCNH')).body;
    expect(Math.abs(items[0]!.mid / items[1]!.mid - 1)).toBeLessThan(0.002);
  });
});

describe('while markets are closed', () => {
  const SATURDAY_MS = Date.UTC(2026, 10, 21, 15);
  const quoteAt = async (path: string, now: number) => (await asking({ now: () => now })<Quote>(path)).body;

  test.each([
    ['currencies', 'EURUSD', Date.UTC(2026, 10, 20, 22)],
    ['commodities', 'WTI', Date.UTC(2026, 10, 20, 22)],
    ['stocks', 'AAPL', Date.UTC(2026, 10, 20, 21)],
    ['stocks', 'SAP', Date.UTC(2026, 10, 20, 16, 30)],
    ['indices', 'NKY', Date.UTC(2026, 10, 20, 6, 30)],
  ])('%s keep their closing price: %s', async (area, symbol, closedMs) => {
    const path = `/${area}/quote?symbol=${symbol}`;
    const [first, later] = [await quoteAt(path, SATURDAY_MS), await quoteAt(path, SATURDAY_MS + 3_600_000)];
    expect(first).toEqual(later);
    expect(first.timestamp).toBe(closedMs / 1000);
  });

  test.each([
    ['SPX', 'on Thanksgiving', '2026-11-26T14:30', '2026-11-26T21:00'],
    ['NDX', 'after the early close of a half day', '2026-11-27T18:00', '2026-11-27T21:00'],
    ['AAPL', 'in the night', '2026-11-24T22:00', '2026-11-25T14:29'],
    ['NKY', 'in the lunch break', '2026-11-20T02:30', '2026-11-20T03:29'],
    ['HSI', 'in the lunch break', '2026-11-20T04:00', '2026-11-20T04:59'],
    ['SHCOMP', 'in the lunch break', '2026-11-20T03:30', '2026-11-20T04:59'],
    ['TASI', 'on a Friday, which is its weekend', '2026-11-20T07:00', '2026-11-20T12:00'],
    ['DAX', 'before its opening', '2026-11-20T04:00', '2026-11-20T07:59'],
  ])('%s stands still %s, in quotes and in ticks, and moves soon before', async (symbol, _, from, to) => {
    const [fromMs, toMs] = [Date.parse(`${from}Z`), Date.parse(`${to}Z`)];
    const area = symbol === 'AAPL' ? 'stocks' : 'indices';
    const path = `/${area}/quote?symbol=${symbol}&precision=2`;
    const quote = await quoteAt(path, fromMs);
    for (const part of [0.1, 0.5, 1]) expect(await quoteAt(path, fromMs + part * (toMs - fromMs))).toEqual(quote);
    const before = quote.timestamp * 1000;
    expect((await quoteAt(path, before - 60_000)).mid).not.toBe((await quoteAt(path, before - 120_000)).mid);
    if (area === 'stocks') return;
    const { body } = await asking({ now: () => toMs })<PageOf<Quote>>(
      `/indices/${symbol}/ticks?start=${fromMs / 1000}&end=${toMs / 1000}`,
    );
    expect(
      body.items.filter(
        ({ bid, mid, ask: asked }) => [bid, mid, asked].join() !== [quote.bid, quote.mid, quote.ask].join(),
      ),
    ).toEqual([]);
  });

  test('the euro costs the same over bitcoin as it does alone', async () => {
    const of = async (path: string) => (await quoteAt(path, SATURDAY_MS)).mid;
    const implied = (await of('/crypto/quote?symbol=BTCUSD')) / (await of('/crypto/quote?symbol=BTCEUR'));
    expect(Math.abs(implied / (await of('/currencies/quote?symbol=EURUSD')) - 1)).toBeLessThan(1e-4);
    const { info } = (await asking({ now: () => SATURDAY_MS })<Conversion>('/crypto/convert/EUR/BTC')).body;
    expect(info.timestamp).toBe(SATURDAY_MS / 1000);
  });

  test('cryptocurrencies continue to trade', async () => {
    const path = '/crypto/quote?symbol=BTCUSD';
    expect((await quoteAt(path, SATURDAY_MS)).timestamp).toBe(SATURDAY_MS / 1000);
    expect((await quoteAt(path, SATURDAY_MS + 60_000)).mid).not.toBe((await quoteAt(path, SATURDAY_MS)).mid);
  });

  test('currencies start on Sunday at five in New York', async () => {
    const sunday = Date.UTC(2026, 10, 22, 22);
    const path = '/currencies/quote?symbol=EURUSD';
    expect((await quoteAt(path, sunday - 1000)).timestamp).toBe(Date.UTC(2026, 10, 20, 22) / 1000);
    expect((await quoteAt(path, sunday)).timestamp).toBe(sunday / 1000);
  });
});

describe('the simulated prices', () => {
  const midAt = async (utcMs: number, seed = 1) =>
    (await asking({ now: () => utcMs, seed })<Quote>('/currencies/quote?symbol=EURUSD')).body.mid;

  test('are the same for the same seed and time', async () =>
    expect(await midAt(FRIDAY_MS)).toBe(await midAt(FRIDAY_MS)));

  test('differ between seeds', async () => expect(await midAt(FRIDAY_MS, 2)).not.toBe(await midAt(FRIDAY_MS, 1)));

  test('drift with time, a little in seconds and more in days', async () => {
    const now = await midAt(FRIDAY_MS);
    const soon = await midAt(FRIDAY_MS + 5_000);
    expect(soon).not.toBe(now);
    expect(Math.abs(soon / now - 1)).toBeLessThan(0.001);
    expect(Math.abs((await midAt(FRIDAY_MS + 90 * 86_400_000)) / now - 1)).toBeLessThan(0.3);
  });
});

describe('a simulated conversion', () => {
  test('multiplies by the rate of the quote', async () => {
    const [{ body }, quote] = await Promise.all([
      ask<Conversion>('/currencies/convert/eur/USD?amount=250'),
      ask<Quote>('/currencies/quote?symbol=EURUSD'),
    ]);
    expect(body.info).toEqual({ timestamp: FRIDAY_MS / 1000, rate: quote.body.mid });
    expect(body.query).toEqual({ from: 'EUR', to: 'USD', amount: 250, precision: 5 });
    expect(body.result).toBeCloseTo(250 * quote.body.mid, 2);
  });

  test('converts 10 if no amount is given', async () =>
    expect((await ask<Conversion>('/crypto/convert/BTC/ETH')).body.query.amount).toBe(10));

  test('is refused for an unknown currency or a tiny amount', async () => {
    expect((await ask('/currencies/convert/EUR/XXX')).status).toBe(404);
    expect((await ask('/currencies/convert/EUR/USD?amount=0.001')).status).toBe(422);
    expect((await ask('/crypto/convert/BTC/USD?amount=0.001')).status).toBe(200);
  });
});
