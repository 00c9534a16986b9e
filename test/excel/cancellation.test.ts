import { useOffice } from './opened';
import { A_QUOTE } from './prices';

const QUOTE = { name: 'QUOTE', args: [[['EURUSD']]] };

describe('when a waiting formula is deleted', () => {
  const office = useOffice();

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
