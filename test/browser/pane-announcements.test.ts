import { Ear } from './heard';
import { openBuilderIn } from './pane-builder-page';
import { openCells } from './pane-cells-page';
import { usePane } from './pane-page';

const pane = usePane();
const openBuilder = openBuilderIn(pane);

test('Insert without an argument that is needed marks it, and goes to it with what is still needed', async () => {
  await openBuilder('TICKS');
  const ear = await Ear.open(pane.page);
  expect(await pane.argument('symbol').getAttribute('aria-invalid')).toBeNull();
  await pane.button('Insert').click();
  await pane.page.locator('#md-argument-symbol:focus').waitFor();
  expect(await ear.focus()).toContain(
    'combobox “symbol”, invalid, collapsed, Still needed: symbol. Symbol of an index, such as SPX',
  );
  await pane.argument('symbol').fill('SPX');
  expect(await pane.argument('symbol').getAttribute('aria-invalid')).toBeNull();
  await pane.button('Insert').click();
  await pane.page.locator('#md-argument-start:focus').waitFor();
  expect(await ear.focus()).toContain('“start”, invalid, Still needed: start. Start of the window');
});

test('the preview announces its error, its only value and its size, and nothing while it calculates', async () => {
  await openBuilder('QUOTE');
  const ear = await Ear.open(pane.page);
  await pane.argument('symbols').fill('EURUSD');
  expect(await ear.saidUntil(/^Result/)).toEqual(['Result: 1.5']);
  await pane.argument('symbols').fill('EURUSD,GBPUSD');
  expect(await ear.saidUntil(/^Result/)).toEqual(['Result: 2 rows, 1 column']);
  await pane.argument('precision').fill('99');
  const [error] = await ear.saidUntil(/^#VALUE!/);
  expect(error).toContain('precision: 99');
  expect(await pane.page.locator('[aria-live] p').getAttribute('lang')).toBe('en');
});

test('a refresh is announced once, with what it could not refresh', async () => {
  await openCells(pane);
  const ear = await Ear.open(pane.page);
  await pane.button('All').first().click();
  await pane.answer('Refresh');
  expect(await ear.saidUntil(/refreshed/)).toEqual([
    'Counting the requests…',
    'Refreshing',
    '2 cells refreshed. 2 cells could not be refreshed: Sheet1!B4, Sheet1!B5',
  ]);
  // What the list finds afterwards is not said again. It is when somebody asks.
  await pane.page.getByLabel('Filter').fill('GBPUSD');
  expect(await ear.saidUntil(/of 4 cells/)).toEqual(['1 of 4 cells']);
  await pane.page.getByLabel('Filter').fill('');
  expect(await ear.saidUntil(/4 cells,/)).toEqual(['4 cells, 2 with an error']);
  await pane.button('Scan again').click();
  expect(await ear.saidUntil(/4 cells,/)).toEqual(['4 cells, 2 with an error']);
});
