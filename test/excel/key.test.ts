import { HELP } from '../../src/functions/generated/help-texts';
import { readFormula } from './emulator/formula';
import { readMetadata, useOffice } from './opened';
import type { EmulatedExcel } from './emulator/emulated-excel';
import { A_QUOTE } from './prices';

const office = useOffice();

const KEY = 'a-key-that-excel-never-sees';

describe('the data that the add-in sends to Excel', () => {
  const open = () => office.open({ stored: { 'md.apiKey': KEY, 'md.serviceAddress': office.service.address } });

  test('never contains the key, whatever the functions return', async () => {
    const excel = await open();
    const formulas = HELP.flatMap(({ examples }) =>
      examples.map(({ formula }) => readFormula(formula, readMetadata())),
    );
    await excel.callAll(formulas);
    office.service.instead = () => ({
      detail: [{ loc: ['query', 'symbols'], msg: `not with ${KEY}`, type: 'value_error' }],
    });
    await excel.callAll([{ name: 'QUOTE', args: [[['USDJPY']], null, null, null, null] }, ...formulas]);
    await excel.close();
  });

  test('is really checked by this test, which notices a key that is passed in as an argument and comes out in a message', async () => {
    const excel = await open();
    await excel.call('QUOTE', [[KEY]], 'nonsense');
    await excel.call('QUOTE', [[`nowhere:${KEY}`]]);
    await expect(excel.close()).rejects.toThrow('a message that carries the API key');
  });
});

const QUOTE = { name: 'QUOTE', args: [[['EURUSD']]] };
const A_PRICE = { value: [[A_QUOTE]] };

describe('with a key from the pane', () => {
  async function enterKey(excel: EmulatedExcel): Promise<void> {
    await excel.showPane();
    await excel.pane.getByRole('tab', { name: 'Settings' }).click();
    await excel.pane.getByLabel('API key', { exact: true }).fill('demo');
    await excel.pane.getByLabel('Service address').fill(office.service.address);
    await excel.pane.getByRole('button', { name: 'Save', exact: true }).click();
  }

  /** The key and the address may each have the cell recalculated. */
  async function valueIn(excel: EmulatedExcel): Promise<void> {
    while ('error' in excel.valueOf('B2')!) await excel.nextRecalculation();
  }

  test('cells that had none are recalculated once it is saved', async () => {
    const excel = await office.open({ stored: {} });
    expect(await excel.enter('B2', QUOTE)).toMatchObject({ error: '#N/A' });
    await enterKey(excel);
    await valueIn(excel);
    expect(excel.valueOf('B2')).toEqual(A_PRICE);
  });

  test('a reopened workbook still has it', async () => {
    const excel = await office.open({ stored: {} });
    await excel.enter('B2', QUOTE);
    await enterKey(excel);
    await valueIn(excel);
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

  test('cells get values in a browser that stores nothing for a page within another', async () => {
    const excel = await office.open({ stored: {}, isAlone: true });
    await excel.page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
    });
    await excel.reload();
    expect(await excel.enter('B2', QUOTE)).toMatchObject({ error: '#N/A' });
    await enterKey(excel);
    await excel.pane.getByText('In use until you close the workbook').waitFor();
    await valueIn(excel);
    expect(excel.valueOf('B2')).toEqual(A_PRICE);
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
