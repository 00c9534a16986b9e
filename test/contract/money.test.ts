import { createSandboxSession, show } from '../support/evaluate';

const NOW_MS = Date.UTC(2026, 10, 20, 15);

const numberOf = async (id: string, ...args: readonly unknown[]): Promise<number> =>
  ((await show(createSandboxSession(NOW_MS), id, ...args)) as number[][])[0]![0]!;

test.each(['KRWUSD', 'JPYUSD', 'KRWEUR', 'INRUSD', 'EURUSD', 'USDKRW'])(
  'a rate of the simulated service keeps its significant digits: %s',
  async (symbol) => {
    const exact = await numberOf('QUOTE', symbol, 'mid', null, 15);
    for (const id of ['QUOTE', 'LIVE']) {
      const rate = await numberOf(id, symbol, 'mid');
      expect(Math.abs(rate / exact - 1)).toBeLessThan(0.00005);
    }
  },
);

test('a conversion by the simulated service keeps its significant digits, whatever the amount', async () => {
  const exact = (await numberOf('CONVERT', 1e9, 'KRW', 'USD')) / 1e9;
  for (const amount of [1, 0.001, -12_345, 5e6])
    expect(Math.abs((await numberOf('CONVERT', amount, 'KRW', 'USD')) / (exact * amount) - 1)).toBeLessThan(0.00005);
  const pound = await numberOf('CONVERT', 100, 'GBP', 'USD');
  expect(await numberOf('CONVERT', 100, 'GBp', 'USD')).toBeCloseTo(pound / 100, 4);
});

test("forty amounts in eight currencies cost eight requests, and each equals the service's own result to the cent", async () => {
  const codes = ['EUR', 'CHF', 'GBP', 'JPY', 'KRW', 'NOK', 'SEK', 'ZAR'];
  const amounts = [12_345.67, 250, 0.99, 7_654_321.09, 100_000_000];
  const positions = amounts.flatMap((amount) => codes.map((from) => ({ amount, from })));
  const paths: string[] = [];
  const session = createSandboxSession(NOW_MS, ({ url }) => paths.push(new URL(url).pathname));
  const converted = await Promise.all(
    positions.map(({ amount, from }) => show(session, 'CONVERT', amount, from, 'USD', null, 2)),
  );
  expect(paths.sort()).toEqual(codes.map((from) => `/currencies/convert/${from}/USD`).sort());
  const ofService = await Promise.all(
    positions.map(({ amount, from }) =>
      show(session, 'GET', `currencies/convert/${from}/USD`, `amount=${amount}&precision=2`, 'result'),
    ),
  );
  expect(converted).toEqual(ofService);
});
