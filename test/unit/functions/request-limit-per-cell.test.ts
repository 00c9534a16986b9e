import type { Session } from '../../../src/app/session';
import { acceptAnyCost, createCall, createSandboxSession, evaluateUnder, plain } from '../../support/evaluate';

const NOW = Date.UTC(2026, 10, 20, 15);
const MAX_REQUESTS = 7;

async function setUp(maxRequests = MAX_REQUESTS) {
  let count = 0;
  const session = createSandboxSession(NOW, () => count++);
  await session.save({ maxRequests });
  count = 0;
  return { session, sent: () => count };
}

const INDICES = ['SPX', 'NDX', 'DJI', 'RUT', 'DAX', 'UKX', 'CAC', 'NKY', 'HSI', 'SX5E', 'SMI', 'AEX'];
const ticks = (index: number): readonly unknown[] => ['TICKS', INDICES[index], '2026-11-16', '2026-11-20', 100_000];

const call = async (session: Session, address: string | undefined, [id, ...values]: readonly unknown[]) =>
  JSON.stringify(plain(await evaluateUnder(createCall({ address }), session, id as string, ...values)));

test.each([2, 3, 12])('%i calls of one cell send no more together than one formula may', async (count) => {
  const { session, sent } = await setUp();
  const formulas = Array.from({ length: count }, (_, index) => ticks(index));
  const calculate = () => Promise.all(formulas.map((formula) => call(session, 'Model!B7', formula)));
  const said = await calculate();
  expect(sent()).toBeLessThanOrEqual(MAX_REQUESTS);
  const counts = said.flatMap(
    (text) => /(?:About|Up to) ([\d,]+) more request/.exec(text.replace('One', 'About 1'))?.[1] ?? [],
  );
  expect(counts.length).toBeGreaterThan(0);
  // From then on nothing is sent until the user allows it, and then as many as were said on top.
  const before = sent();
  await calculate();
  expect(sent() - before).toBeLessThanOrEqual(MAX_REQUESTS);
  const end = acceptAnyCost(session);
  const after = sent();
  await calculate();
  end();
  expect(sent()).toBeGreaterThan(after);
  const most = Math.max(...counts.map((text) => Number(text.replaceAll(',', ''))));
  expect(sent() - after).toBeLessThanOrEqual(MAX_REQUESTS + most + count);
});

const LISTS = ['stocks', 'crypto', 'currencies', 'indices', 'commodities'];
const DAYS = ['2026-11-16', '2026-11-18', 6_000];

test.each<[number, number, string, (index: number) => readonly unknown[]]>([
  [7, 1, 'MD.TICKS', (index) => ['TICKS', INDICES[index], ...DAYS]],
  [35, 1, 'MD.TICKS', (index) => ['TICKS', INDICES[index], ...DAYS]],
  [35, 3, 'MD.TICKS', (index) => ['TICKS', INDICES[index], ...DAYS]],
  [7, 1, 'MD.NEWS', (index) => ['NEWS', LISTS[index], 1_000]],
  [7, 3, 'MD.NEWS', (index) => ['NEWS', LISTS[index], 1_000]],
  // Some of them can send nothing.
  [7, 5, 'MD.NEWS', (index) => ['NEWS', LISTS[index], 1_000]],
  [2, 5, 'MD.NEWS', (index) => ['NEWS', LISTS[index], 1_000]],
])('of %i requests that they may send, %i calls of %s in one cell say about how many they lack', async (...traits) => {
  const [max, count, , formulaOf] = traits;
  const formulas = Array.from({ length: count }, (_, index) => formulaOf(index));
  const free = await setUp(0);
  await Promise.all(formulas.map((formula, index) => call(free.session, `Model!C${index}`, formula)));
  const { session, sent } = await setUp(max);
  const outcomes = await Promise.all(
    formulas.map(([id, ...values]) =>
      evaluateUnder(createCall({ address: 'Model!B7' }), session, id as string, ...values),
    ),
  );
  const [said] = outcomes.flatMap(
    (outcome) => /(?:About|Up to) ([\d,]+) more requests/.exec(JSON.stringify(plain(outcome)))?.[1] ?? [],
  );
  const missing = free.sent() - sent();
  expect(Number(said?.replaceAll(',', '')) / missing).toBeGreaterThan(1 / 3);
  expect(Number(said?.replaceAll(',', '')) / missing).toBeLessThan(4);
});

test('calls one after the other count together, and so do those of different functions', async () => {
  const { session, sent } = await setUp();
  await call(session, 'Model!B7', ticks(0));
  await call(session, 'Model!B7', ['NEWS', 'stocks', 1_000]);
  await call(session, 'Model!B7', ['SYMBOLS', 'stocks', 'a', 10_000]);
  expect(sent()).toBeLessThanOrEqual(MAX_REQUESTS);
});

test('a list that is too long together with what the cell has sent is refused before anything is sent for it', async () => {
  const { session, sent } = await setUp();
  await call(session, 'Model!B7', ['NEWS', 'stocks', 1_000]);
  const before = sent();
  const list = Array.from({ length: 6 }, (_, index) => [`F${index}`]);
  await call(session, 'Model!B7', ['FILINGS', list, '10-K', 1]);
  expect(sent() - before).toBeLessThanOrEqual(MAX_REQUESTS - Math.min(before, MAX_REQUESTS));
});

test('each cell has its own number, and so has each call without an address', async () => {
  for (const addresses of [
    ['Model!B7', 'Model!B8'],
    [undefined, undefined],
  ]) {
    const { session, sent } = await setUp();
    await Promise.all(addresses.map((address, index) => call(session, address, ticks(index))));
    expect(sent()).toBeGreaterThan(MAX_REQUESTS);
  }
});

test('what two calls of a cell share is sent and counted once', async () => {
  const { session, sent } = await setUp();
  const shared = ['QUOTE', 'EURUSD'];
  await Promise.all([shared, [...shared, 'bid'], [...shared, 'ask']].map((one) => call(session, 'Model!B7', one)));
  expect(sent()).toBe(1);
});

test('a new recalculation has a new number', async () => {
  const { session, sent } = await setUp();
  jest.spyOn(Date, 'now').mockReturnValue(NOW);
  await call(session, 'Model!B7', ticks(0));
  const before = sent();
  jest.spyOn(Date, 'now').mockReturnValue(NOW + 5_000);
  await call(session, 'Model!B7', ticks(1));
  expect(sent()).toBeGreaterThan(before);
  jest.restoreAllMocks();
});
