import type { EmulatedExcel } from './emulator/emulated-excel';
import { useOffice } from './opened';
import { A_QUOTE } from './prices';

const QUOTE = { name: 'QUOTE', args: [[['EURUSD']]] };
const A_PRICE = { value: [[A_QUOTE]] };

describe('with a key from the pane', () => {
  const office = useOffice();

  async function enterKey(excel: EmulatedExcel): Promise<void> {
    await excel.showPane();
    await excel.pane.getByRole('tab', { name: 'Settings' }).click();
    await excel.pane.getByLabel('API key', { exact: true }).fill('demo');
    await excel.pane.getByLabel('Service address').fill(office.service.address);
    await excel.pane.getByRole('button', { name: 'Save', exact: true }).click();
  }

  test('cells that had none are recalculated once it is saved', async () => {
    const excel = await office.open({ stored: {} });
    expect(await excel.enter('B2', QUOTE)).toMatchObject({ error: '#N/A' });
    const recalculated = excel.nextRecalculation();
    await enterKey(excel);
    await recalculated;
    expect(excel.valueOf('B2')).toEqual(A_PRICE);
  });

  test('a reopened workbook still has it', async () => {
    const excel = await office.open({ stored: {} });
    const recalculated = excel.nextRecalculation();
    await enterKey(excel);
    await recalculated;
    await excel.reload();
    expect(await excel.enter('B2', QUOTE)).toEqual(A_PRICE);
  });

  test('half-typed text survives hiding and showing the pane', async () => {
    const excel = await office.open({ stored: {} });
    await excel.showPane();
    await excel.pane.getByLabel('API key', { exact: true }).fill('half');
    await excel.hidePane();
    expect(await excel.enter('B2', QUOTE)).toMatchObject({ error: '#N/A' });
    await excel.showPane();
    expect(await excel.pane.getByLabel('API key', { exact: true }).inputValue()).toBe('half');
    expect(await excel.pane.getByLabel('API key', { exact: true }).count()).toBe(1);
  });

  test('cells that waited under the old address get the answer of the new one', async () => {
    const excel = await office.open({
      stored: { 'md.apiKey': 'invalid', 'md.serviceAddress': office.service.address },
    });
    office.service.hold();
    const arrived = office.service.nextRequest();
    const waiting = excel.enter('B2', QUOTE);
    await arrived;
    await enterKey(excel);
    office.service.release();
    expect(await waiting).toEqual(A_PRICE);
  });
});
