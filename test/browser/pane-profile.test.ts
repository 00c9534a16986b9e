import { OPERATIONS } from '../../src/api/operations';
import { describeInterface } from '../../src/api/interface/description';
import { usePane } from './pane-page';

const pane = usePane();
const OTHERWISE = {
  status: 200,
  body: describeInterface(OPERATIONS, { 'GET /stocks/filings ticker': 'company' }, 'A service'),
};
const WITH_ADDED = {
  status: 200,
  body: {
    openapi: '3.1.0',
    paths: {
      ...(OTHERWISE.body as { paths: object }).paths,
      '/currencies/{symbol}/ohlc': {
        parameters: [{ name: 'symbol', in: 'path', required: true, schema: { type: 'string' } }],
        get: {
          summary: 'Bars of a pair',
          parameters: [
            { name: 'granularity', in: 'query', required: true, schema: { type: 'integer', enum: [60, 3600] } },
          ],
        },
      },
    },
  },
};
const LINE = 'GET /stocks/filings: ticker is sent as ticker, the service calls it company';
const USE = 'Use what is ticked';

/** The only profile that is kept. */
const kept = async (): Promise<object | undefined> => {
  const profiles = JSON.parse((await pane.stored())['md.profiles'] ?? '{}') as Record<string, object>;
  return Object.values(profiles)[0];
};
const ticked = (line: string | RegExp) => pane.page.getByRole('checkbox', { name: line });

describe('a file that a check of the service wrote', () => {
  const choose = (content: string) =>
    pane.page
      .getByLabel('Import from a file')
      .setInputFiles({ name: 'names.json', mimeType: 'application/json', buffer: Buffer.from(content) });

  test('proposes lines, of which those that are ticked count when the user agrees, and can be switched off one by one', async () => {
    await pane.open();
    const names = {
      'GET /stocks/filings ticker': 'company',
      'GET /stocks/filings limit': 'count',
      'GET /stocks/news': '/stocks/insights',
    };
    await choose(JSON.stringify({ names }));
    await pane.status('The file proposes lines');
    expect(await ticked(LINE).isChecked()).toBe(true);
    expect(await ticked('Moved? GET /stocks/news may now be /stocks/insights').isChecked()).toBe(false);
    expect(await pane.stored()).toEqual({});
    await pane.button(USE).click();
    await pane.status('Saved');
    expect(await kept()).toEqual({ names, added: [], off: ['GET /stocks/news'] });
    await ticked(LINE).click();
    await pane.status('Saved');
    expect(await kept()).toEqual({ names, added: [], off: ['GET /stocks/news', 'GET /stocks/filings ticker'] });
    expect(await ticked(/limit/).isChecked()).toBe(true);
  });

  test('changes nothing and says why if it has no names', async () => {
    await pane.open();
    await choose('{}');
    await pane.status('The file does not have names of parameters');
    expect(await pane.button(USE).count()).toBe(0);
  });
});

describe('learning from the service', () => {
  test('lists differences and changes nothing until the user agrees, and can be reverted', async () => {
    await pane.open({ answer: OTHERWISE });
    await pane.button('Learn from the service').click();
    await ticked(LINE).waitFor();
    expect(await pane.stored()).toEqual({});
    await pane.button(USE).click();
    await pane.status('Saved');
    expect(await kept()).toMatchObject({ names: { 'GET /stocks/filings ticker': 'company' } });
    await pane.button('Forget all of this').click();
    await pane.status('Only the interface document counts again');
    expect(await pane.stored()).toEqual({});
    expect(await ticked(LINE).count()).toBe(0);
  });

  test('makes the list of functions, the search and the builder offer what the service adds', async () => {
    const page = await pane.open({ answer: WITH_ADDED });
    await pane.button('Learn from the service').click();
    await ticked('New: GET /currencies/{symbol}/ohlc Bars of a pair').waitFor();
    await pane.button(USE).click();
    await pane.status('Saved');
    await pane.choose('functions');
    const added = page.getByRole('list', { name: 'What the service adds' });
    await added.waitFor();
    expect(await added.locator('.md-item-name').allInnerTexts()).toEqual(['/currencies/{symbol}/ohlc']);
    await added.getByRole('button').click();
    expect(await pane.formula()).toBe('=MD.GET("/currencies/{symbol}/ohlc","granularity=60")');
    const search = page.getByRole('combobox', { name: 'Find functions, symbols, markets' });
    await search.fill('ohlc');
    const hit = page.locator('.md-choices').getByRole('option', { name: '/currencies/{symbol}/ohlc' });
    expect(await hit.innerText()).toContain('What the service adds');
    await hit.click();
    expect(await pane.formula()).toBe('=MD.GET("/currencies/{symbol}/ohlc","granularity=60")');
  });

  test('says so if there are no differences', async () => {
    await pane.open({ answer: { status: 200, body: describeInterface(OPERATIONS, {}, 'A service') } });
    await pane.button('Learn from the service').click();
    await pane.page.getByText('The description agrees with the interface document.').waitFor();
  });

  test('says why if there is no description', async () => {
    await pane.open({ answer: { status: 404, body: {} } });
    await pane.button('Learn from the service').click();
    expect(await pane.status('That did not work')).toBe(
      'That did not work: The service publishes no description of itself (404): import the names from a file',
    );
  });
});
