import { PACE } from '../../../../src/api/lookup/batch';
import { createTestSession, evaluate, plain } from '../../../support/evaluate';
import { createStubService } from '../../../support/stub-service';
import { turnFor } from '../../../../src/functions/evaluate/invoke';

const rows = (count: number): string[][] => Array.from({ length: count }, (_, row) => [`S${row}`]);

describe('the turns of the page', () => {
  test('have room for a usual recalculation, and make the rest wait for the next turn', async () => {
    const session = createTestSession();
    expect([turnFor(session, rows(6_000)), turnFor(session, rows(6_000))]).toEqual([undefined, undefined]);
    const turn = turnFor(session, rows(2));
    expect(turn).toBeInstanceOf(Promise);
    await turn;
    expect(turnFor(session, rows(2))).toBeUndefined();
  });

  test('let a list that is longer than a turn pass alone, and single cells and texts always', () => {
    const session = createTestSession();
    expect(turnFor(session, rows(50_000))).toBeUndefined();
    expect([turnFor(session, rows(1)), turnFor(session, 'EURUSD,GBPUSD'), turnFor(session, undefined)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(turnFor(session, rows(2))).toBeInstanceOf(Promise);
  });

  test('divide many spills, which still share their requests and get their values', async () => {
    const service = createStubService({
      '/currencies/quotes': ({ query }) => ({
        items: query
          .get('symbols')!
          .split(',')
          .map((symbol) => ({
            symbol,
            bid: 1,
            ask: 1,
            mid: 10_000 + Number(symbol.slice(1)),
            timestamp: 1_790_000_000,
          })),
      }),
    });
    const session = createTestSession({ service, pace: PACE });
    await session.ready;
    const spills = Array.from({ length: 300 }, () => evaluate(session, 'QUOTE', rows(100)));
    expect(session.activity.lookups).toBe(10_000);
    const shown = (await Promise.all(spills)).map(plain);
    expect(shown).toEqual(shown.map(() => rows(100).map((_, row) => [10_000 + row])));
    expect(session.activity.lookups).toBe(30_000);
    const asked = service.requests.flatMap(({ query }) => new URLSearchParams(query).get('symbols')!.split(','));
    expect(asked.sort()).toEqual(rows(100).flat().sort());
  });
});
