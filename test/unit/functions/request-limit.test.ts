import { CATALOG } from '../../../src/functions/catalog';
import { createSandbox } from '../../../src/sandbox/app';
import { status } from '../../support/stub-service';
import {
  acceptAnyCost,
  createCall,
  createSandboxSession,
  createTestSession,
  evaluateUnder,
  plain,
  type Plain,
  show,
} from '../../support/evaluate';

const NOW = Date.UTC(2026, 10, 20, 15);
const MAX_REQUESTS = 7;

const many = (prefix: string, count: number): string[][] =>
  Array.from({ length: count }, (_, index) => [`${prefix}${String.fromCharCode(65 + (index % 26))}${index}`]);

/** For each function a formula that would send far more requests than allowed, or as many as it can. */
const FORMULAS: Readonly<Record<string, readonly unknown[]>> = {
  QUOTE: [[['EURUSD'], ['GBPUSD'], ['JPYUSD'], ...many('Q', 20)]],
  LIVE: ['NOSUCH', 'mid', 'currencies', 5],
  HOURS: [[['XNYS'], ['XLON'], ...many('X', 30)], '2026-01-01', '2026-12-31'],
  HOLIDAYS: [[['XNYS'], ['XLON'], ...many('X', 30)], '2020-01-01', '2026-12-31'],
  MARKETS: [many('X', 40)],
  STATUS: [many('X', 40)],
  FILINGS: [[...many('F', 7)], '10-K', 100],
  SCORE: [[...many('S', 7)], [['piotroski', 'altman-z']]],
  SYMBOLS: ['stocks', 'a', 10_000],
  TICKS: ['SPX', '2026-01-05 14:30', '2026-11-20', 100_000],
  CONVERT: [0.0001, 'JPY', 'KWD'],
  NEWS: ['stocks', 1_000],
  USAGE: ['1h', 168],
  GET: ['/stocks/symbols', 'size=10'],
  ISOPEN: ['XNYS', '2026-11-20 15:00', 'utc'],
  WORKDAY: ['2026-01-01', 9_000, [['XNYS'], ['XLON']]],
  NETWORKDAYS: ['1990-01-01', '2030-12-31', [['XNYS'], ['XLON']]],
  SETTLE: ['2026-11-20', 'XNYS', 6_000],
  COMPLETE: [[[1]]],
};

/** A service at its worst: each third request fails, lists are refused, and pages have ten rows. */
function createBadService() {
  const sandbox = createSandbox({ now: () => NOW });
  let count = 0;
  return {
    count: () => count,
    async fetch(input: unknown): Promise<Response> {
      const { searchParams } = new URL((input as Request).url);
      if (++count % 3 === 0) return status(503);
      const refused = (name: string, msg: string): Response =>
        status(422, { detail: [{ loc: ['query', name], msg, type: 'value_error' }] });
      for (const name of ['symbols', 'mic'])
        if (searchParams.get(name)?.includes(',')) return refused(name, 'no lists');
      for (const name of ['size', 'limit'])
        if (Number(searchParams.get(name)) > 10 && name !== 'limit') return refused(name, 'at most 10');
      return sandbox.fetch(input as Request);
    },
  };
}

test('each function has a formula in the test of the request limit', () =>
  expect(Object.keys(FORMULAS).sort()).toEqual(CATALOG.map(({ id }) => id).sort()));

test.each(Object.entries(FORMULAS))('MD.%s never sends more requests than allowed', async (id, formula) => {
  const service = createBadService();
  const session = createTestSession({ now: () => NOW, service, findsSymbols: true });
  await session.save({ maxRequests: MAX_REQUESTS });
  const sending = async (): Promise<[Plain | Plain[][], number]> => {
    const before = service.count();
    return [await show(session, id, ...formula), service.count() - before];
  };
  const [shown, sent] = await sending();
  expect(sent).toBeLessThanOrEqual(MAX_REQUESTS);
  const said = [shown]
    .flat(3)
    .flatMap((cell) => /^#N\/A: About ([\d,]+) more request/.exec(String(cell).replace('One', 'About 1'))?.[1] ?? []);
  if (said.length === 0) return;
  // From then on it waits, and once allowed it sends no more than it said on top of the usual number, or a quarter more if
  // that was estimated from what was read.
  expect((await sending())[1]).toBe(0);
  const agreed = Number(said[0]!.replaceAll(',', ''));
  const end = acceptAnyCost(session);
  expect((await sending())[1]).toBeLessThanOrEqual(
    agreed + Math.max(MAX_REQUESTS, id === 'TICKS' ? Math.ceil(agreed / 4) : 0),
  );
  end();
});

test.each([
  ['SYMBOLS', ['stocks', 'a', 10_000]],
  ['NEWS', ['stocks', 200]],
])('MD.%s goes on with the pages after those that it has read', async (id, formula) => {
  const sandbox = createSandbox({ now: () => NOW });
  const cursors: unknown[] = [];
  const session = createTestSession({
    now: () => NOW,
    service: {
      async fetch(input) {
        const { searchParams } = new URL((input as Request).url);
        if (Number(searchParams.get('size')) > 50) return status(422, { detail: [] });
        cursors.push(searchParams.get('cursor'));
        return sandbox.fetch(input as Request);
      },
    },
  });
  await session.save({ maxRequests: 2 });
  const end = acceptAnyCost(session);
  let shown = await show(session, id, ...formula);
  expect(shown).toMatch(/^#N\/A: (?:About \d+ more requests|One more request): allow it in the MD pane$/);
  for (let step = 0; step < 300 && typeof shown === 'string'; step++) shown = await show(session, id, ...formula);
  end();
  expect(shown).toEqual(expect.any(Array));
  expect(new Set(cursors).size).toBe(cursors.length);
});

test('a preview that needs more requests than it may send does not stop the formula', async () => {
  const session = createSandboxSession(NOW);
  await session.ready;
  const formula = ['stocks', 200];
  const preview = createCall({ isSample: true, allowance: { max: 1, sent: 0, missing: 0 } });
  expect(plain(await evaluateUnder(preview, session, 'NEWS', ...formula))).toMatch(/^#N\/A: One more request: allow/);
  expect(await show(session, 'NEWS', ...formula)).toEqual(expect.any(Array));
});
