import { OPERATIONS } from '../../src/api/operations';
import { describeInterface } from '../../src/api/interface/description';
import { usePane } from './pane-page';

const pane = usePane();
const OTHERWISE = {
  status: 200,
  body: describeInterface(OPERATIONS, { 'GET /stocks/filings ticker': 'company' }, 'A service'),
};
const KEPT = '{"GET /stocks/filings ticker":"company"}';

const shownName = async (name: string): Promise<string | null> => {
  const folded = pane.page.locator('details:not([open]) summary', { hasText: 'Current names' });
  if ((await folded.count()) > 0) await folded.click();
  return pane.page.getByRole('row').filter({ hasText: name }).getByRole('cell').nth(1).textContent();
};

describe('parameter names in the pane', () => {
  test('are listed with their current values', async () => {
    await pane.open();
    expect(await shownName('filings.type')).toBe('filing_type');
    expect(await pane.button('Use the built-in names').count()).toBe(0);
    expect(await pane.button('Take back').count()).toBe(0);
  });
});

describe('a file that a check of the service wrote', () => {
  const choose = (content: string) =>
    pane.page
      .getByLabel('Import from a file')
      .setInputFiles({ name: 'names.json', mimeType: 'application/json', buffer: Buffer.from(content) });

  test('proposes its names, which are kept when the user agrees and can be taken back one by one', async () => {
    await pane.open();
    await choose('{"names":{"GET /stocks/filings ticker":"company","GET /stocks/filings limit":"count"}}');
    await pane.status('The file proposes names');
    await pane.page.getByText('GET /stocks/filings: ticker is sent as ticker, the service calls it company').waitFor();
    expect(await pane.stored()).toEqual({});
    await pane.button('Use these names').click();
    await pane.status('Saved');
    expect(await shownName('filings.limit')).toContain('count');
    await pane.button('Take back: filings.limit').click();
    await pane.status('The built-in names are back');
    expect((await pane.stored())['md.wireNames']).toBe(KEPT);
    expect(await shownName('filings.limit')).not.toContain('count');
  });

  test('changes nothing and says why if it has no names', async () => {
    await pane.open();
    await choose('{}');
    await pane.status('The file does not have names of parameters');
    expect(await pane.button('Use these names').count()).toBe(0);
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
    expect(await shownName('filings.ticker')).toContain('company');
    await pane.button('Use the built-in names').click();
    await pane.status('The built-in names are back');
    expect(await pane.stored()).toEqual({});
    expect(await shownName('filings.ticker')).toBe('ticker');
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
      'That did not work: The service publishes no description of itself (404): import the names from a file',
    );
  });
});
