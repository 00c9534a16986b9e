import { freezeWorkbook, openCells } from './pane-cells-page';
import { SERVICE, usePane } from './pane-page';

const pane = usePane();

describe('the selected cell in the pane', () => {
  const told = async (text: string | RegExp): Promise<string[]> => {
    const section = pane.page.getByRole('region', { name: 'Selected cell' });
    await section.getByText(text).waitFor();
    return (await section.locator('.md-selected').innerText()).split(/\n+/);
  };
  test('is described as the selection moves: age and source of a value, or the reason for an error', async () => {
    await openCells(pane);
    expect(await told('Sheet1!A1')).toEqual(['Sheet1!A1', 'The selected cell is not filled by an MD formula.']);
    await pane.select('B2');
    expect(await told('Sheet1!B2')).toEqual([
      'Sheet1!B2',
      expect.stringMatching(new RegExp(String.raw`^\d+ s old, from ${new URL(SERVICE).host} · price of .*\d{4}.*$`)),
      'Seen in this session',
    ]);
    await pane.select('B4');
    const [address, error, reason] = await told('Sheet1!B4');
    expect([address, error, reason]).toEqual(['Sheet1!B4', '#N/A', expect.stringContaining('"EURXXX" has no quote')]);
    await pane.select('A1');
    expect(await told('Sheet1!A1')).toHaveLength(2);
  });

  test('can be mended where it stands, also if it was entered after the list was made', async () => {
    await openCells(pane);
    await pane.enter('E5', ['=MD.HOURS("NYSE")']);
    await pane.select('E5');
    const section = pane.page.getByRole('region', { name: 'Selected cell' });
    await section.getByRole('button', { name: 'Where it comes from' }).click();
    const way = section.getByRole('region', { name: 'Sheet1!E5' });
    await way.waitFor();
    await section.getByRole('button', { name: 'Fix Sheet1!E5' }).click();
    await section.getByText('1 cell corrected.').waitFor({ timeout: 5_000 });
    await section.getByRole('button', { name: 'Fix Sheet1!E5' }).waitFor({ state: 'detached', timeout: 5_000 });
    // The way was that of the formula before.
    await way.waitFor({ state: 'detached' });
  });

  test.each([
    [
      'a result without room',
      '=MD.QUOTE("EURUSD,GBPUSD","mid")',
      '#SPILL!',
      /^Other cells, or the edge of the sheet, are in the way of the result: .* In a table and over merged cells, a formula fills only its own cell$/,
    ],
    ['a misspelt function', '=MD.QUOT("EURUSD")', '#NAME?', /^There is no MD\.QUOT\. Did you mean MD\.QUOTE\?$/],
    ['one without its prefix', '=QUOTE("EURUSD")', '#NAME?', /^There is no QUOTE\. Did you mean MD\.QUOTE\?$/],
    ['a misspelt one within another', '=1+MD.HOLIDEYS("XNYS")', '#NAME?', / Did you mean MD\.HOLIDAYS\?$/],
    ['a function that is like none', '=MD.XXXXXXXX(1)', '#NAME?', /^There is no MD\.XXXXXXXX\. The pane lists /],
  ])('says what to do about %s', async (_, formula, error, sentence) => {
    await openCells(pane, [[formula], ['in the way']]);
    await pane.select('B2');
    const [, shown, text] = await told(sentence);
    expect([shown, text]).toEqual([error, expect.stringMatching(sentence)]);
  });

  test.each([
    ['is translated where it stands', '=BDP("EUR Curncy","PX_LAST")*2', '=MD.QUOTE("EURUSD","mid")*2'],
    ['says why it has no translation', '=BDP("AAPL US Equity","PX_VOLUME")', /PX_VOLUME: the service does not have it/],
  ])('with a formula of another add-in %s', async (_, formula, said) => {
    await openCells(pane, [[formula]]);
    await pane.select('B2');
    const section = pane.page.getByRole('region', { name: 'Selected cell' });
    await section.getByText(said).waitFor();
    if (said instanceof RegExp) return;
    await section.getByRole('button', { name: 'Insert' }).click();
    await section.getByRole('button', { name: 'Replace' }).click();
    await section.getByText(/s old, from/).waitFor();
    expect(await pane.readFormulas('B2')).toEqual([said]);
  });

  test('leaves the focus where the user has put it when its question goes', async () => {
    await openCells(pane, [['=BDP("EUR Curncy","PX_LAST")']]);
    await pane.select('B2');
    const section = pane.page.getByRole('region', { name: 'Selected cell' });
    await section.getByRole('button', { name: 'Insert' }).click();
    const question = section.getByRole('button', { name: 'Replace' });
    await question.waitFor();
    await pane.page.locator('#md-search').focus();
    await pane.select('A1');
    await question.waitFor({ state: 'detached' });
    expect(await pane.focused()).toBe('md-search');
  });

  test('is described with the rate of a conversion and the time of that rate', async () => {
    const body = { info: { timestamp: 1_795_176_000, rate: 1.25 }, query: {}, result: 1_250_000 };
    await openCells(pane, [['=MD.CONVERT(250,"EUR","USD")']], { answer: { status: 200, body } });
    await pane.select('B2');
    expect((await told(/^Rate/))[1]).toMatch(/^Rate 1\.25, of \w+ \d+, 2026, \d+:\d\d/);
  });

  test('is described with the formula whose spill contains it, and with its own error', async () => {
    await openCells(pane, [['=MD.QUOTE("EURXXX,EURUSD,EURYYY","mid")']]);
    await pane.select('B4');
    const [, error, part, reason] = await told('Sheet1!B4');
    expect([error, part, reason]).toEqual([
      '#N/A',
      'Part of the result in Sheet1!B2',
      expect.stringContaining('"EURYYY" has no quote'),
    ]);
  });

  test('is described again when its value has arrived, and when the tab is shown again', async () => {
    await openCells(pane, []);
    await pane.select('E5');
    await told('Sheet1!E5');
    await pane.enter('E5', ['=MD.QUOTE("EURUSD","mid")']);
    await told(/s old, from/);
    await pane.choose('settings');
    await pane.select('I9');
    await pane.choose('cells');
    expect(await told('Sheet1!I9')).toHaveLength(2);
  });

  test('is followed to the requests at one click, and the way is copied as a text', async () => {
    await openCells(pane, [['=MD.QUOTE("EURUSD","bid")'], ['=MD.QUOTE("GBPUSD","bid")'], ['=SUM(B2:B3)']]);
    const copied = await pane.clipboard();
    await pane.select('B4');
    await told('Sheet1!B4');
    await pane.page.getByRole('button', { name: 'Where it comes from' }).click();
    const way = pane.page.getByRole('region', { name: '2 answers were found under Sheet1!B4.' });
    const text = await way.locator('pre').innerText();
    expect(text.split('\n')).toEqual(
      expect.arrayContaining([
        '=SUM(B2:B3)',
        '2 answers, oldest price first:',
        '- EURUSD  bid 1',
        '  Price of 2026-11-20 12:00:00 UTC',
        '1. /currencies/quotes?symbols=EURUSD,GBPUSD',
      ]),
    );
    expect(text).not.toContain('mine');
    await way.getByRole('button', { name: 'Copy as text' }).click();
    await way.getByText('✓').waitFor();
    expect(await copied()).toBe(text);
    // What is said of one cell must not stand under another.
    await pane.select('A1');
    await way.waitFor({ state: 'detached' });
  });

  test('is described as what was frozen there, without the age that its value had', async () => {
    await openCells(pane, [['=MD.QUOTE("EURUSD","mid")']]);
    await pane.select('B2');
    await told(/s old, from/);
    await freezeWorkbook(pane);
    expect(await told(/^Frozen /)).not.toContainEqual(expect.stringContaining('old, from'));
  });

  test('is not followed any more once another is selected', async () => {
    await openCells(pane, [['=MD.QUOTE("EURUSD","bid")'], ['=SUM(B2)']]);
    await pane.select('B3');
    await told('Sheet1!B3');
    const release = await pane.hold('formulas');
    await pane.page.getByRole('button', { name: 'Where it comes from' }).click();
    const progress = pane.page.getByRole('progressbar', { name: 'Following the cell to its requests' });
    await progress.waitFor();
    await pane.select('A1');
    await told('Sheet1!A1');
    await release();
    await progress.waitFor({ state: 'detached' });
    expect(await pane.page.getByRole('region', { name: 'under Sheet1!B3' }).count()).toBe(0);
  });
});
