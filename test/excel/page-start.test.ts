import { EmulatedWorkbook } from './emulator/workbook/emulated-workbook';
import { useOffice } from './opened';

const REFRESHING = { 'md.apiKey': 'demo', 'md.autoRefreshSeconds': '5', 'md.refreshesAlways': 'true' };

describe('in an Excel that loads the page with the first calculation', () => {
  const office = useOffice();

  /** Saved with a quote in it, by an Excel with or without an automatic refresh. */
  async function saved(stored: Readonly<Record<string, string>>): Promise<EmulatedWorkbook> {
    const workbook = new EmulatedWorkbook('Model');
    const excel = await open(workbook, stored);
    const isKept = new Promise<void>((resolve) => {
      workbook.onStartState = () => {
        resolve();
      };
    });
    await excel.type('A1', '=MD.QUOTE("EURUSD")');
    if (stored === REFRESHING) await isKept;
    await excel.close();
    office.service.requests.length = 0;
    return workbook;
  }

  const open = (workbook: EmulatedWorkbook, stored: Readonly<Record<string, string>>) =>
    office.openOn('Excel on the web', {
      workbook,
      stored: { ...stored, 'md.serviceAddress': office.service.address },
    });

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
    const isOff = new Promise<string>((resolve) => {
      workbook.onStartState = resolve;
    });
    const excel = await open(workbook, { 'md.apiKey': 'demo' });
    expect(await isOff).toBe('Inactive');
    await excel.close();
    expect((await open(workbook, { 'md.apiKey': 'demo' })).isLoaded).toBe(false);
  });
});
