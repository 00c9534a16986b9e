import { ANSWER, openBuilderIn } from './pane-builder-page';
import { lateAnswer, usePane } from './pane-page';

const pane = usePane();
const openBuilder = openBuilderIn(pane);

describe('inserting a formula', () => {
  const written = async (address: string): Promise<string> => (await pane.readFormulas(address))[0]!;

  test('writes it into the selected cell and says where', async () => {
    await openBuilder('QUOTE');
    await pane.select('B5:D7');
    await pane.argument('symbols').fill('EURUSD');
    await pane.button('Insert').click();
    await pane.page.getByText('Inserted in Sheet1!B5.').waitFor();
    expect(await written('B5')).toBe('=MD.QUOTE("EURUSD")');
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
    expect(await written('A1')).toBe('=MD.QUOTE("AAPL",,"stocks")');
    expect(await pane.stored()).not.toHaveProperty('md.area');
  });

  test('names the cells that the result would cover, and changes nothing until the user agrees', async () => {
    await openBuilder('QUOTE');
    await pane.enter('A2', ['mine', 'mine']);
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
    expect(await written('A1')).toBe('');
    await pane.button('Insert').click();
    await pane.button('Replace').click();
    await pane.page.getByText('Inserted in Sheet1!A1.').waitFor();
    expect(await written('A1')).toBe('=MD.QUOTE("EURUSD,GBPUSD","bid,ask")');
    // What stood there is gone, or the result could not spill.
    expect((await pane.read('A2'))[0]!.value).toBe(2);
  });

  test('names the other formula whose result is in the way, as the user would type it, and removes it when the user agrees', async () => {
    await openBuilder('QUOTE');
    await pane.page.evaluate(() => Object.assign(window.paneTest.host.workbook, { listSeparator: ';' }));
    await pane.enter('B3', ['=MD.QUOTE("EURUSD,GBPUSD","bid,ask",,2)']);
    await pane.select('C2');
    await pane.argument('symbols').fill('EURUSD,GBPUSD');
    await pane.argument('fields').fill('bid');
    await pane.button('Insert').click();
    const question = await pane.page.getByRole('alertdialog').innerText();
    expect(question).toContain('There is something in C3 already.');
    expect(question).toContain('that formula is removed too: B3 (=MD.QUOTE("EURUSD,GBPUSD";"bid,ask";;2))');
    await pane.button('Replace').click();
    await pane.page.getByText('Inserted in Sheet1!C2.').waitFor();
    await pane.page.evaluate(() => window.paneTest.host.workbook.settled());
    expect((await pane.read('B2:C4')).map(({ value }) => value)).toEqual(['', 1, '', 2, '', '']);
  });

  test('asks before it replaces what has been entered meanwhile in the place that it offered', async () => {
    await openBuilder('QUOTE');
    await pane.enter('A1', ['EURUSD'], ['GBPUSD']);
    await pane.argument('symbols').fill('=A1:A2');
    await pane.button('Insert').click();
    await pane.button('Insert in B1').waitFor();
    await pane.enter('B1', ['mine']);
    await pane.button('Insert in B1').click();
    await pane.page.getByRole('alertdialog').filter({ hasText: 'There is something in B1 already.' }).waitFor();
    expect(await written('B1')).toBe('');
    await pane.button('Replace').click();
    await pane.page.getByText('Inserted in Sheet1!B1.').waitFor();
  });

  /** Opens the builder beside a service that answers when the returned function is called. */
  async function openWaiting(): Promise<() => void> {
    const [answer, answerNow] = lateAnswer();
    await openBuilder('QUOTE', { answer });
    return () => answerNow(ANSWER);
  }

  test('goes into the cell that was selected, also if another is selected until its result is known', async () => {
    const answer = await openWaiting();
    await pane.select('B5');
    await pane.argument('symbols').fill('EURUSD');
    await pane.button('Insert').click();
    await pane.select('B9');
    answer();
    await pane.page.getByText(/^Inserted in /).waitFor();
    expect([await written('B5'), await written('B9')]).toEqual(['=MD.QUOTE("EURUSD")', '']);
  });

  test('asks nothing about a formula that has been changed until its result is known', async () => {
    const answer = await openWaiting();
    await pane.enter('A1', ['mine']);
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
    await pane.refuse('write', 'The sheet is protected');
    await pane.argument('symbols').fill('EURUSD');
    await pane.button('Insert').click();
    await pane.page.getByText('The formula could not be inserted: The sheet is protected').waitFor();
  });
});
