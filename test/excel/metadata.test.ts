import { EmulatedWorkbook } from './emulator/workbook/emulated-workbook';
import { useOffice } from './opened';

const FORMULA = '=MD.QUOTE("EURUSD")';

describe('functions.json, which Excel on the web fetches from its own page', () => {
  const office = useOffice();

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
    const isRemoved = new Promise<void>((resolve) => {
      workbook.onSettings = resolve;
    });
    await openAfter(workbook, changed.digest);
    await isRemoved;
    expect([...workbook.settings]).toEqual([]);
  });
});
