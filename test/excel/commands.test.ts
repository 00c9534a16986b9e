import { EmulatedWorkbook } from './emulator/workbook/emulated-workbook';
import { type OpenOptions, useOffice } from './opened';

const quoteRequests = (requests: readonly string[]): string[] =>
  requests.flatMap((request) => new URL(request, 'http://service').searchParams.get('symbols')?.split(',') ?? []);

/** The first request alone tells whether the others are left out, however many there are. */
const MANY = process.env.MD_TESTS === 'all' ? 10_000 : 1_000;
const office = useOffice();

describe('a ribbon button', () => {
  async function open(options: OpenOptions = {}) {
    const excel = await office.open({ workbook: new EmulatedWorkbook('Model'), ...options });
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
    const excel = await open({
      answer: ({ url }) =>
        /\/workbook\.\w+\.js$/.test(url) ? Promise.resolve(new Response('', { status: 503 })) : undefined,
    });
    await excel.runCommand('refreshAll');
    expect(office.service.requests).toEqual([]);
  });
});

describe('a refresh in the pane', () => {
  test('of thousands of cells stops at once, and reports how many cells were left out', async () => {
    const workbook = new EmulatedWorkbook('Model');
    for (let row = 0; row < MANY; row++)
      workbook.sheet('Model').put(row, 0, { value: 1, isError: false, formula: '=MD.QUOTE("EURUSD")' });
    const excel = await office.open({ workbook });
    await excel.showPane();
    const { pane } = excel;
    await pane.getByRole('tab', { name: 'Cells' }).click();
    await pane
      .getByRole('region', { name: 'Refresh', exact: true })
      .getByRole('button', { name: 'Refresh: All', exact: true })
      .click();
    office.service.hold();
    const asked = office.service.nextRequest();
    await pane.getByRole('alertdialog').getByRole('button', { name: 'Refresh' }).click();
    await asked;
    await pane.getByRole('button', { name: 'Stop', exact: true }).click();
    await pane.getByText('Stopped. 0 cells refreshed.').first().waitFor();
    await pane
      .getByText(`${MANY.toLocaleString('en')} cells could not be refreshed:`)
      .first()
      .waitFor();
    expect(office.service.requests).toHaveLength(1);
  });
});
