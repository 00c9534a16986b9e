import type { Locator } from 'playwright-core';
import { ANSWER, openBuilderIn } from './pane-builder-page';
import { usePane } from './pane-page';

const pane = usePane();
const openBuilder = openBuilderIn(pane);
const cells = (): Promise<string[]> =>
  pane.page.getByRole('table', { name: 'Result' }).getByRole('cell').allInnerTexts();

describe('the list of functions', () => {
  const names = (): Promise<string[]> =>
    pane.page.getByRole('list', { name: 'Functions' }).locator('.md-item-name').allInnerTexts();

  test('works without the texts too, and requests them again', async () => {
    const page = await pane.open({ isAlone: true });
    await page.route('**/help.json', (route) => route.abort());
    await pane.choose('functions');
    await page.getByText('could not be loaded').waitFor();
    expect(await names()).toContain('MD.QUOTE');
    await page.unroute('**/help.json');
    await pane.button('Try again').click();
    await page.getByText('Last quotes of').waitFor();
  });

  test('is shown once its texts are there: no function moves away from under the pointer', async () => {
    const page = await pane.open({ isAlone: true });
    let letGo!: () => void;
    const texts = new Promise<void>((resolve) => (letGo = resolve));
    await page.route('**/help.json', async (route) => {
      await texts;
      await route.fallback();
    });
    await pane.choose('functions');
    await pane.panel.getByText('Loading').waitFor();
    expect(await pane.button('MD.TICKS').count()).toBe(0);
    letGo();
    expect(await pane.button('MD.QUOTE').innerText()).toContain('Last quotes of');
  });

  test('has the function that was open before in focus', async () => {
    await openBuilder('HOURS');
    await pane.button('All functions').click();
    expect(await pane.focused()).toContain('MD.HOURS');
  });
});

describe('the formula builder', () => {
  test('writes the formula from the entries, and omits empty ones at the end', async () => {
    await openBuilder('QUOTE');
    expect(await pane.formula()).toBe('=MD.QUOTE()');
    await pane.argument('symbols').fill('EURUSD, GBPUSD');
    await pane.button('bid').click();
    await pane.button('ask').click();
    await pane.argument('headers').selectOption('TRUE');
    expect(await pane.formula()).toBe('=MD.QUOTE("EURUSD, GBPUSD","bid,ask",,,TRUE)');
    await pane.argument('headers').selectOption('');
    await pane.button('ask').click();
    expect(await pane.formula()).toBe('=MD.QUOTE("EURUSD, GBPUSD","bid")');
  });

  test('keeps the formula, its button and the focus in sight', async () => {
    await openBuilder('TICKS');
    const boxOf = (locator: Locator) => locator.boundingBox().then((box) => box!);
    const bottomOf = async (locator: Locator): Promise<number> => {
      const { y, height } = await boxOf(locator);
      return y + height;
    };
    for (const name of ['symbol', 'limit', 'interval', 'symbol']) {
      await pane.argument(name).focus();
      expect(await bottomOf(pane.button('Insert'))).toBeLessThanOrEqual(800);
      const { y } = await boxOf(pane.page.getByLabel('Formula', { exact: true }));
      expect(await bottomOf(pane.argument(name))).toBeLessThan(y);
    }
  });

  test('explains the words of a list, like the formula bar', async () => {
    await openBuilder('TICKS');
    const labels = (name: string): Promise<string[]> => pane.argument(name).locator('option').allInnerTexts();
    await pane
      .argument('interval')
      .getByText('hour: Open, high, low, close of mid by the hour')
      .waitFor({ state: 'attached' });
    expect((await labels('interval')).slice(0, 2)).toEqual(['Left out', 'tick: Every tick: time, ask, bid, mid']);
    expect(await labels('headers')).toEqual(['Left out', 'TRUE', 'FALSE']);
    await pane.argument('interval').selectOption('hour');
    expect(await pane.formula()).toBe('=MD.TICKS(,,,,,,"hour")');
  });

  test('sends no request for all exchanges before one is named', async () => {
    await openBuilder('HOURS', { answer: { status: 200, body: [] } });
    const asked = pane.requests('/markets/hours');
    await pane.page.getByText('Without mics the result is about every exchange.').waitFor();
    await pane.argument('mics').fill('XNYS');
    await pane.page.getByText('XNYS', { exact: false }).and(pane.page.locator('.md-preview *')).first().waitFor();
    expect(asked.length).toBeGreaterThan(0);
    for (const { search } of asked) expect(search).toContain('XNYS');
  });

  test('says how many requests a live cell needs in an hour', async () => {
    await openBuilder('LIVE');
    await pane.page.getByText('About 360 requests an hour').waitFor();
    await pane.argument('seconds').fill('2');
    await pane.page.getByText('About 1,800 requests an hour').waitFor();
    await pane.argument('symbol').fill('EURUSD,GBPUSD,USDJPY,AUDUSD,USDCAD,USDCHF,NZDUSD,EURGBP');
    await pane.page.getByText('About 3,600 requests an hour').waitFor();
  });

  test("uses the separator of the user, reads a number by the marks of the user's Excel, and leaves one that can be read in two ways to be refused", async () => {
    await pane.open({ apiKey: 'mine', tab: 'functions', answer: ANSWER });
    await pane.page.evaluate(() => {
      const numberMarks = { decimal: ',', thousands: ' ' };
      Object.assign(window.paneTest.host.workbook, { listSeparator: ';', numberMarks });
    });
    await pane.button('MD.CONVERT').click();
    await pane.argument('from').fill('EUR');
    await pane.argument('amount').fill('10 000,5');
    expect(await pane.formula()).toBe('=MD.CONVERT(10000,5;"EUR")');
    await pane.argument('amount').fill('10.000');
    expect(await pane.formula()).toBe('=MD.CONVERT("10.000";"EUR")');
  });

  test.each([
    { name: 'HOURS', typed: '11232026', formulaOfIt: '=MD.HOURS(,"2026-11-23")' },
    { name: 'TICKS', typed: '112320260930PM', formulaOfIt: '=MD.TICKS(,"2026-11-23 21:30")' },
  ])(
    'accepts the start of $name while it is typed, and a year only with four digits',
    async ({ name, typed, formulaOfIt }) => {
      await openBuilder(name, { answer: { status: 200, body: [] } });
      await pane.argument('start').focus();
      await pane.page.keyboard.type(typed);
      expect(await pane.formula()).toBe(formulaOfIt);
    },
  );

  test('omits a date that was cleared', async () => {
    await openBuilder('HOURS', { answer: { status: 200, body: [] } });
    await pane.argument('start').focus();
    await pane.page.keyboard.type('11232026');
    await pane.page.keyboard.press('Delete');
    expect(await pane.formula()).toBe('=MD.HOURS()');
  });

  test('shows the beginning of the result', async () => {
    await openBuilder('QUOTE');
    await pane.argument('symbols').fill('EURUSD,GBPUSD');
    await pane.argument('fields').fill('symbol,mid');
    await pane.page.getByText('2 rows × 2 columns').waitFor();
    expect(await cells()).toEqual(['EURUSD', '1.5', 'GBPUSD', '2.5']);
  });

  test('says if it was made from the first ticks alone', async () => {
    const tick = { time: '2026-11-20T15:00:00', ask: 3, bid: 1, mid: 2 };
    await openBuilder('TICKS', { answer: { status: 200, body: { items: [tick], next_page: 'more' } } });
    await pane.argument('symbol').fill('SPX');
    await pane.argument('start').fill('2026-11-20T00:00');
    await pane.argument('end').fill('2026-11-21T00:00');
    await pane.panel.getByText('Made from the first ticks alone').waitFor();
    expect(await cells()).toContain('2');
  });

  test('says what is still missing, and sends no request', async () => {
    await openBuilder('CONVERT');
    await pane.page.getByText('Still needed: amount, from, to.').waitFor();
    const asked = pane.requests('');
    await pane.argument('amount').fill('5');
    await pane.page.getByText('Still needed: from, to.').waitFor();
    await pane.button('Insert').click();
    expect(await pane.focused()).toBe('md-argument-from');
    expect(asked).toEqual([]);
  });

  test('sends one request for text that is typed quickly', async () => {
    await openBuilder('QUOTE');
    const asked = pane.requests('/currencies/quotes');
    await pane.argument('symbols').pressSequentially('EURUSD', { delay: 20 });
    await pane.page.getByText('1 row × 1 column').waitFor();
    expect(asked.map(({ searchParams }) => searchParams.get('symbols'))).toEqual(['EURUSD']);
  });

  test('shows the sentence of an error', async () => {
    await openBuilder('QUOTE');
    await pane.argument('symbols').fill('EURUSD');
    await pane.argument('precision').fill('99');
    await pane.panel.getByText('#VALUE!').waitFor();
    expect(await pane.page.getByLabel('Result', { exact: true }).innerText()).toContain('a whole number from 0 to 15');
    // Of one cell among others, too.
    await pane.argument('precision').fill('');
    await pane.argument('symbols').fill('EURUSD,EURXXX');
    await pane.panel.getByText('"EURXXX" has no quote in currencies').waitFor();
  });

  test('waits for the cell if the workbook cannot read what the formula refers to', async () => {
    await openBuilder('QUOTE');
    await pane.refuse('read', 'No such sheet');
    await pane.argument('symbols').fill('=Nowhere!A1');
    await pane.panel.getByText('The result shows once the formula is in a cell.').waitFor();
  });

  test('shows the result instead of an error once a key is entered', async () => {
    await openBuilder('QUOTE', { apiKey: '' });
    await pane.argument('symbols').fill('EURUSD');
    await pane.page.getByLabel('Result', { exact: true }).getByText(/^#/).waitFor();
    await pane.page.evaluate(() => window.paneTest.session.save({ apiKey: 'mine' }));
    await pane.page.getByText('1 row × 1 column').waitFor();
    expect(await cells()).toEqual(['1.5']);
  });

  test('brings the result into view without taking the focus, above what stays at the bottom', async () => {
    await openBuilder('QUOTE');
    await pane.argument('headers').selectOption('FALSE');
    await pane.argument('headers').focus();
    await pane.page.evaluate(() => scrollTo(0, 0));
    await pane.argument('symbols').evaluate((field: HTMLInputElement) => {
      field.value = 'EURUSD';
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await pane.page.getByText('1 row × 1 column').waitFor();
    const [result, foot] = await Promise.all(
      ['.md-preview', '.md-builder-foot'].map((part) => pane.page.locator(part).boundingBox()),
    );
    expect(result!.y).toBeGreaterThanOrEqual(0);
    expect(result!.y + result!.height).toBeLessThanOrEqual(foot!.y);
    expect(await pane.focused()).toBe('md-argument-headers');
  });

  test('keeps the field that is typed into in view', async () => {
    await openBuilder('QUOTE', { viewport: { width: 320, height: 500 } });
    await pane.argument('symbols').pressSequentially('EURUSD');
    await pane.page.getByText('1 row × 1 column').waitFor();
    expect((await pane.argument('symbols').boundingBox())!.y).toBeGreaterThanOrEqual(0);
  });

  test('takes the selection as an argument, and reads it for the preview', async () => {
    await pane.open({ apiKey: 'mine', tab: 'functions', answer: ANSWER });
    await pane.page.evaluate(async () => {
      const { workbook } = window.paneTest.host;
      const sheet = await workbook.addSheet({
        name: 'My sheet',
        rows: [[], [{ value: 'EURUSD' }], [{ value: 'GBPUSD' }]],
        columnWidths: [],
      });
      await workbook.select({ sheet, row: 1, column: 0, rows: 2, columns: 1 });
    });
    await pane.button('MD.QUOTE').click();
    await pane.button('Use the selection for symbols').click();
    expect(await pane.formula()).toBe("=MD.QUOTE('My sheet'!A2:A3)");
    await pane.page.getByText('2 rows × 1 column').waitFor();
    expect(await cells()).toEqual(['1.5', '2.5']);
  });

  test('follows the cells that the formula refers to', async () => {
    await openBuilder('QUOTE');
    await pane.enter('C1', ['EURUSD'], ['GBPUSD']);
    await pane.argument('symbols').fill('=C1:C2');
    await pane.page.getByText('2 rows × 1 column').waitFor();
    expect(await cells()).toEqual(['1.5', '2.5']);
    // As after Enter: the selection goes to the next cell.
    await pane.enter('C1', ['GBPUSD']);
    await pane.select('C2');
    await pane.panel.locator('td').first().filter({ hasText: '2.5' }).waitFor();
    expect(await cells()).toEqual(['2.5', '2.5']);
  });
});
