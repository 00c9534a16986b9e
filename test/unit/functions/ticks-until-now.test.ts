import { createSandboxSession, evaluate } from '../../support/evaluate';

const START = Date.UTC(2026, 10, 20, 15);
const EXCEL_1970 = 25_569;
const DAY_MS = 86_400_000;

function setUp() {
  const clock = { now: START };
  let count = 0;
  const session = createSandboxSession(
    () => clock.now,
    () => count++,
  );
  /** How many requests a formula sends whose end is so long after now. */
  const ask = async (aheadMs: number, symbol: unknown = 'SPX', ...more: readonly unknown[]): Promise<number> => {
    const before = count;
    const end = (clock.now + aheadMs) / DAY_MS + EXCEL_1970;
    const begin = (START - 3_600_000) / DAY_MS + EXCEL_1970;
    const outcome = await evaluate(session, 'TICKS', symbol, begin, end, ...more);
    expect(outcome).toEqual(expect.any(Array));
    return count - before;
  };
  return { clock, session, ask };
}

test.each([
  ['the present', 0, []],
  ['Excel read a moment ago', -2_000, []],
  ['a minute later', 60_000, [100]],
  ['tomorrow', DAY_MS, [-5]],
  ['the present, in bars', 0, [null, null, null, 'minute']],
  ['an hour later, in bars of an hour', 3_600_000, [null, null, null, 'hour']],
  ['the present, in sessions', 0, [null, null, null, 'session']],
] as const)(
  'an end of the window that is %s causes no request until a quote would be requested again',
  async (_, aheadMs, more) => {
    const { clock, ask } = setUp();
    expect(await ask(aheadMs, 'SPX', ...more)).toBeGreaterThan(0);
    for (let edit = 0; edit < 6; edit++) {
      clock.now += 2_000;
      expect(await ask(aheadMs, 'SPX', ...more)).toBe(0);
    }
    clock.now += 4_000;
    expect(await ask(aheadMs, 'SPX', ...more)).toBeGreaterThan(0);
  },
);

test('ticks of several indices are requested again as often as quotes, as the setting says', async () => {
  const { clock, session, ask } = setUp();
  await session.save({ quotesFreshSeconds: 60 });
  const symbols = [['SPX'], ['NDX']];
  expect(await ask(0, symbols, null, null, null, 'minute')).toBeGreaterThan(0);
  clock.now += 50_000;
  expect(await ask(0, symbols, null, null, null, 'minute')).toBe(0);
  clock.now += 20_000;
  expect(await ask(0, symbols, null, null, null, 'minute')).toBeGreaterThan(0);
});

test('a refresh requests ticks again, and later formulas use its answer', async () => {
  const { clock, session, ask } = setUp();
  await ask(0);
  clock.now += 3_000;
  const since = clock.now;
  const end = session.cells.watch({ notBefore: () => since });
  expect(await ask(0)).toBeGreaterThan(0);
  end();
  clock.now += 3_000;
  expect(await ask(0)).toBe(0);
});

test('an end of the window in the past is requested as it is written', async () => {
  const { clock, ask } = setUp();
  await ask(-60_000);
  clock.now += 1_000;
  expect(await ask(-60_000)).toBeGreaterThan(0);
});
