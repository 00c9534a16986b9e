import { OPERATIONS } from '../../src/api/operations';
import { describeInterface } from '../../src/api/interface/description';
import { usePane } from './pane-page';

const pane = usePane();
const OTHERWISE = {
  status: 200,
  body: describeInterface(OPERATIONS, { 'GET /stocks/filings ticker': 'company' }, 'A service'),
};
const KEPT = '{"GET /stocks/filings ticker":"company"}';

const box = () => pane.page.getByLabel('Changed names');
const shownName = (name: string) =>
  pane.page.getByRole('row').filter({ hasText: name }).getByRole('cell').nth(1).textContent();

describe('parameter names in the pane', () => {
  test('are listed with their current values', async () => {
    await pane.open();
    await pane.page.locator('summary', { hasText: 'Current names' }).click();
    expect(await shownName('filings.type')).toBe('filing_type');
    expect(await box().inputValue()).toBe('');
    expect(await pane.button('Use the built-in names').count()).toBe(0);
  });

  test('can be changed with lines of text', async () => {
    await pane.open();
    await box().fill('filings.ticker = company');
    await pane.button('Keep names').click();
    await pane.status('Saved');
    expect((await pane.stored())['md.wireNames']).toBe(KEPT);
    await pane.page.locator('summary', { hasText: 'Current names' }).click();
    expect(await shownName('filings.ticker')).toBe('company');
  });

  test('are not saved while a line is wrong, and the error beside the box names that line', async () => {
    await pane.open();
    await box().fill('filings.ticker = company\nfilings.tiker = x');
    await pane.button('Keep names').click();
    await pane.page
      .locator('#md-wire-names-error')
      .filter({ hasText: 'Line 2: "filings.tiker" is not one of' })
      .waitFor();
    expect(await box().getAttribute('aria-invalid')).toBe('true');
    expect(await pane.stored()).toEqual({});
  });

  test('stay in the box while they are typed, whatever other setting changes', async () => {
    await pane.open();
    await box().fill('filings.ticker = company');
    await pane.page.getByLabel('Default area').selectOption('Stocks');
    await pane.status('Saved');
    expect(await box().inputValue()).toBe('filings.ticker = company');
  });
});

describe('a file that a check of the service wrote', () => {
  const choose = (content: string) =>
    pane.page
      .getByLabel('Import from a file')
      .setInputFiles({ name: 'names.json', mimeType: 'application/json', buffer: Buffer.from(content) });

  test('fills the box, and its names are kept when the user agrees', async () => {
    await pane.open();
    await choose(`{"names":${KEPT}}`);
    await pane.status('Read from the file');
    expect(await box().inputValue()).toBe('filings.ticker = company');
    expect(await pane.stored()).toEqual({});
    await pane.button('Keep names').click();
    await pane.status('Saved');
    expect((await pane.stored())['md.wireNames']).toBe(KEPT);
  });

  test('leaves the box as it is if the file has no names', async () => {
    await pane.open();
    await box().fill('filings.ticker = company');
    await choose('{}');
    await pane.status('The file does not have names of parameters');
    expect(await box().inputValue()).toBe('filings.ticker = company');
  });
});

describe('learning parameter names from the service', () => {
  test('lists differences and changes nothing until the user agrees, and can be reverted', async () => {
    await pane.open({ answer: OTHERWISE });
    await pane.button('Learn from the service').click();
    await pane.page.getByText('GET /stocks/filings: ticker is sent as ticker, the service calls it company').waitFor();
    expect(await pane.stored()).toEqual({});
    await pane.button('Use these names').click();
    await pane.status('Saved');
    expect((await pane.stored())['md.wireNames']).toBe(KEPT);
    expect(await box().inputValue()).toBe('filings.ticker = company');
    await pane.button('Use the built-in names').click();
    await pane.status('The built-in names are back');
    expect(await pane.stored()).toEqual({});
    expect(await box().inputValue()).toBe('');
  });

  test('says so if there are no differences', async () => {
    await pane.open({ answer: { status: 200, body: describeInterface(OPERATIONS, {}, 'A service') } });
    await pane.button('Learn from the service').click();
    await pane.page.getByText('The description matches the current names.').waitFor();
  });

  test('says why if there is no description', async () => {
    await pane.open({ answer: { status: 404, body: {} } });
    await pane.button('Learn from the service').click();
    expect(await pane.status('That did not work')).toBe(
      'That did not work: The service publishes no description of itself (404): enter the names by hand',
    );
  });
});
