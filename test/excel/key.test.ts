import { HELP } from '../../src/functions/generated/help-texts';
import { readFormula } from './emulator/formula';
import { readMetadata, useOffice } from './opened';

const KEY = 'a-key-that-excel-never-sees';

describe('the data that the add-in sends to Excel', () => {
  const office = useOffice();
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
