import { CURRENCY_PAIRS } from '../../src/sandbox/instruments/instruments';
import type { Formula } from './emulator/invocations';
import { EmulatedWorkbook } from './emulator/workbook/emulated-workbook';
import { type OpenOptions, useOffice } from './opened';
import type { EmulatedExcel } from './emulator/emulated-excel';

const office = useOffice();

/** Of the page's seconds, in which results are held back: however busy the machine is, they are long enough. */
const SLOW_MOTION = 0.2;
/** 100 ms in the page: more than the 50 ms that the client waits with a message anyway. */
const LATENCY_MS = 100 / SLOW_MOTION;
/** Far more than the pairs, in more than one event. */
const CELLS = process.env.MD_TESTS === 'night' ? 10_000 : 2_000;
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

  test.each(process.env.MD_TESTS === 'night' ? [1, 7, 8, 170] : [8, 170])(
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

describe('Ctrl+Alt+F9, pressed again and again', () => {
  const pairs = SYMBOLS.filter((symbol) => !symbol.startsWith('JPY')).slice(0, 168);
  const formulas = quotesOf(pairs).map((formula, row) => ({ ...formula, address: `Model!A${row + 1}` }));
  const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

  // Excel cancels before it calls again or after that, at once or a moment later.
  test.each([
    ['after Excel has cancelled all calls', 'cancels first', 0],
    ['a moment after Excel has cancelled all calls', 'cancels first', 100],
    ['before Excel cancels the calls of before', 'calls first', 0],
  ])('sends hardly more requests than once: called again %s', async (_, order, momentMs) => {
    const excel = await office.open();
    await excel.callAll(quotesOf(['XAUUSD']));
    office.service.requests.length = 0;
    office.service.latencyMs = 400;
    let calls = excel.start(formulas);
    for (const pressedAfterMs of [150, 300, 250, 200]) {
      await pause(pressedAfterMs);
      const before = calls;
      if (order === 'calls first') calls = excel.start(formulas);
      for (const call of before) void excel.cancel(call);
      await pause(momentMs);
      if (order === 'cancels first') calls = excel.start(formulas);
    }
    const results = await Promise.all(calls.map(({ result }) => result));
    expect(results.filter((result) => 'value' in result)).toHaveLength(pairs.length);
    // What is asked twice is in a list that waited to be sent, and of which Excel has cancelled a part: two lists, or some
    // more on a busy machine. It was three times as many as are needed when nothing was joined.
    const asked = office.service.requests.filter((path) => !path.includes('precision='));
    expect(asked.length).toBeLessThanOrEqual((2 * pairs.length) / PAIRS_PER_REQUEST);
  });
});

describe('several calls in one cell', () => {
  test.each([
    [
      'an argument that is wrong, before a good call',
      '=MD.QUOTE("EURUSD","bidd")+MD.QUOTE("GBPUSD")',
      ['GBPUSD'],
      /"bidd" is not/,
    ],
    [
      'an argument that is wrong, after a good call',
      '=MD.QUOTE("GBPUSD")+MD.QUOTE("EURUSD","bidd")',
      ['GBPUSD'],
      /"bidd" is not/,
    ],
    [
      'an unknown symbol, before a good call',
      '=MD.QUOTE("NOSUCH")+MD.QUOTE("GBPUSD")',
      ['NOSUCH', 'GBPUSD'],
      /"NOSUCH" has no quote/,
    ],
    [
      'an unknown symbol, between good calls',
      '=MD.QUOTE("EURUSD")+MD.QUOTE("NOSUCH")+MD.QUOTE("GBPUSD")',
      ['EURUSD', 'NOSUCH', 'GBPUSD'],
      /"NOSUCH" has no quote/,
    ],
  ])('are an error together, which the pane explains and Refresh errors asks again: %s', async (...traits) => {
    const [, formula, asked, said] = traits;
    const excel = await office.open({ workbook: new EmulatedWorkbook('Model') });
    await excel.type('A1', '=MD.QUOTE("USDCHF")');
    await excel.type('A2', formula);
    expect(excel.workbook.cell('A2').isError).toBe(true);
    await excel.select('Model!A2');
    await excel.showPane();
    await excel.pane.getByRole('tab', { name: 'Cells' }).click();
    await excel.pane.getByText(said).first().waitFor();
    office.service.requests.length = 0;
    await excel.runCommand('refreshErrors');
    expect(new Set(quoteRequests(office.service.requests))).toEqual(new Set(asked));
  });
});

const quoteRequests = (requests: readonly string[]): string[] =>
  requests.flatMap((request) => new URL(request, 'http://service').searchParams.get('symbols')?.split(',') ?? []);

/** The first request alone tells whether the others are left out, however many there are. */
const MANY = process.env.MD_TESTS === 'night' ? 10_000 : 1_000;
describe('a ribbon button', () => {
  async function open(options: OpenOptions = {}) {
    const excel = await office.open({ workbook: new EmulatedWorkbook('Model'), ...options });
    await excel.type('A1', '=MD.QUOTE("EURUSD")');
    await excel.type('A2', '=MD.QUOTE("GBPUSD")');
    await excel.type('A3', '=MD.QUOTE("NOSUCH")');
    office.service.requests.length = 0;
    return excel;
  }

  test('for Refresh selection requests only the selected cells', async () => {
    const excel = await open();
    await excel.select('Model!A2:B2');
    await excel.runCommand('refreshSelection');
    expect(quoteRequests(office.service.requests)).toEqual(['GBPUSD']);
  });
});

describe('a refresh in the pane', () => {
  test('of thousands of cells stops at once, and says how many cells still get their values', async () => {
    const workbook = new EmulatedWorkbook('Model');
    for (let row = 0; row < MANY; row++)
      workbook.sheet('Model').put(row, 0, { value: 1, isError: false, formula: '=MD.QUOTE("EURUSD")' });
    const excel = await office.open({ workbook });
    await excel.showPane();
    const { pane } = excel;
    await pane.getByRole('tab', { name: 'Cells' }).click();
    await pane
      .getByRole('region', { name: 'Refresh', exact: true })
      .getByRole('button', { name: 'Refresh: All', exact: true })
      .click();
    office.service.hold();
    const asked = office.service.nextRequest();
    await pane.getByRole('alertdialog').getByRole('button', { name: 'Refresh' }).click();
    await asked;
    await pane.getByRole('button', { name: 'Stop', exact: true }).click();
    const said = `Stopped. 0 cells refreshed. ${MANY.toLocaleString('en')} more still get their values.`;
    await pane.getByText(said).first().waitFor();
    expect(office.service.requests).toHaveLength(1);
  });
});

describe('a sheet with another name', () => {
  test('keeps what is known of its cells, also if another takes its name', async () => {
    const excel = await office.openOn('Excel on the web', { workbook: new EmulatedWorkbook('Sheet1', 'Sheet2') });
    await excel.type('Sheet1!A1', '=MD.QUOTE("EURUSD")');
    await excel.type('Sheet2!A1', '=MD.QUOTE("NOSUCH")');
    await excel.showPane();
    const { pane, workbook } = excel;
    await pane.getByRole('tab', { name: 'Cells' }).click();
    await excel.select('Sheet1!A1');
    await pane.getByText(/· price of /).waitFor();
    workbook.renameSheet('Sheet1', "Today's prices");
    workbook.renameSheet('Sheet2', 'Sheet1');
    await excel.select('Sheet1!A1');
    await pane.getByText('"NOSUCH" has no quote').first().waitFor();
    await excel.select("'Today''s prices'!A1");
    await pane.getByText(/· price of /).waitFor();
  });
});

const MINUTE_MS = 60_000;

describe('quotes of a workbook with a setting of its own', () => {
  const later = (excel: EmulatedExcel, minutes: number): Promise<void> =>
    excel.pane.evaluate((ms) => {
      const now = Date.now;
      Date.now = () => now() + ms;
    }, minutes * MINUTE_MS);

  const insertRow = (excel: EmulatedExcel): Promise<void> =>
    excel.changeRows('Model', (workbook) => workbook.moveRows('Model', 0, 1));

  test('stay fresh for the time set in the pane, even after reopening: until then inserted rows cause no requests', async () => {
    const workbook = new EmulatedWorkbook('Model');
    const before = await office.openOn('Microsoft 365 on Windows', { workbook });
    await before.showPane();
    await before.pane.getByRole('tab', { name: 'Settings' }).click();
    await before.pane.getByLabel('Quotes stay fresh').selectOption('15 minutes');
    await before.pane.getByText('Saved.').first().waitFor();
    await before.pane.getByLabel('Only in this workbook').click();
    await before.pane.getByRole('tab', { name: 'Activity' }).click();
    await before.pane.getByText('Quotes stay fresh in this workbook: 15 minutes').waitFor();
    await before.close();

    const excel = await office.openOn('Microsoft 365 on Windows', { workbook });
    await excel.type('B2', '=MD.QUOTE("EURUSD")');
    await excel.showPane();
    await excel.pane.getByRole('tab', { name: 'Activity' }).click();
    await excel.pane.getByText('Quotes stay fresh in this workbook: 15 minutes').waitFor();
    office.service.requests.length = 0;
    // The open tab asks for the account's usage, too.
    const quotes = (): string[] => office.service.requests.filter((request) => request.includes('/quotes'));
    await later(excel, 14);
    await insertRow(excel);
    expect(quotes()).toEqual([]);
    await later(excel, 2);
    await insertRow(excel);
    expect(quotes()).toEqual([expect.stringContaining('EURUSD')]);
  });
});
