import { ANSWER, openBuilderIn } from './pane-builder-page';
import { usePane } from './pane-page';

const pane = usePane();
const openBuilder = openBuilderIn(pane);

describe('inserting a formula', () => {
  const written = (row: number, column: number): Promise<string> =>
    pane.page.evaluate(
      async ([atRow, atColumn]) =>
        (
          await window.paneTest.host.workbook.read([
            {
              sheet: 'Sheet1',
              row: atRow!,
              column: atColumn!,
              rows: 1,
              columns: 1,
            },
          ])
        )[0]![0]![0]!.formula,
      [row, column],
    );
  const fillCells = (places: [number, number][]): Promise<void> =>
    pane.page.evaluate(async (filled) => {
      for (const [row, column] of filled) {
        await window.paneTest.host.workbook.write([
          { block: { sheet: 'Sheet1', row, column, rows: 1, columns: 1 }, cells: [[{ value: 'mine' }]] },
        ]);
      }
    }, places);

  test('writes it into the selected cell and says where', async () => {
    await openBuilder('QUOTE');
    await pane.page.evaluate(() =>
      window.paneTest.host.workbook.select({ sheet: 'Sheet1', row: 4, column: 1, rows: 3, columns: 3 }),
    );
    await pane.argument('symbols').fill('EURUSD');
    await pane.button('Insert').click();
    await pane.page.getByText('Inserted in Sheet1!B5.').waitFor();
    expect(await written(4, 1)).toBe('=MD.QUOTE("EURUSD")');
  });

  test('writes the default area of the workbook, so that the formula means the same in another workbook', async () => {
    await pane.open({ apiKey: 'mine', answer: ANSWER });
    await pane.page.getByLabel('Default area').selectOption('Stocks');
    await pane.status('Saved');
    await pane.choose('functions');
    await pane.button('MD.QUOTE').click();
    await pane.argument('symbols').fill('AAPL');
    await pane.page.getByText('=MD.QUOTE("AAPL",,"stocks")').waitFor();
    await pane.button('Insert').click();
    await pane.page.getByText('Inserted in Sheet1!A1.').waitFor();
    expect(await written(0, 0)).toBe('=MD.QUOTE("AAPL",,"stocks")');
    expect(await pane.stored()).not.toHaveProperty('md.area');
  });

  test('names the cells that the result would cover, and changes nothing until the user agrees', async () => {
    await openBuilder('QUOTE');
    await fillCells([
      [1, 0],
      [1, 1],
    ]);
    await pane.argument('symbols').fill('EURUSD,GBPUSD');
    await pane.argument('fields').fill('bid,ask');
    await pane.button('Insert').click();
    const question = pane.page.getByRole('alertdialog');
    await question.waitFor();
    expect(await question.innerText()).toContain('There is something in A2:B2 already.');
    expect(await pane.focused()).toBe('Cancel');
    await pane.page.keyboard.press('Escape');
    await question.waitFor({ state: 'hidden' });
    expect(await pane.focused()).toBe('Insert');
    expect(await written(0, 0)).toBe('');
    await pane.button('Insert').click();
    await pane.button('Replace').click();
    await pane.page.getByText('Inserted in Sheet1!A1.').waitFor();
    expect(await written(0, 0)).toBe('=MD.QUOTE("EURUSD,GBPUSD","bid,ask")');
    // What stood there is gone, or the result could not spill.
    expect(
      await pane.page.evaluate(
        async () =>
          (
            await window.paneTest.host.workbook.read([{ sheet: 'Sheet1', row: 1, column: 0, rows: 1, columns: 1 }])
          )[0]![0]![0]!.value,
      ),
    ).toBe(2);
  });

  test('names the other formula whose result is in the way, and removes it when the user agrees', async () => {
    await openBuilder('QUOTE');
    await pane.page.evaluate(async () => {
      const { workbook } = window.paneTest.host;
      await workbook.enter('B3', ['=MD.QUOTE("EURUSD,GBPUSD","bid,ask")']);
      await workbook.select({ sheet: 'Sheet1', row: 1, column: 2, rows: 1, columns: 1 });
    });
    await pane.argument('symbols').fill('EURUSD,GBPUSD');
    await pane.argument('fields').fill('bid');
    await pane.button('Insert').click();
    const question = await pane.page.getByRole('alertdialog').innerText();
    expect(question).toContain('There is something in C3 already.');
    expect(question).toContain('that formula is removed too: B3 (=MD.QUOTE("EURUSD,GBPUSD","bid,ask"))');
    await pane.button('Replace').click();
    await pane.page.getByText('Inserted in Sheet1!C2.').waitFor();
    const shown = await pane.page.evaluate(async () => {
      const { workbook } = window.paneTest.host;
      await workbook.settled();
      return (await workbook.read([{ sheet: 'Sheet1', row: 1, column: 1, rows: 3, columns: 2 }]))[0]!.map((row) =>
        row.map(({ value }) => value),
      );
    });
    expect(shown).toEqual([
      ['', 1],
      ['', 2],
      ['', ''],
    ]);
  });

  test('shows that formula as the user would type it', async () => {
    await pane.open({ apiKey: 'mine', tab: 'functions', answer: ANSWER });
    await pane.page.evaluate(async () => {
      const { workbook } = window.paneTest.host;
      Object.assign(workbook, { listSeparator: ';' });
      await workbook.enter('B3', ['=MD.QUOTE("EURUSD,GBPUSD","bid,ask",,2)']);
      await workbook.select({ sheet: 'Sheet1', row: 2, column: 2, rows: 1, columns: 1 });
    });
    await pane.button('MD.QUOTE').click();
    await pane.argument('symbols').fill('EURUSD');
    await pane.button('Insert').click();
    expect(await pane.page.getByRole('alertdialog').innerText()).toContain(
      'B3 (=MD.QUOTE("EURUSD,GBPUSD";"bid,ask";;2))',
    );
  });

  test('asks before it replaces what has been entered meanwhile in the place that it offered', async () => {
    await openBuilder('QUOTE');
    await pane.page.evaluate(() => window.paneTest.host.workbook.enter('A1', ['EURUSD'], ['GBPUSD']));
    await pane.argument('symbols').fill('=A1:A2');
    await pane.button('Insert').click();
    await pane.button('Insert in B1').waitFor();
    await fillCells([[0, 1]]);
    await pane.button('Insert in B1').click();
    await pane.page.getByRole('alertdialog').filter({ hasText: 'There is something in B1 already.' }).waitFor();
    expect(await written(0, 1)).toBe('');
    await pane.button('Replace').click();
    await pane.page.getByText('Inserted in Sheet1!B1.').waitFor();
  });

  /** Opens the builder beside a service that answers on demand. */
  async function openWaiting(): Promise<() => void> {
    let answerNow: (answer: typeof ANSWER) => void = () => undefined;
    const answer = new Promise<typeof ANSWER>((resolve) => {
      answerNow = resolve;
    });
    await openBuilder('QUOTE', { answer });
    return () => {
      answerNow(ANSWER);
    };
  }

  test('goes into the cell that was selected, also if another is selected until its result is known', async () => {
    const answer = await openWaiting();
    const select = (row: number): Promise<void> =>
      pane.page.evaluate(
        (at) => window.paneTest.host.workbook.select({ sheet: 'Sheet1', row: at, column: 1, rows: 1, columns: 1 }),
        row,
      );
    await select(4);
    await pane.argument('symbols').fill('EURUSD');
    await pane.button('Insert').click();
    await select(8);
    answer();
    await pane.page.getByText(/^Inserted in /).waitFor();
    expect([await written(4, 1), await written(8, 1)]).toEqual(['=MD.QUOTE("EURUSD")', '']);
  });

  test('asks nothing about a formula that has been changed until its result is known', async () => {
    const answer = await openWaiting();
    await fillCells([[0, 0]]);
    await pane.argument('symbols').fill('EURUSD');
    await pane.button('Insert').click();
    await pane.argument('symbols').fill('GBPUSD');
    expect(await pane.button('Insert').getAttribute('aria-disabled')).toBe('true');
    answer();
    await pane.page.locator('.md-insert [aria-disabled="false"]').waitFor();
    await pane.page.getByText('1 row × 1 column').waitFor();
    expect(await pane.page.getByRole('alertdialog').count()).toBe(0);
  });

  test('says why it failed', async () => {
    await openBuilder('QUOTE');
    await pane.page.evaluate(() => {
      window.paneTest.host.workbook.write = () => Promise.reject(new Error('The sheet is protected'));
    });
    await pane.argument('symbols').fill('EURUSD');
    await pane.button('Insert').click();
    await pane.page.getByText('The formula could not be inserted: The sheet is protected').waitFor();
  });
});
