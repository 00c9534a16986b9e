import { CURRENCY_PAIRS } from '../../src/sandbox/instruments/currencies';
import type { Formula } from './emulator/invocations';
import { useOffice } from './opened';

const CELLS = 10_000;
/** Seven six-letter symbols and their commas are 48 of the 50 characters of a request. */
const PAIRS_PER_REQUEST = 7;

const quotes = (cellCount: number, pairCount: number): Formula[] =>
  Array.from({ length: cellCount }, (_, cell) => ({
    name: 'QUOTE',
    given: [[[CURRENCY_PAIRS[cell % pairCount]!.symbol]]],
  }));

const symbolsOf = (path: string): string[] => new URL(path, 'http://service').searchParams.get('symbols')!.split(',');

describe('a recalculation of the workbook', () => {
  const office = useOffice();

  test.each([1, 7, 8, 170])('10,000 cells in one event over %i pairs need the fewest requests', async (pairCount) => {
    const excel = await office.open();
    const results = await excel.callAll(quotes(CELLS, pairCount));
    expect(results.filter((result) => 'value' in result)).toHaveLength(CELLS);
    const { requests } = office.service;
    const asksForDigits = (path: string): boolean => path.includes('precision=');
    expect(requests.filter((path) => !asksForDigits(path))).toHaveLength(Math.ceil(pairCount / PAIRS_PER_REQUEST));
    // What one yen costs has too few digits in the service's usual answer: it is asked for again, and no other pair is.
    const askedAgain = requests.filter(asksForDigits).flatMap(symbolsOf);
    expect(askedAgain.filter((symbol) => !symbol.startsWith('JPY'))).toEqual([]);
    expect(new Set(askedAgain).size).toBe(askedAgain.length);
  });

  test('equal symbols give equal values', async () => {
    const excel = await office.open();
    const results = await excel.callAll(quotes(100, 10));
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(10);
  });

  test('cells that come one event each ask for every pair once', async () => {
    const excel = await office.open();
    const results = await Promise.all(
      quotes(500, 20)
        .flatMap((formula) => excel.start([formula]))
        .map(({ result }) => result),
    );
    expect(results.filter((result) => 'value' in result)).toHaveLength(500);
    const asked = office.service.requests.flatMap(symbolsOf);
    expect(asked.sort()).toEqual(
      CURRENCY_PAIRS.slice(0, 20)
        .map(({ symbol }) => symbol)
        .sort(),
    );
  });

  test('the second one is answered from memory', async () => {
    const excel = await office.open();
    await excel.callAll(quotes(CELLS, 20));
    const before = office.service.requests.length;
    await excel.callAll(quotes(CELLS, 20));
    expect(office.service.requests).toHaveLength(before);
  });
});
