import { EmulatedWorkbook } from './emulator/workbook/emulated-workbook';
import { useOffice } from './opened';

const quoteRequests = (requests: readonly string[]): string[] =>
  requests.flatMap((request) => new URL(request, 'http://service').searchParams.get('symbols')?.split(',') ?? []);

describe('a ribbon button', () => {
  const office = useOffice();

  async function open(stored?: Record<string, string>) {
    const excel = await office.open({ workbook: new EmulatedWorkbook('Model'), ...(stored && { stored }) });
    await excel.type('A1', '=MD.QUOTE("EURUSD")');
    await excel.type('A2', '=MD.QUOTE("GBPUSD")');
    await excel.type('A3', '=MD.QUOTE("NOSUCH")');
    office.service.requests.length = 0;
    return excel;
  }

  test('for Refresh all requests every cell again, even if its answer is fresh', async () => {
    const excel = await open();
    await excel.runCommand('refreshAll');
    expect(new Set(quoteRequests(office.service.requests))).toEqual(new Set(['EURUSD', 'GBPUSD', 'NOSUCH']));
  });

  test('for Refresh selection requests only the selected cells', async () => {
    const excel = await open();
    await excel.select('Model!A2:B2');
    await excel.runCommand('refreshSelection');
    expect(quoteRequests(office.service.requests)).toEqual(['GBPUSD']);
  });

  test('for Refresh errors requests only the cells with errors', async () => {
    const excel = await open();
    await excel.runCommand('refreshErrors');
    expect(new Set(quoteRequests(office.service.requests))).toEqual(new Set(['NOSUCH']));
  });

  test('for Refresh all rewrites formulas that Excel does not recalculate by itself', async () => {
    const excel = await open();
    excel.workbook.asksAgain = false;
    await excel.runCommand('refreshAll');
    expect(new Set(quoteRequests(office.service.requests))).toEqual(new Set(['EURUSD', 'GBPUSD', 'NOSUCH']));
    expect(excel.workbook.cell('A1').formula).toBe('=MD.QUOTE("EURUSD")');
  });

  test('completes when it fails, and the pane says why', async () => {
    const excel = await open();
    await excel.select();
    await excel.runCommand('refreshSelection');
    await excel.showPane();
    await excel.pane.getByRole('tab', { name: 'Activity' }).click();
    await excel.pane.getByText('Refresh selection: Select one or more cells, then try again').waitFor();
  });

  test('completes when its code cannot be loaded', async () => {
    const excel = await open();
    await excel.page.route('**/refresh*.js', (route) => route.abort());
    await excel.page.route('**/workbook*.js', (route) => route.abort());
    await excel.runCommand('refreshAll');
    expect(office.service.requests).toEqual([]);
  });

  test('has none of its code loaded with the cells', async () => {
    const excel = await office.open({ workbook: new EmulatedWorkbook('Model') });
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    // What is loaded while the page is idle comes one file after the other: it stops at the first. The workbook is asked for its own settings.
    await excel.page.route(/\/(?!functions|workbook)[a-z0-9-]+\.\w{8}\.js/, async (route) => {
      await held;
      await route.continue();
    });
    await excel.type('A1', '=MD.QUOTE("EURUSD")');
    expect(excel.workbook.shown('A1')).toEqual(expect.any(Number));
    expect(excel.files.filter((file) => /\/refresh\b.*\.js$/.test(file))).toEqual([]);
    release();
  });
});
