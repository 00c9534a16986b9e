import { CATALOG } from '../../src/functions/catalog';
import { EmulatedWorkbook } from './emulator/workbook/emulated-workbook';
import { useOffice } from './opened';
import { A_QUOTE } from './prices';

const office = useOffice();

const PANE_CODE = /^\/pane\b.*\.js$/;

describe('when Excel loads the add-in', () => {
  test('every function is ready as soon as Excel may call it', async () => {
    const excel = await office.open({ stored: {} });
    const results = await excel.callAll(CATALOG.map(({ id }) => ({ name: id, args: [] })));
    // Some are blank without an argument, as beside a blank cell.
    const shown = results.map((result) => ('error' in result ? result.error : [result.value].flat(2)[0]));
    expect(shown.filter((one) => !['#N/A', '#VALUE!', ''].includes(one as string))).toEqual([]);
    expect(shown).toHaveLength(CATALOG.length);
  });

  test('cells get their values without the code of the pane', async () => {
    const excel = await office.open();
    expect(await excel.call('QUOTE', [['EURUSD']])).toEqual({ value: [[A_QUOTE]] });
    expect(excel.files.filter((file) => PANE_CODE.test(file))).toEqual([]);
  });

  test('cells do not wait for the code of rarer functions, which loads with their first formula', async () => {
    const excel = await office.open();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
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
      { error: '#N/A', message: 'Part of MD could not be loaded: check the connection, then recalculate' },
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
  test('a browser shows where the page belongs', async () => {
    const page = await office.openInBrowser();
    await page.getByText('Open it in Excel').waitFor();
  });

  test('a browser shows the same if office.js cannot be loaded', async () => {
    const page = await office.openInBrowser({ without: '**/office.js' });
    await page.getByText('Open it in Excel').waitFor();
  });
});

const REFRESHING = { 'md.apiKey': 'demo', 'md.autoRefreshSeconds': '5', 'md.refreshesAlways': 'true' };

describe('in an Excel that loads the page with the first calculation', () => {
  /** Saved with a quote in it, by an Excel with or without an automatic refresh. */
  async function saved(stored: Readonly<Record<string, string>>): Promise<EmulatedWorkbook> {
    const workbook = new EmulatedWorkbook('Model');
    const excel = await open(workbook, stored);
    const isKept = new Promise<void>((resolve) => (workbook.onStartState = () => resolve()));
    await excel.type('A1', '=MD.QUOTE("EURUSD")');
    if (stored === REFRESHING) await isKept;
    await excel.close();
    office.service.requests.length = 0;
    return workbook;
  }

  const open = (workbook: EmulatedWorkbook, stored: Readonly<Record<string, string>>) =>
    office.openOn('Excel on the web', { workbook, stored: { ...stored, 'md.serviceAddress': office.service.address } });

  test('a reopened workbook shows its values, and sends no requests before something is calculated', async () => {
    const workbook = await saved({ 'md.apiKey': 'demo' });
    const excel = await open(workbook, { 'md.apiKey': 'demo' });
    expect(excel.isLoaded).toBe(false);
    expect(workbook.shown('A1')).toEqual(expect.any(Number));
    await excel.type('A2', '=MD.QUOTE("GBPUSD")');
    expect(workbook.shown('A2')).toEqual(expect.any(Number));
    expect(office.service.requests).toHaveLength(1);
  });

  test('the automatic refresh starts with the workbook, even if nothing is calculated', async () => {
    const workbook = await saved(REFRESHING);
    expect(workbook.startState).toBe('Background');
    const excel = await open(workbook, REFRESHING);
    expect(excel.isLoaded).toBe(true);
    if (office.service.requests.length === 0) await office.service.nextRequest();
    expect(office.service.requests[0]).toContain('EURUSD');
  });

  test('after the automatic refresh was turned off, the workbook loads the page once more and then no longer', async () => {
    const workbook = await saved(REFRESHING);
    const isOff = new Promise<string>((resolve) => (workbook.onStartState = resolve));
    const excel = await open(workbook, { 'md.apiKey': 'demo' });
    expect(await isOff).toBe('Inactive');
    await excel.close();
    expect((await open(workbook, { 'md.apiKey': 'demo' })).isLoaded).toBe(false);
  });
});

const FORMULA = '=MD.QUOTE("EURUSD")';

describe('functions.json, which Excel on the web fetches from its own page', () => {
  test('loads where its server allows other origins', async () => {
    const workbook = new EmulatedWorkbook('Model');
    const excel = await office.openOn('Excel on the web', { workbook });
    await excel.type('A1', FORMULA);
    expect(workbook.shown('A1')).toEqual(expect.any(Number));
  });

  test('does not load where its server refuses other origins: every function is #NAME?, and nothing of the add-in is called', async () => {
    const workbook = new EmulatedWorkbook('Model');
    const excel = await office.openOn('Excel on the web', { workbook, allowsMetadata: false });
    await excel.type('A1', FORMULA);
    expect(workbook.cell('A1')).toEqual({ value: '#NAME?', isError: true, formula: '=_xldudf_MD_QUOTE("EURUSD")' });
    expect(excel.isLoaded).toBe(false);
  });

  test('once it has loaded, Refresh errors repairs the formulas left at #NAME?', async () => {
    const workbook = new EmulatedWorkbook('Model');
    const before = await office.openOn('Excel on the web', { workbook, allowsMetadata: false });
    await before.type('A1', FORMULA);
    await before.type('A2', '="_xldudf_MD_QUOTE( is not a name in a text"');
    await before.close();
    const excel = await office.openOn('Excel on the web', { workbook });
    await excel.runCommand('refreshErrors');
    await workbook.settled();
    expect(workbook.cell('A1')).toMatchObject({ value: expect.any(Number), formula: FORMULA });
  });

  const FORCED = ['Office.ForceRefreshCustomFunctionsCache', 'true'];

  /** Opens the workbook for a user who had this functions.json last, and waits until the add-in has looked at its own. */
  async function openAfter(workbook: EmulatedWorkbook, digest: string | undefined) {
    const excel = await office.open({
      workbook,
      stored: {
        'md.apiKey': 'demo',
        'md.serviceAddress': office.service.address,
        ...(digest === undefined ? {} : { 'md.functionsRead': digest }),
      },
    });
    const kept = await excel.pane.waitForFunction(
      (before) => {
        const now = localStorage.getItem('_OfficeRuntime_Storage_md.functionsRead');
        return now !== null && now !== before ? now : undefined;
      },
      digest === undefined ? null : digest.startsWith('other') ? digest : null,
    );
    return { excel, digest: (await kept.jsonValue())! };
  }

  test('is read anew with the next opening once it has changed, and then no more', async () => {
    const workbook = new EmulatedWorkbook('Model');
    const first = await openAfter(workbook, undefined);
    expect([...workbook.settings]).toEqual([]);
    await first.excel.close();
    const changed = await openAfter(workbook, 'other than before');
    expect([...workbook.settings]).toEqual([FORCED]);
    await changed.excel.close();
    const isRemoved = new Promise<void>((resolve) => (workbook.onSettings = resolve));
    await openAfter(workbook, changed.digest);
    await isRemoved;
    expect([...workbook.settings]).toEqual([]);
  });
});

test('a workbook with a chart sheet in front has data types, so that nothing is written into its cells', async () => {
  const workbook = new EmulatedWorkbook('Model');
  workbook.isChartInFront = true;
  let formatted = 0;
  workbook.onFormats = () => formatted++;
  const excel = await office.open({ workbook });
  expect(await excel.call('QUOTE', [['EURUSD']])).toEqual({ value: [[A_QUOTE]] });
  await excel.type('A1', '=MD.HOURS("XNYS")');
  expect(workbook.shown('A1')).toBe('mic');
  expect([formatted, workbook.sheet('Model').format(1, 1)]).toEqual([0, 'General']);
});

describe('a workbook of yesterday', () => {
  const FROM_BEFORE = '2 cells show values from before the add-in started: how old they are is not known.';

  async function openOfYesterday(workbook = new EmulatedWorkbook('Model')) {
    workbook.loadSaved('A1', FORMULA, 1.2067);
    workbook.loadSaved('A2', '=MD.QUOTE("GBPUSD")', 1.3);
    const excel = await office.open({ workbook });
    await excel.showPane();
    await excel.pane.getByRole('tab', { name: 'Cells' }).click();
    await excel.pane.getByText(FROM_BEFORE).waitFor();
    return { excel, workbook };
  }

  test('shows that its values are from before, with the cost of a refresh, until they are refreshed', async () => {
    const { excel, workbook } = await openOfYesterday();
    await excel.pane.getByText('2 cells, at least 2 symbols, 1 request.').waitFor();
    await excel.select('Model!A1');
    await excel.pane
      .getByText('From before the add-in started: its time is not known. Refresh it to be sure.')
      .waitFor();
    expect(office.service.requests).toEqual([]);
    await excel.pane.getByRole('button', { name: 'Refresh these' }).click();
    await excel.pane.getByText(FROM_BEFORE).waitFor({ state: 'hidden' });
    await workbook.settled();
    expect(workbook.shown('A1')).not.toBe(1.2067);
  });
});

describe('the pane in Excel', () => {
  test('has the language of Excel', async () => {
    const excel = await office.open({ isPaneOpen: true, language: 'de-DE' });
    await excel.pane.getByRole('tab', { name: 'Einstellungen' }).waitFor();
  });
});
