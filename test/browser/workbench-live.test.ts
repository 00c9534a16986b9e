import { FastClock } from '../support/fast-clock';
import { tradingTime } from '../support/trading-time';
import { useWorkbench } from './use-workbench';

const clock = new FastClock(3);
const workbench = useWorkbench({
  prepare: (page) => page.openScratch(),
  sandbox: { now: () => tradingTime(clock.now()) },
  clock,
});

afterEach(() => workbench.empty('Scratch'));

/** The time of the quote, every second: it always changes. */
const live = (symbol: string): string => `=MD.LIVE("${symbol}","timestamp",,1)`;

const setFormula = (address: string, formula: string): Promise<void> =>
  workbench.page.evaluate(
    ([at, content]) => {
      window.workbench?.setFormula(at, content);
    },
    [address, formula] as const,
  );

/** How often the symbol has been asked for. */
const askedFor = (symbol: string): Promise<number> =>
  workbench.page.evaluate(
    (name) => window.workbench!.session.activity.requests.filter(({ what }) => what.includes(name)).length,
    symbol,
  );

/** Waits for that many more values, and returns the last. */
async function changes(address: string, times = 1): Promise<unknown> {
  let { value } = await workbench.cell(address);
  for (let time = 0; time < times; time++) {
    const before = value;
    ({ value } = await workbench.shows(address, (now) => typeof now === 'number' && now !== before));
  }
  return value;
}

/** Lets several polls of another symbol go by; it keeps cell T1 busy from then on. */
async function letPollsGoBy(): Promise<void> {
  await setFormula('T1', live('crypto:BTCUSD'));
  await changes('T1', 4);
}

describe('a cell with MD.LIVE', () => {
  test('waits for its first value, then updates by itself along with its dependents', async () => {
    await setFormula('B2', '=A2+1');
    // In the same step, before an answer can come.
    const first = await workbench.page.evaluate((formula) => {
      window.workbench?.setFormula('A2', formula);
      return window.workbench?.value('A2');
    }, live('EURUSD'));
    expect(first).not.toEqual(expect.any(Number));
    await changes('A2', 2);
    const value = Number(await changes('A2'));
    await workbench.shows('B2', (shown) => Number(shown) >= value + 1);
  });

  test('is not counted into the last recalculation of others, neither in the line below the bar nor in the pane', async () => {
    await setFormula('A2', live('EURUSD'));
    await changes('A2', 3);
    await setFormula('B2', '=MD.QUOTE("AUDNZD")');
    const { page } = workbench;
    await page.locator('#status', { hasText: /^1 cell · 1 request · / }).waitFor();
    await changes('A2', 3);
    expect(await page.locator('#status').textContent()).toMatch(/^1 cell · 1 request · /);
    await page.getByRole('tab', { name: 'Activity' }).click();
    const shown = page.getByRole('region', { name: 'Last recalculation' }).locator('.md-counts').first();
    expect((await shown.innerText()).replace(/\s+/g, ' ')).toMatch(/^Cells 1 .*Requests 1 /);
  });

  test('stops when its formula is deleted, or replaced by another formula, a value or a stream of another symbol', async () => {
    const symbols = ['AUDNZD', 'AUDCAD', 'AUDCHF', 'AUDJPY'];
    for (const [index, symbol] of symbols.entries()) await setFormula(`A${index + 2}`, live(symbol));
    for (const index of symbols.keys()) await changes(`A${index + 2}`);
    await workbench.select('A2');
    await workbench.page.keyboard.press('Delete');
    await setFormula('A3', '=1+1');
    await setFormula('A4', '7');
    await setFormula('A5', live('NZDCAD'));
    await workbench.shows('A2', (value) => value === null);
    await letPollsGoBy();
    const counts = await Promise.all(symbols.map(askedFor));
    const goesOn = await askedFor('NZDCAD');
    await changes('T1', 2);
    expect(await Promise.all(symbols.map(askedFor))).toEqual(counts);
    expect(await askedFor('NZDCAD')).toBeGreaterThan(goesOn);
  });

  test('of a list spills, keeps the row of a bad symbol, and goes on around what was in its way', async () => {
    for (const [address, text] of Object.entries({ A1: 'EURUSD', A2: 'NOSUCH', A3: 'crypto:BTCUSD', C2: 'in the way' }))
      await setFormula(address, text);
    await setFormula('B1', '=MD.LIVE(A1:A3,"timestamp,bid",,1)');
    await workbench.shows('B1', (value) => value === '#SPILL!');
    await setFormula('C2', '');
    await workbench.shows('C3', (value) => typeof value === 'number');
    await changes('B1', 2);
    await changes('B3', 2);
    expect((await workbench.cell('B2')).value).toBe('#N/A');
    await setFormula('A2', 'GBPUSD');
    await workbench.shows('B2', (value) => typeof value === 'number');
    await setFormula('B1', '');
    await workbench.shows('C3', (value) => value === null || value === '');
  });
});

describe('last values of a failing service', () => {
  const askAgain = (): Promise<void> =>
    workbench.page.evaluate(() => {
      const { session } = window.workbench!;
      const now = session.now();
      session.cells.watch({ beginCall: () => undefined, endCall: () => undefined, notBefore: () => now });
      window.workbench?.recalculate();
    });

  /** Has every cell asked for again, and waits until these show what they should. */
  async function recalculateUntil(cells: readonly string[], isReached: (texts: string[]) => boolean): Promise<void> {
    await askAgain();
    const end = performance.now() + 300_000;
    for (;;) {
      const texts = await workbench.texts(...cells);
      if (isReached(texts)) return;
      if (performance.now() > end) throw new Error(`Shows ${texts.join(', ')}`);
      await workbench.page.evaluate(() => new Promise(requestAnimationFrame));
    }
  }

  const fail = () =>
    workbench.page.route('**/currencies/quotes*', (route) =>
      route.fulfill({ status: 500, headers: { 'access-control-allow-origin': '*' } }),
    );

  const isMarked = (text: string): boolean => /^\d.* ⏱ \d\d:\d\d$/.test(text);

  test('show their mark over the cells’ own formats, in a spill and alone, and those formats return afterwards', async () => {
    await workbench.page.evaluate(async () => {
      const { session } = window.workbench!;
      await session.save({ onFailure: 'last-value' });
      await session.host.workbook.write([
        {
          block: { sheet: 'Scratch', row: 1, column: 0, rows: 1, columns: 1 },
          cells: [[{ formula: '=MD.QUOTE("EURUSD")', format: '0.000' }]],
        },
      ]);
    });
    const { text: before } = await workbench.cell('Model!F6');
    // Times of quotes are in whole seconds: the next must differ.
    await workbench.page.waitForFunction((end) => Date.now() > end, Date.now() + 1_500);
    const cells = ['Model!C6', 'A2', 'Model!F6'];
    const areFresh = ([bid = '', single = '']: string[]): boolean =>
      /^\d\.\d{5}$/.test(bid) && /^\d\.\d{3}$/.test(single);
    await recalculateUntil(cells, (texts) => areFresh(texts) && /^\d/.test(texts[2]!) && texts[2] !== before);
    await fail();
    await recalculateUntil(cells, (texts) => texts.every(isMarked));
    await workbench.page.unroute('**/currencies/quotes*');
    await recalculateUntil(cells, (texts) => areFresh(texts) && /^[-:\d ]+$/.test(texts[2]!));
    workbench.expectComplaint('500');
  });

  test('show their mark if they are asked for again while the answer before the failure is on its way', async () => {
    await workbench.page.evaluate(() => window.workbench!.session.save({ onFailure: 'last-value' }));
    await setFormula('A2', '=MD.QUOTE("EURUSD")');
    await recalculateUntil(['A2'], ([text = '']) => /^\d\.\d+$/.test(text));
    const held = new Promise<void>((resolve) => void workbench.page.route('**/currencies/quotes*', () => resolve()));
    await askAgain();
    await held;
    await fail();
    await recalculateUntil(['A2', 'Model!C6'], (texts) => texts.every(isMarked));
    await workbench.page.unroute('**/currencies/quotes*');
    workbench.expectComplaint('500');
  });

  test('make MD.COMPLETE FALSE, alone, in a range and in a spill, until they are fresh again', async () => {
    const lasts = ['A2', 'A3', 'C2', 'C3'];
    const ranges = ['A2', 'A3', 'A1:A3', 'C2', 'C2:C4'];
    const verdicts = ranges.map((_, index) => `F${index + 1}`);
    await workbench.page.evaluate(async () => {
      const { session } = window.workbench!;
      await session.save({ onFailure: 'last-value' });
      const spill = { formula: '=MD.QUOTE({"EURUSD";"USDJPY";"GBPUSD"})', format: '0.00' };
      await session.host.workbook.write([
        {
          block: { sheet: 'Scratch', row: 0, column: 0, rows: 3, columns: 3 },
          cells: [
            [{ value: 1 }],
            [{ formula: '=MD.QUOTE("EURUSD")' }, undefined, spill],
            [{ formula: '=MD.QUOTE("EURUSD")', format: '0.000' }],
          ],
        },
      ]);
    });
    for (const [index, range] of ranges.entries())
      await setFormula(verdicts[index]!, `=IF(MD.COMPLETE(${range}),"pass","no data")`);
    await recalculateUntil(verdicts, (texts) => texts.every((text) => text === 'pass'));
    await fail();
    await recalculateUntil(lasts, (texts) => texts.every(isMarked));
    for (const cell of verdicts) await workbench.shows(cell, (value) => value === 'no data');
    // A formula of which nothing that it names is calculated again.
    await setFormula('G1', '=MD.COMPLETE(A3)');
    expect((await workbench.shows('G1')).value).toBe(false);
    await workbench.page.unroute('**/currencies/quotes*');
    await recalculateUntil(
      [...lasts, ...verdicts],
      (texts) => !texts.some((text) => isMarked(text) || text === 'no data'),
    );
    workbench.expectComplaint('500');
  });
});
