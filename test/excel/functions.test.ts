import { dataType } from './emulator/invocations';
import { readMetadata, useOffice } from './opened';
import { A_QUOTE } from './prices';
import { HELP } from '../../src/functions/generated/help-texts';
import type { CellResult } from './emulator/cell-result';
import { readFormula } from './emulator/formula';

const office = useOffice();

describe('arguments from Excel:', () => {
  test('an omitted argument arrives as null', async () => {
    const excel = await office.share();
    expect(await excel.call('QUOTE', [['EURUSD']], null, null, null, null)).toEqual({ value: [[A_QUOTE]] });
  });

  test('an Excel with older metadata leaves out the parameters that it does not know', async () => {
    const excel = await office.share();
    expect(await excel.call('QUOTE', [['EURUSD']])).toEqual({ value: [[A_QUOTE]] });
  });

  test('a column, a row and a block of symbols keep their shape', async () => {
    const excel = await office.share();
    const results = await excel.callAll([
      { name: 'QUOTE', args: [[['EURUSD'], ['GBPUSD']]] },
      { name: 'QUOTE', args: [[['EURUSD', 'GBPUSD']]] },
      {
        name: 'QUOTE',
        args: [
          [
            ['EURUSD', 'GBPUSD'],
            ['USDJPY', 'AUDUSD'],
          ],
        ],
      },
    ]);
    expect(results).toEqual([
      { value: [[A_QUOTE], [A_QUOTE]] },
      { value: [[A_QUOTE, A_QUOTE]] },
      {
        value: [
          [A_QUOTE, A_QUOTE],
          [A_QUOTE, A_QUOTE],
        ],
      },
    ]);
  });

  test('blank cells of a range stay blank and in place, in whichever way Excel sends them', async () => {
    const excel = await office.share();
    expect(await excel.call('QUOTE', [['EURUSD'], [''], [null], [0]])).toEqual({
      value: [[A_QUOTE], [''], [''], ['']],
    });
  });

  test('a cell with a data type counts as the value in it', async () => {
    const excel = await office.share();
    const symbol = dataType({ type: 'String', basicType: 'String', basicValue: 'EURUSD' });
    const decimals = dataType({ type: 'FormattedNumber', basicType: 'Double', basicValue: 2, numberFormat: '0' });
    const result = (await excel.call('QUOTE', [[symbol]], null, null, decimals)) as {
      value: { basicValue: number }[][];
    };
    expect(String(result.value[0]![0]!.basicValue)).toMatch(/^\d\.\d{1,2}$/);
  });

  test("cells of Excel's Stocks and Currencies data types are symbols; one without a symbol says what to do", async () => {
    const excel = await office.open();
    const entity = (text: string, properties: Readonly<Record<string, string>>): unknown =>
      dataType({
        type: 'LinkedEntity',
        basicType: 'Error',
        basicValue: '#VALUE!',
        text,
        properties: Object.fromEntries(
          Object.entries(properties).map(([name, basicValue]) => [name, { type: 'String', basicValue }]),
        ),
      });
    const stock = entity('APPLE INC. (XNAS:AAPL)', { 'Ticker symbol': 'AAPL', Exchange: 'Nasdaq Stock Market' });
    const pair = entity('EUR/USD', { Instrument: 'EUR/USD', 'From currency': 'EUR', Currency: 'USD' });
    const result = await excel.call('QUOTE', [[stock], [pair], [entity('Norway', { Capital: 'Oslo' })]]);
    expect(result).toEqual({
      value: [
        [A_QUOTE],
        [A_QUOTE],
        [
          expect.objectContaining({
            type: 'Error',
            basicValue: '#VALUE!',
            message: expect.stringContaining('"Norway" has no ticker and no pair of currencies'),
          }),
        ],
      ],
    });
    expect(office.service.requests.filter((path) => /^\/stocks\/.*AAPL/.test(path))).toHaveLength(1);
    expect(office.service.requests.filter((path) => /^\/currencies\/.*EURUSD/.test(path))).toHaveLength(1);
    // As texts they mean the same, and are known by now.
    expect(await excel.call('QUOTE', [['XNAS:AAPL'], ['EUR/USD']])).toEqual({ value: [[A_QUOTE], [A_QUOTE]] });
    expect(office.service.requests).toHaveLength(2);
  });

  test('an error in a range comes back in its place and affects no other cell', async () => {
    const excel = await office.share();
    const broken = dataType({ type: 'Error', basicType: 'Error', basicValue: '#DIV/0!', errorType: 'Div0' });
    expect(await excel.call('QUOTE', [['EURUSD'], [broken]])).toEqual({
      value: [[A_QUOTE], [expect.objectContaining({ type: 'Error', basicValue: '#DIV/0!' })]],
    });
  });

  test('an error that is the whole argument is the whole result', async () => {
    const excel = await office.share();
    const broken = dataType({ type: 'Error', basicType: 'Error', basicValue: '#DIV/0!', errorType: 'Div0' });
    expect(await excel.call('QUOTE', [[broken]])).toEqual({ error: '#DIV/0!', message: '' });
  });
});

describe('the first example of every function', () => {
  test.each(HELP.map(({ declaration, examples: [first] }) => [first.formula, declaration.result] as const))(
    '%s gives a value',
    async (formula, shape) => {
      const excel = await office.share();
      const { name, args } = readFormula(formula, readMetadata());
      const result: CellResult = await excel.call(name, ...args);
      expect(result).toEqual({ value: expect.anything() });
      expect(Array.isArray((result as { value: unknown }).value)).toBe(shape === 'matrix');
    },
  );
});

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

  test('the next cell that asks for the symbol gets a value too', async () => {
    const excel = await office.open();
    office.service.hold();
    const arrived = office.service.nextRequest();
    const [invocation] = excel.start([QUOTE]);
    await arrived;
    await excel.cancel(invocation!);
    office.service.release();
    expect(await excel.call('QUOTE', [['EURUSD']])).toEqual({ value: [[A_QUOTE]] });
  });
});
