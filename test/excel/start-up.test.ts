import { CATALOG } from '../../src/functions/catalog';
import { EmulatedWorkbook } from './emulator/workbook/emulated-workbook';
import { useOffice } from './opened';
import { A_QUOTE } from './prices';

const PANE_CODE = /^\/pane\b.*\.js$/;

describe('when Excel loads the add-in', () => {
  const office = useOffice();

  test('every function is ready as soon as Excel may call it', async () => {
    const excel = await office.open({ stored: {} });
    const results = await excel.callAll(CATALOG.map(({ id }) => ({ name: id, args: [] })));
    expect(results.map((result) => 'error' in result && ['#N/A', '#VALUE!'].includes(result.error))).toEqual(
      CATALOG.map(() => true),
    );
  });

  test('a function that nobody associated would fail in another way, inside office.js', async () => {
    const excel = await office.open();
    expect(await excel.call('NOSUCH')).toEqual({ error: 'exception', message: '' });
  });

  test('cells get their values without the code of the pane', async () => {
    const excel = await office.open();
    expect(await excel.call('QUOTE', [['EURUSD']])).toEqual({ value: [[A_QUOTE]] });
    expect(excel.files.filter((file) => PANE_CODE.test(file))).toEqual([]);
  });

  test('cells do not wait for the code of rarer functions, which loads with their first formula', async () => {
    const excel = await office.open();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await excel.page.route(/\/(?!functions)[a-z-]+\.\w{8}\.js/, async (route) => {
      await held;
      await route.continue();
    });
    expect(await excel.call('QUOTE', [['EURUSD']])).toEqual({ value: [[A_QUOTE]] });
    release();
    expect(await excel.call('WORKDAY', '2026-11-25', 1, [['XNYS,XTKS']])).toEqual({
      value: expect.objectContaining({ basicValue: 46_353 }),
    });
  });

  test('a function whose code cannot be loaded gives an error, and a value after the next recalculation', async () => {
    let isMissing = true;
    const excel = await office.open({
      answer: ({ url }) =>
        isMissing && /\/more\.\w+\.js$/.test(url) ? Promise.resolve(new Response('', { status: 503 })) : undefined,
    });
    expect(
      await excel.callAll([
        { name: 'CONVERT', args: [250, 'EUR', 'USD'] },
        { name: 'QUOTE', args: [[['EURUSD']]] },
      ]),
    ).toEqual([
      {
        error: '#N/A',
        message: 'Part of MD could not be loaded: check the connection, then recalculate',
      },
      { value: [[expect.anything()]] },
    ]);
    isMissing = false;
    expect(await excel.call('CONVERT', 250, 'EUR', 'USD')).toEqual({
      value: expect.objectContaining({ basicValue: expect.any(Number) }),
    });
  });

  test('if code that no cell waits for, such as the automatic refresh, cannot be loaded, the add-in tries again and mentions it', async () => {
    const excel = await office.openOn('Excel on the web', {
      stored: {
        'md.apiKey': 'demo',
        'md.serviceAddress': office.service.address,
        'md.autoRefreshSeconds': '5',
        'md.refreshesAlways': 'true',
      },
      isAlone: true,
      workbook: new EmulatedWorkbook('Model'),
    });
    await excel.page.addInitScript(() => {
      const wait = setTimeout;
      // A test does not wait for a minute.
      window.setTimeout = ((run: () => void, ms = 0, ...values: []) =>
        wait(run, ms === 60_000 ? 50 : ms, ...values)) as typeof setTimeout;
    });
    await excel.page.route('**/workbook.*.js', (route) => route.abort());
    const failed = excel.page.waitForEvent('requestfailed', (request) => request.url().includes('/workbook.'));
    await excel.type('A1', '=MD.QUOTE("EURUSD")');
    await failed;
    office.service.requests.length = 0;
    await excel.page.unroute('**/workbook.*.js');
    while (!office.service.requests.some((path) => path.includes('EURUSD'))) await office.service.nextRequest();
    await excel.showPane();
    await excel.pane.getByRole('tab', { name: 'Activity' }).click();
    await excel.pane.getByText('Part of MD could not be loaded: check the connection').waitFor();
  });

  test('the add-in asks to be started with the workbook if cells are refreshed automatically', async () => {
    const workbook = new EmulatedWorkbook();
    const asked = new Promise<string>((resolve) => {
      workbook.onStartState = resolve;
    });
    await office.open({ stored: { 'md.apiKey': 'demo', 'md.autoRefreshSeconds': '60' }, workbook });
    expect(await asked).toBe('Background');
  });

  test('the pane loads when it is shown', async () => {
    const excel = await office.open();
    await excel.showPane();
    await excel.pane.getByRole('tablist').waitFor();
    expect(excel.files.filter((file) => PANE_CODE.test(file))).not.toEqual([]);
  });

  test('the pane loads when it is clicked, in case Excel did not report that it is shown', async () => {
    const excel = await office.open();
    await excel.showPane({ isSaid: false });
    await excel.page.locator('iframe').click();
    await excel.pane.getByRole('tablist').waitFor();
  });

  test('the pane is ready at once when Excel opens the page as a task pane', async () => {
    const excel = await office.open({ isPaneOpen: true });
    await excel.pane.getByRole('tablist').waitFor();
  });

  test('the pane says so when its code cannot be loaded, and cells still get their values', async () => {
    const excel = await office.open();
    await excel.page.route('**/pane*.js', (route) => route.abort());
    await excel.showPane();
    await excel.pane.getByText('The pane could not be loaded').waitFor();
    expect(await excel.call('QUOTE', [['EURUSD']])).toEqual({ value: [[A_QUOTE]] });
  });
});

describe('when the page is opened outside Excel', () => {
  const office = useOffice();

  test('a browser shows where the page belongs', async () => {
    const page = await office.openInBrowser();
    await page.getByText('Open it in Excel').waitFor();
  });

  test('a browser shows the same if office.js cannot be loaded', async () => {
    const page = await office.openInBrowser({ without: '**/office.js' });
    await page.getByText('Open it in Excel').waitFor();
  });
});
