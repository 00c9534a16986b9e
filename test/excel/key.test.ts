import { HELP } from '../../src/functions/generated/help-texts';
import { readFormula } from './emulator/formula';
import { readMetadata, useOffice } from './opened';

const KEY = 'a-key-that-excel-never-sees';

describe('what the add-in says to Excel', () => {
  const office = useOffice();
  const open = () => office.open({ stored: { 'md.apiKey': KEY, 'md.serviceAddress': office.service.address } });

  test('never holds the key, whatever the functions answer', async () => {
    const excel = await open();
    const formulas = HELP.flatMap(({ examples }) =>
      examples.map(({ formula }) => readFormula(formula, readMetadata())),
    );
    await excel.callAll(formulas);
    office.service.instead = () => ({
      detail: [{ loc: ['query', 'symbols'], msg: `not with ${KEY}`, type: 'value_error' }],
    });
    await excel.callAll([{ name: 'QUOTE', given: [[['USDJPY']], null, null, null, null] }, ...formulas]);
    await excel.close();
  });

  test('is heard by this test: a key that comes in as an argument and goes out in a message is noticed', async () => {
    const excel = await open();
    await excel.call('QUOTE', [[KEY]], 'nonsense');
    await excel.call('QUOTE', [[`nowhere:${KEY}`]]);
    await expect(excel.close()).rejects.toThrow('a message that carries the API key');
  });
});
