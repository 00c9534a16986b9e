import { CURRENCY_PAIRS } from '../../src/sandbox/instruments/currencies';
import type { Formula } from './emulator/invocations';
import { EmulatedWorkbook } from './emulator/workbook/emulated-workbook';
import { useOffice } from './opened';

/** Of the page's seconds, in which results are held back: however busy the machine is, they are long enough. */
const SLOW_MOTION = 0.2;
/** 100 ms in the page: more than the 50 ms that the client waits with a message anyway. */
const LATENCY_MS = 100 / SLOW_MOTION;
/** Far more than the pairs, in more than one event. */
const CELLS = process.env.MD_TESTS === 'all' ? 10_000 : 2_000;
/** Seven six-letter symbols and their commas are 48 of the 50 characters of a request. */
const PAIRS_PER_REQUEST = 7;

const quotes = (cellCount: number, pairCount: number): Formula[] => quotesOf(SYMBOLS.slice(0, pairCount), cellCount);

const quotesOf = (symbols: readonly string[], cellCount = symbols.length): Formula[] =>
  Array.from({ length: cellCount }, (_, cell) => ({ name: 'QUOTE', args: [[[symbols[cell % symbols.length]]]] }));

const SYMBOLS = CURRENCY_PAIRS.map(({ symbol }) => symbol);
/** What one yen costs has too few digits in the service's usual answer, and is asked for twice. */
const OF_ONE_YEN = SYMBOLS.filter((symbol) => symbol.startsWith('JPY'));

const symbolsOf = (path: string): string[] => new URL(path, 'http://service').searchParams.get('symbols')!.split(',');

describe('a recalculation of the workbook', () => {
  const office = useOffice({ clockSpeed: 1 });

  test.each(process.env.MD_TESTS === 'all' ? [1, 7, 8, 170] : [8, 170])(
    `sends the fewest requests for ${CELLS.toLocaleString('en')} cells over %i pairs`,
    async (pairCount) => {
      const excel = await office.open();
      const results = await excel.callAll(quotes(CELLS, pairCount));
      expect(results.filter((result) => 'value' in result)).toHaveLength(CELLS);
      const { requests } = office.service;
      const asksForDigits = (path: string): boolean => path.includes('precision=');
      expect(requests.filter((path) => !asksForDigits(path))).toHaveLength(Math.ceil(pairCount / PAIRS_PER_REQUEST));
      const askedAgain = requests.filter(asksForDigits).flatMap(symbolsOf);
      expect(askedAgain.filter((symbol) => !symbol.startsWith('JPY'))).toEqual([]);
      expect(new Set(askedAgain).size).toBe(askedAgain.length);
    },
  );

  test('gives equal values for equal symbols', async () => {
    const excel = await office.open();
    const results = await excel.callAll(quotes(100, 10));
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(10);
  });

  test('requests every pair once for cells that come in separate events', async () => {
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

  test('is answered from memory the second time', async () => {
    const excel = await office.open();
    await excel.callAll(quotes(CELLS, 20));
    const before = office.service.requests.length;
    await excel.callAll(quotes(CELLS, 20));
    expect(office.service.requests).toHaveLength(before);
  });
});

describe('a recalculation of the workbook, in slow motion', () => {
  const office = useOffice({ clockSpeed: SLOW_MOTION });

  test('arrives in one message even if some prices are requested twice, and in one message a level for dependent cells', async () => {
    const excel = await office.open();
    office.service.latencyMs = LATENCY_MS;
    const seenIn = async (formulas: readonly Formula[]) => {
      const [messages, requests] = [excel.invocations.resultCalls, office.service.requests.length];
      const results = await excel.callAll(formulas);
      expect(results.filter((result) => 'value' in result)).toHaveLength(formulas.length);
      return {
        results,
        messages: excel.invocations.resultCalls - messages,
        requests: office.service.requests.slice(requests),
      };
    };
    // From the first answer on it is known how long one takes.
    await seenIn(quotesOf(['EURUSD']));

    const whole = await seenIn(quotesOf([...SYMBOLS.slice(1, 29), ...OF_ONE_YEN], 2_000));
    expect(whole.messages).toBe(1);
    expect(whole.requests.some((path) => path.includes('precision='))).toBe(true);

    let symbols: unknown[] = ['EURUSD', 'GBPUSD', 'USDJPY'];
    for (const precision of [1, 2, 3]) {
      const level = await seenIn(
        symbols.map((symbol) => ({ name: 'QUOTE', args: [[[symbol]], 'symbol', null, precision] })),
      );
      expect([level.messages, level.requests.length]).toEqual([1, 1]);
      symbols = level.results.flatMap((result) => ('value' in result ? [result.value].flat(2) : []));
    }
  });
});

describe('a result that Excel loses', () => {
  const office = useOffice();

  test('is handed over once more, without a request', async () => {
    const workbook = new EmulatedWorkbook('Model');
    const excel = await office.open({ workbook });
    workbook.losesResults.set('Model!A1', 1);
    const isAgain = new Promise<void>((resolve) => {
      workbook.onCalculated = resolve;
    });
    await excel.type('A1', '=MD.QUOTE("EURUSD")');
    expect(workbook.shown('A1')).toBe('#BUSY!');
    const requests = office.service.requests.length;
    await isAgain;
    await workbook.settled();
    expect(workbook.shown('A1')).toEqual(expect.any(Number));
    expect(office.service.requests).toHaveLength(requests);
  });
});
