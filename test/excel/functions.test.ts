import { readMetadata, useOffice } from './opened';
import { A_QUOTE } from './prices';
import { HELP } from '../../src/functions/generated/help-texts';
import type { CellResult } from './emulator/cell-result';
import { readFormula } from './emulator/formula';

const office = useOffice();

test('arguments from Excel: blank cells of a range stay blank and in place, in whichever way Excel sends them', async () => {
  const excel = await office.share();
  expect(await excel.call('QUOTE', [['EURUSD'], [''], [null], [0]])).toEqual({ value: [[A_QUOTE], [''], [''], ['']] });
});

test.each(HELP.map(({ declaration, examples: [first] }) => [first.formula, declaration.result] as const))(
  'the first example of every function %s gives a value',
  async (formula, shape) => {
    const excel = await office.share();
    const { name, args } = readFormula(formula, readMetadata());
    const result: CellResult = await excel.call(name, ...args);
    expect(result).toEqual({ value: expect.anything() });
    expect(Array.isArray((result as { value: unknown }).value)).toBe(shape === 'matrix');
  },
);

const QUOTE = { name: 'QUOTE', args: [[['EURUSD']]] };

describe('when a waiting formula is deleted', () => {
  test('its request is aborted', async () => {
    const excel = await office.open();
    office.service.hold();
    const arrived = office.service.nextRequest();
    const [invocation] = excel.start([QUOTE]);
    await arrived;
    const brokenOff = excel.page.waitForEvent('requestfailed', (request) =>
      request.url().startsWith(office.service.address),
    );
    await excel.cancel(invocation!);
    await brokenOff;
  });

  test('another cell that waits for the same symbol gets its value', async () => {
    const excel = await office.open();
    office.service.hold();
    const arrived = office.service.nextRequest();
    const [gone, kept] = excel.start([QUOTE, QUOTE]);
    await arrived;
    await excel.cancel(gone!);
    office.service.release();
    expect(await kept!.result).toEqual({ value: [[A_QUOTE]] });
    expect(office.service.requests).toHaveLength(1);
  });
});
