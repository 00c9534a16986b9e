import { areAllClosed, mayTrade } from '../../../../src/app/refresh/market-hours';
import { isDue, refreshRate } from '../../../../src/app/refresh/refresh-rate';
import { type MdCell, scanCells } from '../../../../src/app/refresh/cells';
import { TRAITS } from '../../../../src/functions/generated/function-traits';
import { openWorkbook } from '../opened-workbook';

describe('the request rate of an automatic refresh', () => {
  const rateOf = async (seconds: number, ...formulas: string[]) => {
    const { session, workbook } = await openWorkbook();
    await workbook.enter('A1', ...formulas.map((formula) => [formula]));
    return refreshRate(session, TRAITS, seconds);
  };

  test('counts every request for quotes as often as the user refreshes', async () => {
    expect(await rateOf(15, '=MD.QUOTE("EURUSD")', '=MD.QUOTE("BTCUSD",,"crypto")')).toEqual({
      eachTime: 2,
      perHour: 480,
    });
  });

  test('counts data that stays fresh for longer only as often as it changes', async () => {
    expect(await rateOf(15, '=MD.SCORE("AAPL")', '=MD.SCORE("MSFT")', '=MD.HOURS("XNYS")')).toEqual({
      eachTime: 0,
      perHour: 3,
    });
    expect(await rateOf(7_200, '=MD.SCORE("AAPL")')).toEqual({ eachTime: 1, perHour: 1 });
  });
});

describe('a cell that is refreshed automatically', () => {
  const cellOf = (functions: string[], ageMs: number | undefined) => ({ functions, ageMs }) as unknown as MdCell;
  test.each([
    [['QUOTE'], 1, true],
    [['SCORE'], 3_599_999, false],
    [['SCORE'], 3_600_000, true],
    [['SCORE'], undefined, true],
    [['HOURS', 'QUOTE'], 1, true],
    [['STATUS'], 30_000, false],
    [['LIVE'], 1, false],
  ])('and calls %j, with answers %p ms old, is due: %p', (functions, ageMs, due) => {
    expect(isDue(cellOf(functions, ageMs), TRAITS)).toBe(due);
  });
});

describe('the markets', () => {
  const SATURDAY = Date.UTC(2026, 10, 21, 15);
  test.each([
    ['currencies', SATURDAY, false],
    ['currencies', Date.UTC(2026, 10, 22, 20), false],
    ['currencies', Date.UTC(2026, 10, 22, 22), true],
    ['currencies', Date.UTC(2026, 10, 20, 21), true],
    ['currencies', Date.UTC(2026, 10, 20, 22), false],
    ['stocks', Date.UTC(2026, 10, 22, 8), true],
    ['stocks', SATURDAY, false],
    ['crypto', SATURDAY, true],
  ] as const)('of %s at %d may trade: %p', (area, nowMs, may) => {
    expect(mayTrade(area, nowMs)).toBe(may);
  });

  test.each([
    [['=MD.QUOTE("EURUSD")'], true],
    [['=MD.QUOTE("EURUSD")', '=MD.QUOTE("crypto:BTCUSD")'], false],
    [['=MD.QUOTE("AAPL",,"stocks")', '=MD.SCORE("AAPL")'], true],
    [['=MD.SCORE("AAPL")'], false],
    [['=MD.QUOTE("EURUSD",,LOWER("CRYPTO"))'], false],
  ])('behind %j are all closed on a Saturday: %p', async (formulas, closed) => {
    const { session, workbook, clock } = await openWorkbook();
    await workbook.enter('A1', ...formulas.map((formula) => [formula]));
    clock.now = SATURDAY;
    expect(await areAllClosed(session, await scanCells(session), TRAITS)).toBe(closed);
  });
});
