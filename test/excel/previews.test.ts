import { PROFILE_NAMES, PROFILES } from './emulator/profiles';
import { useOffice } from './opened';
import { A_QUOTE } from './prices';

const PREVIEW = { name: 'QUOTE', args: [[['EURUSD']]], isPreview: true } as const;

const telling = PROFILE_NAMES.filter((name) => 'tellsPreviews' in PROFILES[name]);
const silent = PROFILE_NAMES.filter((name) => !('tellsPreviews' in PROFILES[name]));

describe('the preview of a part of a formula', () => {
  const office = useOffice();

  test.each(telling)('%s: sends no request, and shows a cached value', async (name) => {
    const excel = await office.openOn(name);
    expect(await excel.start([PREVIEW])[0]!.result).toEqual({ error: '#N/A', message: '' });
    expect(office.service.requests).toEqual([]);
    await excel.call('QUOTE', [['EURUSD']]);
    expect(office.service.requests).toHaveLength(1);
    expect(await excel.start([PREVIEW])[0]!.result).toEqual({ value: [[A_QUOTE]] });
    expect(office.service.requests).toHaveLength(1);
  });

  test.each(silent)('%s: is a call like any other, and sends a request', async (name) => {
    const excel = await office.openOn(name);
    expect(await excel.start([PREVIEW])[0]!.result).toEqual({ value: [[expect.anything()]] });
    expect(office.service.requests).toHaveLength(1);
  });
});
